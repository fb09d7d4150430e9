extension GrammarScenes {
  /// Variables: when they begin, what mentions them, when they end.
  static let variables = #"""
    func «f:func»() -> Int { «v:var»«¦ + 1» }
    ~~
    «print(«f»())¦»
    ~~
    «@access»«let¦var» «v» = «@int»
    ~~
    print(«f»())
    ====
    «let¦var» «v:var»: «Int¦Int¦Double¦Int?»
    ~~
    if «Bool.random() || true¦CommandLine.arguments.count > 0¦1 < 2¦"a" < "b"» { «v» = 1 } «else { «v» = 2 }¦else { fatalError() }¦»
    ~~
    print(«v»)
    ====
    var «v:var»: Int«?¦!¦» «= 3¦= nil¦»
    ~~
    print(«v» as Any)
    ====
    let (a«v:var», b«v») = («@int», "two"), «w:var» = «@int»
    ~~
    print(a«v», b«v», «w»)
    ====
    final class «T:type» { let name: String; init(_ name: String) { self.name = name; print("+", name) }; deinit { print("-", name) } }
    ~~
    «var¦let¦weak var¦unowned let» «v:var»«: «T»?¦» = «T»("one")
    ~~
    «@statement»
    ~~
    «v = nil¦_ = «T»("two")¦do { let inner = «T»("three"); _ = inner }¦«v» = «T»("four")»
    ~~
    print("end")
    ====
    var «v:var»: Int { «print("computed"); return «@int»¦get { print("computed"); return «@int» } set { print("set", newValue) }¦get { «@int» }» }
    ~~
    print(«v» + «v»)
    «¦«v» = 3¦«v» += 1»
    ====
    «lazy ¦¦»var «v:var» = { print("at once or later"); return «@int» }()
    ~~
    print(«v», «v»)
    ====
    var «v:var» = 1 { willSet { print("will", newValue) } didSet { print("did", oldValue); «w:var» += «v» } }
    ~~
    var «w» = 0
    ~~
    «v» = 5
    print(«w»)
    ====
    let «v:var» = { print("first"); return 1 }()
    ~~
    let «w:var» = { print("second", «v»); return «v» + 1 }()
    ~~
    struct «T:type» { static let s = { print("static"); return «v» }(); let n = «w» }
    ~~
    print(«T»().n, «T».s)
    ====
    var «c:var»: (() -> Void)«?¦! = nil¦? = nil»
    ~~
    var «v:var» = 0
    ~~
    «c» = { «v» += 1; if «v» < 3 { «c»«!¦?»() } }
    ~~
    «c»«!¦?»()
    print(«v»)
    ====
    let «f:func»: (Int) -> Int = { n in n < 2 ? 1 : n * «f»(n - 1) }
    ~~
    print(«f»(5))
    ====
    guard let «v:var» = «Int("5")¦Optional(3)¦[1].first» else { «fatalError()¦exit(1)¦throw CancellationError()» }
    ~~
    func «f:func»() { print(«v») }
    ~~
    «f»()
    ====
    defer { print("deferred «1¦2»", «@known») }
    ~~
    print("before the end")
    ====
    var «v:var» = «@int»
    ~~
    if true { let «v» = "inner"; print(«v») }
    ~~
    for «v» in 0..<2 { print(«v») }
    ~~
    do { var «v» = 5; «v» += 1; print(«v») }
    ~~
    print(«v»)
    ====
    @propertyWrapper struct «W:type» { var wrappedValue: Int { didSet { print("wrapped", wrappedValue) } }; var projectedValue: String { "p\(wrappedValue)" } }
    ~~
    @«W» var «v:var» = 3
    ~~
    «v» += 1
    print(«v», $«v»«, _«v».wrappedValue¦»)
    ====
    print(«v:var»)
    ~~
    «let¦var» «v» = «@literal»
    ====
    func «f:func»(_ n: Int = «v:var») -> Int { n }
    ~~
    «print(«f»())¦»
    ~~
    var «v» = 4
    ~~
    «v» = 6
    print(«f»())
    ====
    class «T:type» { var n = «v:var»; func set() { «v» += 1 } }
    ~~
    «_ = «T»()¦»
    ~~
    var «v» = 10
    ~~
    «T»().set()
    print(«v», «T»().n)
    ====
    var «v:var» = 0, «w:var» = «v» + 1«, z«w»: Int = «w» * 2¦»
    ~~
    («v», «w») = («w», «v»)
    print(«v», «w»)
    ====
    let «v:var»: [() -> Int] = (0..<3).map { i in { i * «w:var» } }
    ~~
    var «w» = 2
    ~~
    print(«v».map { $0() })
    «w» = 3
    print(«v».map { $0() })
    ====
    let «v:var»: Any = «@literal»
    ~~
    switch «v» { case let n as Int: print("int", n); case is String: print("string"); case let (a, b) as (Int, String): print(a, b); default: print("other") }
    ====
    if let «v:var» = Optional(«@int»), case let w = «v» + 1, w > 0 { print(«v», w) }
    ~~
    while let «w:var» = [1].first { print(«w»); break }
    ====
    var «v:var» = 3
    ~~
    func «f:func»() { func inner() { «v» -= 1; if «v» > 0 { inner() } }; inner() }
    ~~
    «f»()
    print(«v»)
    ====
    struct «T:type»: ~Copyable { let n: Int; deinit { print("deinit", n) } }
    ~~
    «let¦var» «v:var» = «T»(n: «@int»)
    ~~
    print(«v».n)
    """#

  /// Values that may be moved once.
  static let moves = #"""
    struct «T:type»: ~Copyable { var n = 1; consuming func end() { print("end", n) }; deinit { print("gone", n) } }
    ~~
    «let¦var» «v:var» = «T»()
    ~~
    «let «w:var» = «v»¦«v».end()¦func «f:func»(_ x: «borrowing¦consuming¦inout» «T») { print(x.n) }; «f»(«&¦»«v»)¦print(«v».n)¦_ = consume «v»¦let c = { print(«v».n) }; c()»
    ====
    import Synchronization
    let «m:var» = Mutex(«@int»)
    ~~
    «let «n:var» = «m»¦«m».withLock { $0 += 1 }¦func «f:func»(_ x: borrowing Mutex<Int>) { print(x.withLock { $0 }) }; «f»(«m»)¦print(«m».withLock { $0 })¦let k = consume «m»; print(k.withLock { $0 })¦«m».withLock { value in value += 1; print(value) }»
    ====
    import Synchronization
    «let¦let¦var» «m:var» = Atomic(«@int»)
    ~~
    «let «n:var» = «m»¦«m».add(1, ordering: .relaxed)¦print(«m».load(ordering: .relaxed))¦_ = consume «m»¦func «f:func»() -> Int { «m».wrappingAdd(2, ordering: .relaxed).newValue }; print(«f»())»
    ====
    import Synchronization
    final class «T:type»: Sendable { let m = Mutex([1]); let n = Atomic(0) }
    ~~
    let «v:var» = «T»()
    ~~
    «v».m.withLock { $0.append(2) }
    print(«v».m.withLock { $0 }, «v».n.wrappingAdd(1, ordering: .relaxed).newValue)
    ====
    let «a:var»: InlineArray<3, Int> = [1, 2, 3]
    ~~
    «print(«a»[1])¦var b = «a»; b[0] = 9; print(b[0], «a»[0])¦for i in «a».indices { print(«a»[i]) }»
    ====
    var «a:var» = [1, 2, 3]
    ~~
    func «f:func»(_ s: Span<Int>) -> Int { s.count }
    ~~
    print(«f»(«a».span)«, «a».span[0]¦»)
    «do { let s = «a».span; print(s.count) }¦«a».mutableSpan[0] = 7; print(«a»)¦let s«a» = «a».span¦»
    ====
    struct «T:type»<V: ~Copyable>: ~Copyable { var value: V; consuming func take() -> V { value } }
    ~~
    struct «R:type»: ~Copyable { let id = 1; deinit { print("R") } }
    ~~
    «let¦var» «v:var» = «T»(value: «R»())
    ~~
    «print(«v».value.id)¦let r = «v».take(); print(r.id)¦print("kept")»
    ====
    func «f:func»() { let x = «T:type»(n: 2); let y = x; print(y.n) }
    ~~
    struct «T»: ~Copyable { let n: Int; deinit { print("T", n) } }
    ~~
    «f»()
    ====
    struct «T:type» { var n = «@int» }
    ~~
    var «v:var» = «T»()
    ~~
    «let w = consume «v»; print(w.n)¦let w = copy «v»; print(w.n)¦func «f:func»(_ x: consuming «T») -> Int { x.n }; print(«f»(«v»))¦«v» = «T»(n: 3)»
    ~~
    print(«v».n)
    ====
    enum «E:type»: ~Copyable { case some(Int), none; consuming func unwrap() -> Int { switch consume self { case .some(let n): return n; case .none: return 0 } } }
    ~~
    let «v:var» = «E».some(4)
    ~~
    «print(«v».unwrap())¦print("kept")¦func «f:func»() -> Int { let e = «E».some(3); return e.unwrap() }; print(«f»())»
    ====
    var «v:var»: Optional<«T:type»> = «T»()
    ~~
    struct «T»: ~Copyable { deinit { print("T ends") } }
    ~~
    «let w = «v».take(); print(w == nil)¦«v» = nil¦if let x = consume «v» { _ = x }»
    """#
}
