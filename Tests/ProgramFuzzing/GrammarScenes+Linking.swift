extension GrammarScenes {
  /// What may need a library that only an import brings.
  static let linking = #"""
    print((2.5)«.rounded(«@rounding»)¦.squareRoot()¦.rounded()¦.truncatingRemainder(dividingBy: 2)¦.remainder(dividingBy: 2)»)
    ====
    var «v:var» = «2.5¦Float(3.5)¦-1.25»
    ~~
    «v»«.round(«¦«@rounding»»)¦.formSquareRoot()¦.negate()¦ *= 2»
    ~~
    print(«v», Int(«v»))
    ====
    «import Foundation
    ¦import Glibc
    ¦»print(«pow(2, 10)¦pow(2.0, 0.5)¦sqrt(2.0)¦floor(2.5)¦sin(0.0)¦exp(1.0)¦fmod(7.0, 2.0)¦log2(8.0)¦abs(-2.5)¦max(1.5, 2)¦hypot(3.0, 4.0)»)
    ====
    «import Foundation
    ¦»let «v:var» = «String(format: "%.2f", 1.5)¦"a,b".components(separatedBy: ",")¦"Hello".lowercased()¦"abc".replacingOccurrences(of: "b", with: "x")¦"abc".contains("b")¦"x".trimmingCharacters(in: .whitespaces)¦Date(timeIntervalSince1970: 0)¦URL(string: "a/b")¦UUID.self¦"abc".range(of: "b") == nil»
    ~~
    print(«v»)
    ====
    func «f:func»(_ x: Double) -> Double { x.rounded(«@rounding») }
    ~~
    «print(«f»(1.5))¦»
    ====
    extension Double { var «f:func»: Double { «self.rounded(.down)¦squareRoot()¦self * 2» } }
    ~~
    print((9.5).«f»)
    ====
    «import Dispatch
    ¦»«DispatchQueue.global().sync { print("queue") }¦let q = DispatchQueue(label: "q"); q.sync { print("q") }¦let g = DispatchGroup(); g.wait(); print("group")¦let s = DispatchSemaphore(value: 1); s.wait(); print("sem")»
    ====
    @_silgen_name("«no_such_symbol¦strlen¦loopbook_reached¦swift_retain¦sqrt¦pthread_create»") func «f:func»()
    ~~
    «print("not called")¦if CommandLine.arguments.count > 5 { «f»() }»
    ====
    let «v:var» = «try await Task.sleep(nanoseconds: 1)¦try Regex("a+")¦/a+b/¦#/a+/#»
    ~~
    print("made", type(of: «v»))
    ====
    print(«"aab".firstMatch(of: /a+/) != nil¦"a1".contains(/[0-9]/)¦"x y".split(separator: /\s/)»)
    ====
    «import Synchronization
    ¦»let «v:var» = «Atomic(1)¦Mutex("s")¦ManagedBuffer<Int, Int>.create(minimumCapacity: 1) { _ in 1 }.header»
    ~~
    print("ok")
    ====
    print(«Int.random(in: 1...1)¦[1, 2, 3].shuffled().count¦Double.pi.rounded(.down)¦(7.0 / 2).rounded(.toNearestOrEven)¦Double.random(in: 0...1) < 2¦Float16(1.5).rounded()¦SIMD4<Float>(1, 2, 3, 4).sum()¦SIMD2<Double>(1.5, 2.5).rounded(.up)»)
    """#

  /// How programs come to their end.
  static let endings = #"""
    enum «E:type»: Error«, CustomStringConvertible { case bad; var description: String { "described" } }¦ { case bad(Int), worse }»
    ~~
    func «f:func»(_ n: Int) throws«(«E»)¦» -> Int { if n > 5 { throw «E».«bad(n)¦worse¦bad» }; return n }
    ~~
    «try «f»(7)¦print(try «f»(2))¦print(try? «f»(9) as Any)¦print(try! «f»(8))¦do { _ = try «f»(9) } catch { print(error, "\(error)") }¦do { _ = try «f»(9) } catch «E».worse { print("worse") }¦do { _ = try «f»(9) } catch let e as «E» { print(e) }»
    ====
    «exit(«0¦1¦3»)¦fatalError("stop «@int»")¦preconditionFailure()¦precondition(«@int» > 5, "too small")¦assert(1 > 2, "assertion")¦assertionFailure("no")»
    ~~
    print("after")
    ====
    «import Glibc
    ¦import Foundation
    »«exit(«0¦4»)¦atexit { print("at exit") }¦abort()¦raise(SIGTERM)¦kill(getpid(), SIGKILL)¦_exit(0)¦fputs("no newline", stdout)¦fputs("to stderr\n", stderr)¦setvbuf(stdout, nil, _IOLBF, 4096)»
    ~~
    print("after", terminator: "«¦\n¦ »")
    ====
    let «v:var» = [1, 2, 3]
    ~~
    print(«v»[«@int»])
    ====
    let «v:var»: Int? = «nil¦1»
    ~~
    print(«v»!)
    ====
    print("partial", terminator: "")
    ====
    let «v:var» = UInt8(«@int» * «@int» * 2)
    ~~
    print(«v» &+ 200, «v» «+¦-¦*» «200¦1»)
    ====
    func «f:func»(_ n: Int) -> Int { n == 0 ? 0 : 1 + «f»(n - 1) }
    ~~
    print(«f»(«10¦1000¦100000000»))
    ====
    let «v:var» = ["a": 1, "b": 2, "c": 3, "d": 4]
    ~~
    «print(«v»)¦for (k, n) in «v» { print(k, n) }¦print(«v».keys.first!)¦print(Set([1, 5, 9, 13]))¦print("x".hashValue)¦print(«v».sorted { $0.key < $1.key })»
    ====
    «return¦break¦continue¦throw CancellationError()¦try Task.checkCancellation()¦await Task.yield()»
    ~~
    print("reached?")
    ====
    let «v:var» = «"s" as Any as! Int¦[1] as Any as? [String]¦Int("x")!¦1 / («@int» - «@int»)¦(«@int»...«@int»).count¦Array(repeating: 0, count: «@int» - 3).count»
    ~~
    print(«v» as Any)
    """#
}
