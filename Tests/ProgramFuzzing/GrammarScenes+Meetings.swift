extension GrammarScenes {
  /// Small things about variables that other scenes have, too, so that they meet.
  static let meetings = #"""
    var «v:int» = «@int»«¦ + «@its-int»¦ * 2»
    ====
    let «c:var» = «@int» + «@its-int»
    ~~
    print(«c», «@its-int»)
    ====
    var «l:list» = [«@int», «@int», «@its-int»]
    ====
    var «t:tuple» = («@its-int», «@int»)
    ====
    func «f:func»() «-> Int { «@its-int» }¦-> Int { «@its-int» += 1; return «@its-int» }¦-> Int { «@its-list».count + «@its-tuple».0 }»
    ~~
    print(«f»()«, «@its-int»¦ + «f»()¦»)
    ====
    func «f:func»(_ n: inout Int) { n += 1«; «@its-int» += 1¦; print(«@its-int»)¦» }
    ~~
    «f»(&«@its-int»)
    ====
    func «f:func»(_ n: inout Int, _ body: () -> Void) { body(); n += 1 }
    ~~
    «f»(&«@its-tuple».«0¦1») { «@its-int» += 1«; «@its-tuple».0 += 1¦» }
    ====
    swap(&«@its-int», &«@its-tuple».0)
    ====
    swap(&«@its-tuple».0, &«@its-tuple».1)
    ====
    «@its-list».«append(«@its-int»)¦sort { $0 < $1 }¦sort { «@its-int» += 1; return $0 < $1 }¦removeAll { $0 == «@its-int» }¦append(contentsOf: «@its-list»)¦withUnsafeMutableBufferPointer { p in «@its-int» += p.count }¦insert(«@its-list».count, at: 0)¦removeAll { _ in «@its-list».isEmpty }¦reverse()»
    ====
    «@its-table»["k", default: 0] += «@its-int»
    print(«@its-table».count)
    ====
    «@its-table».merge(["k": 1]) { a, b in a + b + «@its-int» }
    ====
    «@its-text» += "\(«@its-int»)"
    print(«@its-text»)
    ====
    «@its-text».«append("x")¦removeAll { _ in «@its-int» > 3 }¦withUTF8 { p in «@its-int» += p.count }¦makeContiguousUTF8()»
    ====
    let «c:func» = { ««@its-int» += 1; ¦»return «@its-int» + «@its-list».count }
    ~~
    «@its-int» = 9
    print(«c»(), «c»())
    ====
    let «c:func» = { [«v:var» = «@its-int»] in print(«v», «@its-int») }
    ~~
    «@its-int» += 5
    «c»()
    ====
    for i in 0..<«3¦«@its-list».count» { «@its-int» += i«; if i == 1 { continue }¦; if i > 1 { break }¦» }
    print(«@its-int»)
    ====
    for e in «@its-list» { «@its-list».append(e)«; «@its-int» += e¦» }
    ====
    while «@its-int» < 12 { «@its-int» += 3«; «@its-list».append(«@its-int»)¦» }
    ====
    if «@its-int» > 2«, let x = «@its-list».first¦» { print("if", «@its-int»«¦, «@its-text»») } else { print("else") }
    ====
    if var x = «@its-list».first { x += «@its-int»; swap(&x, &«@its-int»); print(x) }
    ====
    switch «@its-int» { case 0: print("zero"); case let n where n > «@its-list».count: print("more", n); default: «@its-int» = 0 }
    ====
    struct «T:type» { var n = «@its-int»; static «let¦nonisolated(unsafe) var» s = «@int»; mutating func add() { n += «@its-int» } }
    ~~
    var «x:var» = «T»()
    «x».add()
    print(«x».n, «T».s)
    ====
    final class «T:type» { var n = 1; «deinit { print("gone", n, «@its-int») }¦deinit { «@its-int» += 1 }¦» }
    ~~
    «var¦let» «x:var»«: «T»?¦» = «T»()
    ~~
    «do { let inner = «T»(); inner.n = 4 }¦«x» = «T»()¦_ = «T»()¦print(«x» as Any is «T»)»
    print(«@its-int»)
    ====
    extension «T:type» { var twice: Int { n * 2 + «@its-int» } }
    ~~
    struct «T» { var n = 2 }
    ~~
    print(«T»().twice)
    ====
    struct «T:type» { var n = 2; var list = [1] }
    ~~
    extension «T» { mutating func change(_ body: () -> Void) { n += 1; body() }; var both: Int { n + «@its-int» } }
    ~~
    var «x:var» = «T»()
    ~~
    «x».change { «@its-int» += 1«; «x».n += 1¦; print(«x».n)¦» }
    print(«x».both)
    ====
    let «r:var» = «@its-list».map { $0 + «@its-int» }.«reduce(0, +)¦filter { $0 > 2 }¦count»
    print(«r»)
    ====
    let (a«r:var», b«r») = «@its-tuple»
    print(a«r», b«r»)
    ====
    «@its-tuple» = («@its-tuple».1, «@its-tuple».0)
    («@its-int», «@its-tuple».0) = («@its-tuple».0, «@its-int»)
    ====
    var «v:int» = «@int» { «willSet { print("will", newValue, «@its-int») }¦didSet { «@its-list».append(«v») }¦didSet { if «v» > 20 { «v» = 0 } }» }
    ~~
    «v» += «@int»
    ====
    var «c:var»: Int { «@its-int» + «@int» }
    ~~
    print(«c»)
    ====
    var «c:int»: Int { get { «@its-tuple».0 } set { «@its-tuple».0 = newValue } }
    ~~
    «c» += 2
    print(«c»)
    ====
    func «f:func»(_ n: Int = «@its-int», _ m: Int = «@its-list».count) -> Int { n + m }
    ~~
    print(«f»(), «f»(1))
    ====
    func «f:func»(_ n: Int) -> Int { n <= 0 ? «@its-int» : «f»(n - 1) }
    ~~
    print(«f»(3))
    ====
    func «f:func»() { func inner() { «@its-int» += 1; «@its-list».removeAll { $0 == «@its-int» } }; inner() }
    ~~
    «f»()
    ====
    func «f:func»(_ body: @autoclosure () -> Int) -> Int { «@its-int» += 1; return body() }
    ~~
    print(«f»(«@its-int» * 2))
    ====
    func «f:func»<V>(_ value: inout V, _ body: (inout V) -> Void) { body(&value) }
    ~~
    «f»(&«@its-list») { $0.append(«@its-list».count) }
    ====
    func «f:func»<V>(_ value: inout V, _ body: (inout V) -> Void) { body(&value) }
    ~~
    «f»(&«@its-int») { $0 += «@int»«; «@its-list».append(1)¦» }
    print(«@its-int»)
    ====
    «@its-box».one += «@its-int»
    swap(&«@its-box».one, &«@its-box».pair.«0¦1»)
    ====
    swap(&«@its-box».pair.0, &«@its-box».pair.1)
    print(«@its-box».pair, «@its-box».read())
    ====
    «@its-box».list.sort { «@its-box».one += 1; return $0 < $1 }
    ====
    let «k:var» = «\Numbers.one¦\Numbers.list.count»
    print(«@its-box»[keyPath: «k»])
    ====
    protocol «P:proto» { var n: Int { get }; mutating func add() }
    ~~
    extension «P» { func both() -> Int { n + «@its-int» } }
    ~~
    struct «T:type»: «P» { var n = «@int»; mutating func add() { n += 1; «@its-int» += 1 } }
    ~~
    var «x:var»: «any ¦»«P» = «T»()
    «x».add()
    print(«x».both())
    ====
    enum «E:type»: «CaseIterable, ¦»«Equatable¦Hashable» { case one, two; var value: Int { self == .one ? «@its-int» : 2 } }
    ~~
    print(«E».one.value, «E».two)
    ====
    func «f:func»() throws -> Int { if «@its-int» > 100 { throw CancellationError() }; return «@its-int» }
    ~~
    «print(try «f»())¦let «r:var» = try «f»(); print("tried")¦let r«f» = (try? «f»()) ?? 0; print(r«f»)¦do { print(try «f»()) } catch { print(error) }¦let s«f» = [try «f»(), 1]; print(s«f»)¦if let x = try? «f»() { print(x) }»
    ====
    guard let «v:var» = «@its-list».first else { print("empty"); «exit(0)¦fatalError()» }
    ~~
    print(«v» + «@its-int»)
    ====
    guard «@its-int» < 1000 else { fatalError("too large") }
    ====
    let «v:var»: Int
    ~~
    if «@its-int» > 3 { «v» = 1 } else { «v» = 2 }
    print(«v»)
    ====
    var «v:var»: Int
    «v» = «@its-int»
    «v» += 1
    «print(«v»)¦swap(&«v», &«@its-int»)¦let c«v» = { «v» += 1 }; c«v»(); print(«v»)»
    ====
    var «o:var»: Int? «¦= nil¦= «@its-int»»
    ~~
    «o»? += 1
    print(«o» as Any, «o» ?? «@its-int»)
    ====
    withUnsafeMutablePointer(to: &«@its-int») { p in p.pointee += «@its-list».count }
    ====
    withUnsafePointer(to: &«@its-int») { p in print(p.pointee + «@its-int») }
    ====
    let p«v:var» = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    p«v».initialize(to: «@its-int»)
    swap(&p«v».pointee, &«@its-int»)
    print(p«v».pointee)
    ====
    «@its-int» = «@its-list».count; let «w:var» = «@its-int»; print(«w»)
    ====
    print(«@its-int», «@its-list», «@its-tuple», «@its-text», separator: "«,¦ ¦\n»")
    ====
    print("a", terminator: ""); «@its-int» += 1; print("b")
    ====
    dump(«@its-tuple»)
    ====
    typealias «T:type» = (Int, Int)
    func «f:func»(_ t: «T») -> «T» { (t.1, t.0) }
    ~~
    «@its-tuple» = «f»(«@its-tuple»)
    print(«@its-tuple»)
    ====
    func «f:func»() -> () -> Int { var n = «@its-int»; return { n += 1; «@its-int» += n; return n } }
    ~~
    let «c:var» = «f»()
    print(«c»(), «c»(), «@its-int»)
    ====
    let «c:var» = [{ «@its-int» + 1 }, { «@its-list».count }]
    print(«c».map { $0() })
    ====
    lazy var «v:var» = «@its-int» + 1
    print(«v»)
    ====
    defer { print("at the end", «@its-int») }
    ====
    do { defer { «@its-int» += 1 }; print("in", «@its-int») }
    """#
}
