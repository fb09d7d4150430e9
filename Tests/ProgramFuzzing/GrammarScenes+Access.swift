extension GrammarScenes {
  /// Declarations with levels of access that may contradict each other.
  static let access = #"""
    «@access»struct «T:type» { «@member»struct Inner { «@member»var entries = [1, 2] }; «@inner»var inner = Inner() }
    ~~
    print(«T»()«.inner«.entries¦»¦»)
    ====
    «@access»struct «T:type»: «Equatable¦Hashable¦Comparable» { «@inner»var x = 1; «@member»static func «==¦<» (a: «T», b: «T») -> Bool { «true¦a.x < b.x» } }
    ~~
    print(«T»() == «T»())
    ====
    «@access»class «A:type» { «@member»func f() { print("A") }; «@member»var p: Int { 1 }; «@member»init() {} }
    ~~
    «@access»class «B:type»: «A» { «@member»override func f() { print("B") }«; «@member»override var p: Int { 2 }¦» }
    ~~
    «A¦B»().f()
    ====
    «@access»protocol «P:proto» { func go() -> «Int¦Self»; var size: Int { get«¦ set» } }
    ~~
    «@access»struct «T:type»: «P» { «@member»func go() -> «Int { 1 }¦«T» { self }»; «@inner»var size = 2 }
    ~~
    print(«T»().size, «T»().go())
    ====
    «@access»struct «T:type» {}
    ~~
    «@access»typealias Alias«T» = «T»
    ~~
    «@access»func «f:func»(_ value: «Alias«T»¦«T»¦[«T»]?» «¦= .init()¦» ) -> «Int¦«T»?» { «1¦nil» }
    ~~
    «print("ok")¦_ = «f»(«.init()¦nil¦[]»)»
    ====
    «@access»class «A:type» { «@inner»var value = 1«; «@member»lazy var later = 2¦» }
    ~~
    «@access»extension «A» { «@member»func show() { print(value) }«; «@member»var twice: Int { value * 2 }¦» }
    ~~
    let «v:var» = «A»()
    «v».show()
    «¦«v».value = 3¦print(«v».twice)»
    ====
    «@access»enum «E:type»: «Int¦String¦Error» { case one, two; «@member»static let all = [«E».one, .two] }
    ~~
    «@access»let «v:var» = «E».one
    ~~
    print(«v», «E».all.count)
    ====
    «@access»struct «T:type» { «@member»init() {}; «@member»init(_ n: Int) { self.init() } }
    ~~
    «@access»«let¦var» «v:var»: «T» = «T»(«1¦»)
    ~~
    print("made")
    ====
    «@access»protocol «P:proto» { «associatedtype Part; ¦»func part() -> Int }
    ~~
    «@access»extension «P» { «@member»func part() -> Int { 7 }; «@member»func extra() -> Int { part() + 1 } }
    ~~
    «@access»struct «T:type»: «P» { «typealias Part = Int¦» }
    ~~
    print(«T»().part(), «T»().extra())
    ====
    «@access»@propertyWrapper struct «W:type» { «@member»var wrappedValue: Int«; «@member»var projectedValue: Int { wrappedValue + 1 }¦»«; «@member»init(wrappedValue: Int) { self.wrappedValue = wrappedValue }¦» }
    ~~
    «@access»struct «T:type» { @«W» «@member»var level = 3 }
    ~~
    print(«T»().level)
    ====
    «@access»struct «T:type»<«Element¦Element: «Hashable¦Comparable¦Sendable»»> { «@inner»var items: [Element] = [] ; «@member»typealias List = [Element] }
    ~~
    «@access»extension «T» where Element == «Int¦String» { «@member»func sum() -> Int { items.count } }
    ~~
    print(«T»<Int>().items.count)
    ====
    «@hidden»struct «S:type» { var n = 1 }
    ~~
    «@access»«let¦var» «v:var» = «S»()
    ~~
    «@access»func «f:func»() -> «S» { «v» }
    ~~
    print(«f»().n)
    ====
    struct «T:type» { «@hidden»struct Hidden { var n = 1 }; «@inner»var h = Hidden()«; «@member»func get() -> Hidden { h }¦» }
    ~~
    print(«T»()«.h.n¦»)
    ====
    struct «T:type» { «@hidden»var a = 1; var b = 2 }
    ~~
    print(«T»(«¦b: 3¦a: 1, b: 2»).«a¦b»)
    ====
    infix operator «o:op»«: AdditionPrecedence¦»
    ~~
    «@access»struct «T:type» { var n = 1; «@member»static func «o» (a: «T», b: «T») -> «T» { «T»(n: a.n + b.n) } }
    ~~
    print((«T»() «o» «T»(n: 4)).n)
    ====
    «@access»class «A:type» { «@member»required init() {}; «@member»deinit { print("gone") } }
    ~~
    «@access»class «B:type»: «A» { «@member»required init() { super.init() } }
    ~~
    _ = «B»()
    ====
    «@access»extension «Int¦String¦Array¦Optional» { «@member»var «m:func»d: Int { 42 }; «@member»func «m»2() -> Int { «m»d } }
    ~~
    print(«1.«m»d¦"s".«m»d¦[1].«m»2()»)
    ====
    «open¦public¦» class «A:type» { «open¦public¦» func f() { print("f") }«; public init() {}¦» }
    ~~
    «open¦public¦» class «B:type»: «A» { «open¦public¦» override func f() { super.f() } }
    ~~
    «B»().f()
    ====
    «@access»protocol «P:proto» {}
    ~~
    «@access»protocol «Q:proto»: «P» { func q() }
    ~~
    «@access»extension «Int¦String»: «@retroactive ¦»«Q» { «@member»func q() { print("q") } }
    ~~
    (1).q()
    ====
    «@access»actor «A:type» { «@member»var n = 0; «@member»func bump() -> Int { n += 1; return n } }
    ~~
    print(await «A»().bump())
    ====
    @dynamicMemberLookup «@access»struct «T:type» { «@member»subscript(dynamicMember name: String) -> Int { name.count }; «@member»func callAsFunction(_ n: Int) -> Int { n * 2 } }
    ~~
    print(«T»().anything, «T»()(4))
    ====
    @resultBuilder «@access»enum «B:type» { «@member»static func buildBlock(_ parts: String...) -> String { parts.joined(separator: "-") } }
    ~~
    «@access»func «f:func»(@«B» _ body: () -> String) -> String { body() }
    ~~
    print(«f» { "a"; "b" })
    """#
}
