extension GrammarScenes {
  /// Types, protocols, generics, operators.
  static let types = #"""
    protocol «P:proto» { var name: String { get }; func hello() -> String }
    ~~
    extension «P» { func hello() -> String { "hello " + name }; «var name: String { "nobody" }¦» }
    ~~
    «struct¦final class¦enum» «T:type»: «P» { «var name: String { "me" }¦» }
    ~~
    func «f:func»(_ p: «some¦any¦» «P») { print(p.hello()) }
    ~~
    «¦print("made")»
    ====
    infix operator «o:op»: «MultiplicationPrecedence¦AdditionPrecedence¦ComparisonPrecedence¦P«o:op»»
    ~~
    func «o» (a: Int, b: Int) -> Int { a * 10 + b }
    ~~
    print(1 + 2 «o» 3)
    ====
    precedencegroup «T:type»Precedence { higherThan: AdditionPrecedence associativity: «left¦right¦none» }
    infix operator «o:op»: «T»Precedence
    ~~
    func «o» «<V>(a: V, b: V) -> V { a }¦(a: Int, b: Int) -> Int { a - b }»
    ~~
    print(1 «o» 2«¦ «o» 3»)
    ====
    extension Int { var «f:func»: Int { self + 1 }; static var «f»: Int { 2 }; func «f»(_ n: Int) -> Int { n } }
    ~~
    print(«3.«f»¦Int.«f»¦3.«f»(4)»)
    ====
    extension «Int¦String¦Array¦Optional<Int>»: «@retroactive ¦»«Error¦Identifiable¦CustomStringConvertible» { «public var id: Int { 1 }¦var id: Int { 2 }¦» }
    ~~
    print("conforms")
    ====
    extension Array where Element == Int { func «f:func»() -> Int { reduce(«0, +¦1, *») } ; mutating func push(_ n: Int) { append(n) } }
    ~~
    var «v:var» = [1, 2]
    «v».push(4)
    print(«v».«f»())
    ====
    struct «T:type»<A, B> { var a: A; var b: B; func map<C>(_ f: (A) -> C) -> «T»<C, B> { «T»<C, B>(a: f(a), b: b) } }
    ~~
    extension «T» where A == B { var same: Bool { true } }
    ~~
    let «v:var» = «T»(a: 1, b: "x").map { "\($0)" }
    print(«v»«.same¦.a¦»)
    ====
    func «f:func»<C: Collection>(_ c: C) -> Int where C.Element: «Numeric¦Comparable¦Hashable» { c.count }
    ~~
    print(«f»([1, 2]), «f»(«1...5¦"abc"¦[1: 2]»))
    ====
    struct «T:type»: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral { init(integerLiteral value: Int) { print("int", value) }; init(stringLiteral value: String) { print("string", value) }; init(arrayLiteral elements: Int...) { print("array", elements) }; init(dictionaryLiteral elements: (String, Int)...) { print(elements.count) } }
    ~~
    let «v:var»: «T» = «3¦"s"¦[1, 2]¦["a": 1]»
    ====
    @resultBuilder struct «B:type» { static func buildBlock(_ p: Int...) -> [Int] { p }; static func buildOptional(_ p: [Int]?) -> Int { p?.count ?? 0 }; static func buildExpression(_ n: Int) -> Int { n } }
    ~~
    func «f:func»(@«B» _ body: () -> [Int]) -> [Int] { body() }
    ~~
    print(«f» { 1; 2; if «true¦«@int» > 3» { 3 } })
    ====
    struct «T:type» { var x = 1; var y = [1, 2] }
    ~~
    let «k:var» = \«T».«x¦y¦y[0]¦y.count»
    ~~
    «print(«T»()[keyPath: «k»])¦print(«k»)¦var z«k» = «T»(); z«k»[keyPath: \.x] = 4; print(z«k»)¦print([«T»()].map(\.x))»
    ====
    indirect enum «E:type» { case leaf(Int), node(«E», «E»); var sum: Int { switch self { case .leaf(let n): n; case .node(let l, let r): l.sum + r.sum } } }
    ~~
    print(«E».node(.leaf(1), .node(.leaf(2), .leaf(«@int»))).sum)
    ====
    class «A:type» { class var kind: String { "A" }; func make() -> Self { self }; init() {} ; convenience init(n: Int) { self.init() } }
    ~~
    class «B:type»: «A» { override class var kind: String { "B" } }
    ~~
    print(type(of: «B»().make()).kind, («B»() as «A») is «B»)
    ====
    func «f:func»() -> some «Collection<Int>¦Equatable¦CustomStringConvertible» { [«@int», 1] }
    ~~
    print(«f»())
    ====
    func «f:func»<each T>(_ values: repeat each T) { repeat print(each values) }
    ~~
    «f»(1, "two", «3.5¦nil as Int?¦[4]»)
    ====
    struct «T:type»: «Codable, Equatable¦Hashable¦Comparable, Hashable» { var n = 1; var m = "x"; static func < (a: «T», b: «T») -> Bool { a.n < b.n } }
    ~~
    print(«T»() == «T»()«, [«T»()].max() as Any¦, Set([«T»()]).count¦»)
    ====
    func «f:func»(_ n: Int) { print("int") }
    func «f»(_ n: «Double¦String¦some Any¦Any¦Int?») { print("other") }
    ~~
    «f»(«1¦1.5¦"s"¦nil¦[1]»)
    ====
    struct «T:type»: Sequence, IteratorProtocol { var n = 3; mutating func next() -> Int? { n -= 1; return n < 0 ? nil : n } }
    ~~
    for e in «T»() { print(e, terminator: " ") }
    print(«T»().map { $0 * 2 }, Array(«T»()), «T»().sorted())
    ====
    typealias «T:type» = «Int¦(Int, Int)¦[String]¦Result<Int, any Error>¦Array»
    ~~
    let «v:var»: «T»? = nil
    print(«v» as Any)
    ====
    struct «print¦Int¦String¦Array¦Optional¦Error¦Result¦Never¦Swift¦main¦Equatable» { «var n = 1¦init(_ n: Any) {}¦» }
    ~~
    let «v:var»: «Int¦String¦[Int]» = «1¦"s"¦[1]»
    print(«v»)
    ====
    func «max¦print¦abs¦min¦zip¦type¦precondition»(_ x: Int, _ y: Int = 0) -> Int { x * 100 + y }
    ~~
    let «v:var» = «max(1, 2)¦abs(-3)¦min(3, 4)»
    Swift.print(«v»)
    ====
    enum «N:type» { static func go() { print("N") }; struct «M:type» { static let m = 1 }; enum Kind: String, CaseIterable { case a, b } }
    ~~
    extension «N».«M» { var two: Int { 2 } }
    ~~
    «N».go()
    print(«N».«M»().two, «N».Kind.allCases)
    """#

  /// What tells how things are called, and where they stand.
  static let reflection = #"""
    «@access»«struct¦class¦enum» «T:type» { «enum Sub { case x }¦struct Sub { let s = 1 }¦»«; case one, two(Int)¦» }
    ~~
    print(«String(reflecting: «T».self)¦_typeName(«T».self)¦"\(«T».self)"¦_mangledTypeName(«T».self) as Any¦String(describing: «T».self)¦ObjectIdentifier(«T».self) == ObjectIdentifier(«T».self)¦«T».Sub.self¦[«T».self]¦type(of: «T».self)»)
    ====
    «@access»struct «T:type» { «@inner»var a = 1; «@inner»var b = ["x"] }
    ~~
    «print(«T»())¦dump(«T»())¦print(Mirror(reflecting: «T»()).children.map { $0.label ?? "-" })¦debugPrint(«T»())¦print(String(reflecting: «T»()))¦print(Mirror(reflecting: «T»()).subjectType)¦print([«T»()], Optional(«T»()) as Any)»
    ====
    import Foundation
    class «T:type» { «class Inner {}¦» }
    ~~
    print(«NSStringFromClass(«T».self)¦«T»()¦String(describing: «T»())¦type(of: «T»())¦NSClassFromString("main.«T»") as Any¦_typeByName("4main«T»C") as Any»)
    ====
    func «f:func»(file: String = #file, line: Int = #line, function: String = #function«, column: Int = #column¦, id: String = #fileID¦, p: String = #filePath») { print(file.split(separator: "/").last!, line, function) }
    ~~
    «f»()
    ~~
    «func «g:func»(x: Int) { «f»() }
    «g»(x: 1)¦struct S«f» { init() { «f»() } }
    _ = S«f»()¦let c«f» = { «f»() }
    c«f»()»
    ====
    print(«#line, #function¦#fileID¦#column¦#file.count > 0¦#function¦#dsohandle == #dsohandle»)
    ====
    #sourceLocation(file: "«other¦main».swift", line: «7¦100»)
    print(#line, #fileID)
    «let x: Int = "wrong"¦fatalError("there")¦»
    #sourceLocation()
    ~~
    print(#line)
    ====
    enum «E:type»: Error { case broken(code: Int) }
    ~~
    «do { throw «E».broken(code: 4) } catch { print(error, String(reflecting: error)) }¦print("\(«E».broken(code: 1))")¦print((«E».broken(code: 2) as any Error)._code)¦throw «E».broken(code: 3)»
    ====
    protocol «P:proto» {}
    ~~
    print(«(any «P»).self¦«P».self¦(any «P»).Type.self¦[any «P»].self¦((any «P») -> Void).self»)
    ====
    let «v:var» = { (x: Int) -> String in "\(x)" }
    ~~
    print(type(of: «v»), Mirror(reflecting: «v»).displayStyle as Any)
    ====
    func «f:func»(_ t: Int) { struct Local { var t: Int }; print(«Local(t: t)¦type(of: Local(t: t))¦Local.self¦String(reflecting: Local.self)¦_typeName(Local.self)») }
    ~~
    «f»(1)
    ====
    if true { struct Deep { var n = 1 }; «print(Deep())¦print(String(reflecting: Deep.self))¦dump(Deep())¦print(type(of: Deep()))» }
    ====
    let «v:var» = «[1, 2] as any Collection¦Optional<Int>.some(1) as Any¦(1, b: 2)¦\Array<Int>.count¦{ 1 }»
    ~~
    «print(type(of: «v»))¦dump(«v»)¦debugPrint(type(of: «v»))»
    """#
}
