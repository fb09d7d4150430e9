extension GrammarScenes {
  /// Accesses to a variable, or to parts of it, that may overlap.
  static let exclusivity = #"""
    «@access»struct «T:type» { var one«: Int = ¦ = »«@int»; var two = «@int»; var list = [3, 1, 2] }
    ~~
    «@access»func «f:func»(_ x: inout Int, _ y: inout Int) { «let s = x + y; x = s / 2; y = s - x¦(x, y) = (y, x)¦x += y» }
    ~~
    var «v:var» = «T»()
    ~~
    «f»(&«v».one, &«v».«two¦two¦two¦one¦list[0]»)
    ~~
    print(«v».one, «v».two)
    ====
    var «t:var» = («@int», «@int»)
    ~~
    «swap(&«t».0, &«t».1)¦(«t».0, «t».1) = («t».1, «t».0)¦swap(&«t».1, &«t».0)¦«t».0 += «t».1»
    ~~
    print(«t»)
    ====
    var «l:var» = [5, 3, 4, 1]
    ~~
    «swap(&«l»[0], &«l»[1])¦«l».swapAt(0, 1)¦«l».sort { «l».count > 0 && $0 < $1 }¦«l».sort { $0 < $1 }¦«l».removeAll { $0 == «l».count }¦«l».removeAll { $0 == 3 }¦«l».withUnsafeMutableBufferPointer { $0[0] = «l».count }¦«l».withUnsafeMutableBufferPointer { $0[0] = 9 }¦«l».append(«l».count)¦«l»[«l».count - 1] += «l»[0]¦«l»[0] += { «l»[1] = 7; return 1 }()¦«l».insert(contentsOf: «l», at: 1)¦for e in «l» { «l».append(e) }¦«l».reserveCapacity({ «l».append(1); return 9 }())¦«l».replaceSubrange(0..<1, with: «l»)»
    ~~
    print(«l»)
    ====
    struct «T:type» { var values = [3, 1, 2]; var steps = 0«; mutating func each(_ body: () -> Void) { steps += 1; body() }¦» }
    ~~
    var «s:var» = «T»()
    ~~
    «s».values.«sort { x, y in «s».steps += 1; return x < y }¦removeAll { _ in «s».steps += 1; return «false¦«s».steps > 1» }¦withUnsafeMutableBufferPointer { p in «s».steps += p.count }¦append({ «s».steps += 1; return «s».steps }())¦sort { $0 > $1 }¦removeAll(where: { $0 == «s».steps })»
    ~~
    print(«s».values, «s».steps)
    ====
    func «f:func»«<V>(_ value: inout V, _ body: () -> Void) { body(); }¦(_ value: inout Int, _ body: () -> Void) { value += 1; body(); value += 1 }»
    ~~
    struct «T:type» { var a = 1; var b = 2«; var nested = (x: 1, y: 2)¦»; static var shared = 5 }
    ~~
    «var¦nonisolated(unsafe) var¦var¦var» «v:var» = «T»()
    ~~
    «f»(&«v».«a¦a¦b») { «v».«b += 1¦a += 1¦b = «v».a¦a = 4» }
    ~~
    print(«v»«.a¦.b¦»)
    ====
    final class «T:type» { var a = 1; var b = 2; func both(_ x: inout Int) { x += a } }
    ~~
    let «v:var» = «T»()
    ~~
    «swap(&«v».a, &«v».b)¦«v».both(&«v».a)¦«v».both(&«v».b)¦{ (x: inout Int) in «v».a += 1; x += 1 }(&«v».«a¦b»)»
    ~~
    print(«v».a, «v».b)
    ====
    struct «T:type» { var n = 1; mutating func «f:func»(_ body: () -> Int) { n += body() }; mutating func «g:func»(_ other: inout «T») { other.n += n; n += 1 } }
    ~~
    var «v:var» = «T»()
    ~~
    var «w:var» = «T»()
    ~~
    «v».«f»«  { «v».n }¦  { «w».n }¦({ 3 })»
    ~~
    «v».«g»(&«v¦w¦w»)
    ~~
    print(«v».n, «w».n)
    ====
    var «d:var» = ["k": [1, 2], "j": [3]]
    ~~
    «d["k"]!.append(d["j"]!.count)¦swap(&«d»["k"]!, &«d»["j"]!)¦«d»["k", default: []].append(contentsOf: «d»["j"]!)¦«d»["k"]?.removeAll { _ in «d».count > 5 }¦«d».merge(["z": [1]]) { a, b in a + b + («d»["k"] ?? []) }¦«d»["q", default: [«d».count]] += [1]»
    ~~
    print(«d».count, «d»["k"]?.count ?? -1)
    ====
    var «v:var» = 1 {
      didSet { print("set", «v»«, oldValue¦»)«; if «v» < 3 { «v» += 1 }¦» }
    }
    ~~
    func «f:func»(_ x: inout Int) { x += 1; «print(«v»)¦» }
    ~~
    «f»(&«v»)
    ~~
    «v» += 1
    ====
    var «v:var» = 0
    ~~
    func «f:func»(_ x: inout Int, _ body: () -> Void) { x += 1; body(); print(x) }
    ~~
    «f»(&«v») { «v» += 1 }
    ====
    var «v:var» = 0
    ~~
    func «g:func»() -> Int { «v» += 1; return «v» }
    ~~
    func «f:func»(_ x: inout Int, _ y: Int) { x += y }
    ~~
    «f»(&«v», «g»())
    ~~
    print(«v», «g»() + «v», «v» + «g»())
    ====
    enum «T:type» { case number(Int), pair(Int, Int); mutating func «f:func»(_ body: () -> «T») { self = body() } }
    ~~
    var «v:var» = «T».pair(1, 2)
    ~~
    «v».«f» { if case .pair(let x, let y) = «v» { return .number(x + y) } else { return .number(0) } }
    ~~
    print(«v»)
    ====
    var «v:var»: Int? = «1¦nil»
    ~~
    «v»?«.negate()¦ += 1¦ = «v».map { $0 + 1 }»
    ~~
    if «var x¦let x» = «v» { «x += 1; ¦»print(x, «v» as Any) }
    ====
    struct «T:type» { var items: [Int] = [1, 2, 3]; var log: [String] = []; subscript(i: Int) -> Int { get { items[i] } «set { items[i] = newValue }¦_modify { yield &items[i] }» } }
    ~~
    var «q:var» = «T»()
    ~~
    «swap(&«q»[0], &«q»[1])¦«q»[0] += «q»[1]¦«q».items.withUnsafeMutableBufferPointer { p in «q».log.append("\(p.count)") }¦«q».items.withUnsafeBufferPointer { p in «q».log.append("\(p.count)") }¦withUnsafeMutablePointer(to: &«q».items) { p in «q».log.append("\(p.pointee.count)") }¦withUnsafePointer(to: «q».items) { p in «q».log.append("\(p.pointee.count)") }»
    ~~
    print(«q».items, «q».log)
    ====
    func «f:func»() {
      var local = (a: 1, b: 2)
      «swap(&local.a, &local.b)¦let c = { local.a += 1 }; c(); swap(&local.a, &local.b)¦func inner() { local.a += 1 }; inner(); swap(&local.a, &local.b)»
      print(local)
    }
    ~~
    «f»()
    ====
    struct «T:type» { static var x = 1; static var y = (1, 2); var m = 0 }
    ~~
    «swap(&«T».y.0, &«T».y.1)¦swap(&«T».x, &«T».y.0)»
    ~~
    print(«T».x, «T».y)
    """#
}
