extension GrammarScenes {
  /// Actors, tasks, threads.
  static let isolation = #"""
    «nonisolated(unsafe) ¦@MainActor ¦¦»var «v:var» = «@int»
    ~~
    «@MainActor ¦nonisolated ¦¦»func «f:func»() { «v» += 1; print(«v») }
    ~~
    «await ¦»«f»()
    ====
    «nonisolated ¦»final class «T:type»«: Sendable¦: @unchecked Sendable¦» { «var¦let» n = 1 }
    ~~
    let «v:var» = «T»()
    ~~
    «Task { print(«v».n) }¦let t«v» = Task { «v».n }; print(await t«v».value)¦let t«v» = Task.detached { «v».n }; print(await t«v».value)¦await withTaskGroup(of: Int.self) { g in g.addTask { «v».n }; for await n in g { print(n) } }»
    ====
    import Dispatch
    var «v:var» = 0
    ~~
    DispatchQueue.«global()¦main».«sync¦async» { «v» += 1 }
    ~~
    print("queued")
    ====
    import Foundation
    var «v:var» = 0
    ~~
    «let t«v» = Thread { «v» += 1 }; t«v».start()¦Thread.sleep(forTimeInterval: 0.001)¦DispatchQueue.concurrentPerform(iterations: 1) { _ in «v» += 1 }¦print(Thread.isMainThread)¦NotificationCenter.default.post(name: .init("n"), object: nil)¦RunLoop.main.run(until: Date())»
    ~~
    print("done")
    ====
    actor «A:type» { var n = 0; func bump() { n += 1 }; nonisolated func free() -> Int { «3¦n» } }
    ~~
    let «v:var» = «A»()
    ~~
    «await «v».bump(); print(await «v».n)¦print(«v».free())¦print(«await ¦»«v».n)»
    ====
    @MainActor final class «T:type» { var n = 0; func go() { n += 1; print(n) }; «nonisolated ¦»init() {} }
    ~~
    let «v:var» = «T»()
    «v».go()
    «func «f:func»() { «v».go() }¦@MainActor func «f:func»() { «v».go() }¦func «f:func»(_ t: isolated (any Actor)?) {}»
    ====
    func «f:func»(_ body: «@Sendable ¦@escaping @Sendable ¦@MainActor ¦sending ¦»() -> Void) { body() }
    ~~
    var «v:var» = 1
    ~~
    «f» { «v» += 1 }
    print(«v»)
    ====
    class «T:type» { var n = 1 }
    ~~
    func «f:func»(_ t: sending «T») { «Task { print(t.n) }¦print(t.n)» }
    ~~
    «let v«f» = «T»()
    «f»(v«f»)
    «print(v«f».n)¦»¦«f»(«T»())¦do { let local = «T»(); «f»(local)«; print(local.n)¦» }»
    ====
    @globalActor actor «A:type» { static let shared = «A»() }
    ~~
    @«A» var «v:var» = 5
    ~~
    «@«A» func «f:func»() -> Int { «v» }
    print(await «f»())¦print(«await ¦»«v»)»
    ====
    func «f:func»() async«throws¦ throws¦» -> Int { «await Task.yield(); ¦»return 4 }
    ~~
    «print(«try ¦»await «f»())¦async let x«f» = «f»()
    print(«try ¦»await x«f»)¦Task { print(«try ¦»await «f»()) }¦_ = «f»()»
    ====
    struct «T:type»: Sendable { var n«: Int¦: () -> Int¦: «@type»» }
    ~~
    print("sendable")
    ====
    let «s:var» = AsyncStream<Int> { c in c.yield(1); c.yield(2); c.finish() }
    ~~
    for await n in «s» { print(n) }
    ====
    import Synchronization
    let «m:var» = Mutex(0)
    ~~
    var «v:var» = [1]
    ~~
    «m».withLock { $0 = «v».count }
    «m».withLock { _ in «v».append(2) }
    print(«v»)
    ====
    @TaskLocal var «v:var» = 1
    ~~
    $«v».withValue(2) { print(«v») }
    ====
    enum «T:type» { @TaskLocal static var depth = 0 }
    ~~
    «T».$depth.withValue(3) { print(«T».depth) }
    """#

  /// Unusual forms.
  static let syntax = #"""
    print("a") ; print("b");print("c")
    ====
    let «v:var» = [1, 2, 3]
      .map { $0 * 2 }
      .filter { $0 > 2 }
    ~~
    print(«v»)
    ====
    let «v:var» = [1, 2]
      #if «os(Linux)¦DEBUG¦true»
      .map { $0 + 1 }
      #endif
    ~~
    «print(«v»)¦»
    ====
    #if «os(Linux)¦os(macOS)¦DEBUG¦swift(>=6)¦canImport(Foundation)¦compiler(<5)»
    let «v:var» = 1
    «func «f:func»() -> Int { «v» }¦struct «T:type» {}¦import Glibc»
    #else
    let «v» = 2
    #endif
    ~~
    print(«v»)
    ====
    let «v:var» = 1
    ~~
    «(1, 2)¦[1, 2].forEach { print($0) }¦.init()¦-1¦{ print("block") }()¦{ print("never") }¦;¦(print("paren"))¦[print("in brackets")]¦"text"¦!true¦&«v»»
    ~~
    print(«v»)
    ====
    print("x")
    ~~
    { print("closure?") }()
    ====
    let «v:var» = "one"
    ~~
    { print("a") }()
    ====
    let «f:func» = { print("called") }
    «f» ()
    («f»)()
    ====
    let «v:var» = """
      multi \(1 + 1)
        line \
      joined
      """
    ~~
    print(«v», #"raw \(no) "quoted""#)
    ====
    let «`class`¦`default`¦`self`¦`Type`¦`init`» = 1
    ~~
    print(`«class¦default¦self¦Type¦init»`)
    ====
    let größe = 3, «v:var»é = "ü", 漢字 = "字", 🎈 = 1
    ~~
    print(größe, «v»é, 漢字, 🎈)
    ====
    «l:label»: for i in 0..<3 { for j in 0..<3 { if j == 1 { «continue¦break» «l» }; print(i, j) } }
    ====
    repeat { print("once") } while false
    var «v:var» = 0
    while «v» < 2 { «v» += 1; if «v» == 1 { continue }; print(«v») }
    ====
    let «v:var» = if «@int» > 3 { "big" } else { "small" }
    let «w:var» = switch «@int» { case 0...5: 1; default: 2 }
    print(«v», «w»)
    ====
    if #available(macOS 99, *) { print("new") } else { print("old") }
    ~~
    @available(«*, deprecated¦*, unavailable¦macOS 99, *¦swift 5¦*, deprecated, renamed: "x"») func «f:func»() { print("available") }
    ~~
    «f»()
    ====
    import «struct Foundation.Date¦class Foundation.NSObject¦func Glibc.sqrt¦Foundation
    import Foundation¦Swift»
    ~~
    «@_exported ¦@testable ¦public ¦internal ¦private ¦@preconcurrency »import «Foundation¦Glibc»
    ~~
    print("imported")
    ====
    let «v:var» = 5 // trailing
    /* block /* nested */ */ print(«v») /* after */ ; print("same line")
    ====
    _ = 1; _ = { $0 + 1 }(2); let _ = 3; (_, _) = (1, 2)
    print("discarded")
    ====
    let (a, b), «v:var» = («@int», 2)
    ====
    func «f:func»(_ x: Int..., y: String = "y", then: () -> Void = {}, else: () -> Void = {}) { then(); `else`(); print(x, y) }
    ~~
    «f»(1, 2) { print("then") } else: { print("else") }
    «f»()
    ====
    switch («@int», "s") { case (0..<5, let s) where s.count > 0: print("low", s); fallthrough; case (_, "s"): print("s"); default: break }
    ====
    let «v:var» = 1; let «w:var» = «v»; func «f:func»() -> Int { «v» + «w» }; print(«f»())
    ====
    @discardableResult func «f:func»() -> Int { print("f"); return 1 }
    «f»(); «f»()
    unused«f»()
    func unused«f»() { }
    ====
    print(«@known», «@known»)
    print(«@known»)
    """#

  /// Modules besides the standard library.
  static let libraries = #"""
    import LoopEngine
    let «v:var» = Loop.current
    ~~
    «v».perform { print("performed") }
    print("before")
    «v».run(until: .now«¦ + .milliseconds(3)»)
    ====
    import LoopEngine
    var «v:var» = 0
    ~~
    Loop.current.add(LoopTimer(after: .milliseconds(1)) { _ in «v» += 1; print("fired") })
    ~~
    «Loop.current.run(until: .now + .milliseconds(5))¦_ = Loop.current.run(mode: .default, for: .milliseconds(20))»
    print("after", «v» > 0)
    ====
    import LoopEngine
    func «f:func»() -> Loop { .current }
    ~~
    print(«f»() === Loop.current, type(of: «f»()), String(reflecting: Loop.self))
    ====
    import LoopEngine
    let «s:var» = SignalSource(label: "«a¦b»") { print("signalled") }
    ~~
    Loop.current.add(«s»)
    «s».signal()
    Loop.current.run(until: .now)
    ====
    import LoopTracing
    print("tracing")
    ====
    import Toolkit
    var «v:var» = Gauge(low: 1, high: 5)
    ~~
    «v».widen(by: 2)«  { print(«v».low) }¦»
    modify(&«v».low) { «$0 += 1¦«v».high += 1; $0 += 1¦$0 += «v».high» }
    print(«v», doubled(2.5), counted(), counted())
    ====
    import Toolkit
    «@access»class «T:type»: Widget { «@member»override func title() -> String { "my " + super.title() } }
    ~~
    print(«T»("x").title(), String(reflecting: Widget.self))
    «Widget("z").name = "q"¦hidden()¦»
    ====
    import Toolkit
    «@access»struct «T:type»: Labelled { «@member»«var label: String { "mine" }¦» }
    ~~
    print(«T»().label)
    extension «Int¦Gauge»: «@retroactive ¦»Labelled {}
    print(3.label)
    ====
    import Toolkit
    «import CToolkit
    ¦»let «v:var» = toolkit_point(x: 1, y: 2)
    print(«v».sum, toolkit_twice(2))
    ====
    import Foundation
    struct «T:type»: Codable { var n = 1; var s = "x" }
    ~~
    print(String(decoding: try JSONEncoder().encode(«T»()).sorted(), as: UTF8.self).count)
    «print(try JSONDecoder().decode(«T».self, from: Data("{}".utf8)))¦»
    ====
    import Foundation
    print(«Date(timeIntervalSince1970: 0)¦URL(fileURLWithPath: "/a/b").lastPathComponent¦Data([1, 2]).base64EncodedString()¦NSString(string: "x").length¦Bundle.main.bundleIdentifier as Any¦ProcessInfo.processInfo.processName¦CommandLine.arguments.count¦NSObject().isEqual(nil)¦Calendar(identifier: .gregorian).component(.year, from: Date(timeIntervalSince1970: 0))¦NumberFormatter().string(from: 1.5) as Any»)
    ====
    import Foundation
    «@access»class «T:type»: NSObject { «@member»override var description: String { "described" }; «@objc ¦»func f() {} }
    ~~
    print(«T»(), «T»().isEqual(1))
    ====
    import Observation
    @Observable «@access»class «T:type» { «@inner»var n = 1 }
    ~~
    let «v:var» = «T»()
    withObservationTracking { print(«v».n) } onChange: { print("changes") }
    «v».n = 2
    ====
    import Glibc
    «print(getpid() > 0)¦print(strlen("abc"))¦var «v:var» = tm(); «v».tm_year = 3; print(«v».tm_year)¦errno = 0; usleep(10); print(errno)¦qsort(nil, 0, 1) { _, _ in 0 }; print("sorted")¦puts("put")»
    """#
}
