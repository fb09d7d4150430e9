import Foundation
import TestSupport
import Testing

/// Books whose examples readers can change, as their authors verify them.
@Suite("Books for pages", .enabled(if: Effort.isThorough, "the engine is compiled for a page, which takes a minute"))
struct LiveBookTests {
  /// What `loopbook verify` says of a book of one chapter: its status, what it told, and what its report has of each
  /// example.
  private static func verify(
    _ examples: [(attributes: String, code: String, output: String)]
  ) throws -> (status: Int32, told: String, live: [String: [String: String]]) {
    let folder = try TemporaryFolder("live-book")
    try folder.write("loopbook.yml", "title: A book\nexamples:\n  live: true\n")
    let fences = examples.map { "```swift \($0.attributes)\n\($0.code)\n```\n\n```output\n\($0.output)\n```\n" }
    try folder.write("one.md", "# One\n\n" + fences.joined(separator: "\n"))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = [
      "--signal=KILL", "400", BuiltProducts.path("loopbook"), "verify", folder.path, "--report",
      "json=\(folder.path("report.json"))",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CACHE_HOME": BuiltProducts.caches]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let told = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let report = try JSONSerialization.jsonObject(with: try Data(contentsOf: URL(filePath: folder.path("report.json"))))
    let verdicts = try #require((report as? [String: Any])?["examples"] as? [[String: Any]])
    let live = verdicts.map { ($0["id"] as? String ?? "", $0["live"] as? [String: String] ?? [:]) }
    return (process.terminationStatus, told, Dictionary(uniqueKeysWithValues: live))
  }

  /// The folder with the engine for pages, which is built first if it is not there.
  static let engine = Result {
    let doctor = try PageModule.start(BuiltProducts.path("loopbook"), ["doctor", "--prepare", "--json"])
    let failure = PageModule.Failure(description: "no engine for pages was built:\n\(doctor.errors)")
    guard doctor.status == 0 else { throw failure }
    let report = try JSONSerialization.jsonObject(with: Data(doctor.output)) as? [String: Any]
    guard let folder = report?["pageEngine"] as? String else { throw failure }
    return folder
  }

  @Test("what does the same in a page is live, and what cannot be has a reason")
  func states() throws {
    let book = try Self.verify([
      (
        "id=thread",
        """
        import LoopEngine
        let worker = try LoopThread(name: "worker") { loop in
          loop.add(LoopTimer(after: .milliseconds(30), label: "t") { _ in print("tick", loop.allModes) })
          print(loop.run(mode: .default, for: .milliseconds(50)))  // vary: loop
        }
        worker.join()
        """.replacing("  // vary: loop", with: ""), "tick [default]\nfinished"
      ),
      (
        "id=list", "print([1, 2], [\"a\"], Set([1]), 1..<3, Int?.none as Any? == nil, Int?(3) ?? 4)",
        "[1, 2] [\"a\"] [1] 1..<3 true 3"
      ),
      (
        "id=slide",
        "let count = 2  // vary: 1...4\nfor number in 1...count { print(number, terminator: \" \") }\nprint(0.5, \"end\")",
        "1 2 0.5 end"
      ),
      ("id=files", "import Glibc\nprint(1)", "1"),
      (
        "id=weak",
        """
        final class Node {
          weak var next: Node?
          let name: String
          init(_ name: String) { self.name = name }
          func later() -> () -> String {
            { [weak self] in
              guard let self else { return "gone" }
              return self.next?.name ?? "alone"
            }
          }
          deinit { print("end of", name, next?.name ?? "alone") }
        }
        var one: Node? = Node("one")
        var two: Node? = Node("two")
        one!.next = two
        two!.next = one
        weak let seen = one
        let ask = one!.later()
        print(ask(), seen === one)
        two = nil
        print(ask())
        one = nil
        print(ask(), seen == nil)
        """, "two true\nend of two one\nalone\nend of one alone\ngone true"
      ),
      (
        "id=errors",
        """
        enum Bad: Error, CustomStringConvertible {
          case odd, low
          var description: String { self == .odd ? "odd" : "low" }
        }
        func half(_ number: Int) throws -> Int {
          guard number % 2 == 0 else { throw Bad.odd }
          return number / 2
        }
        func tell(_ error: any Error) { print("failed:", error) }
        do { print(try [4, 6].map { try half($0) }, try [3].map { number in try half(number) }) } catch { tell(error) }
        do { _ = try half(1) } catch Bad.low { print("low") } catch let error as Bad { print("caught", error) }
        print((try? half(7)) ?? -1, try half(8))
        """, "failed: odd\ncaught odd\n-1 4"
      ),
      (
        "id=local",
        """
        import LoopEngine
        enum Place { @TaskLocal static var name = "outside" }
        func show(_ who: String) { print(who, Place.name) }
        let worker = try Place.$name.withValue("main") {
          let worker = try LoopThread(name: "worker") { _ in
            show("worker")
            Place.$name.withValue("inside") {
              show("worker")
              LoopThread.sleep(for: .milliseconds(20))
              Place.$name.withValue("deeper") { show("worker") }
              show("worker")
            }
            show("worker")
          }
          LoopThread.sleep(for: .milliseconds(10))
          show("main")
          return worker
        }
        worker.join()
        show("main")
        """,
        "worker outside\nworker inside\nmain main\nworker deeper\nworker inside\nworker outside\nmain outside"
      ),
      ("id=any", "protocol P {}\nstruct A: P {}\nlet all: [any P] = [A()]\nprint(all.count)", "1"),
      (
        "id=two-errors",
        """
        struct A: Error {}
        struct B: Error {}
        func fail(_ number: Int) throws { if number == 1 { throw A() } else { throw B() } }
        do { try fail(1) } catch { print(error is A) }
        """, "true"
      ),
      ("id=task", "let task = Task { 1 }\nprint(await task.value)", "1"),
      (
        "id=deinit",
        """
        import LoopEngine
        final class Late {
          deinit {
            LoopThread.sleep(for: .milliseconds(5))
            print("gone")
          }
        }
        var late: Late? = Late()
        let worker = try LoopThread(name: "worker") { _ in print("worker") }
        late = nil
        worker.join()
        """, "worker\ngone"
      ),
      // A page once had zeros for chance, with which drawing a number that fits never ends.
      (
        "id=chance",
        """
        let sides = 6
        var seen: Set<Int> = []
        for _ in 1...1000 { seen.insert(Int.random(in: 1...sides)) }
        print(seen.sorted(), [1, 2, 3].shuffled().sorted(), [4, 4].randomElement() ?? 0, Double.random(in: 0..<1) < 1)
        """, "[1, 2, 3, 4, 5, 6] [1, 2, 3] 4 true"
      ),
      // With a whole number the program is another one, in which the number has another type.
      ("id=halves", "let price = 7.5  // vary: 7, 7.5, 8.5\nprint(price / 2)", "3.75"),
      // These stopped the whole book, since pages did not have the function that is called.
      (
        "id=strides",
        """
        import LoopEngine
        for part in stride(from: 0.0, through: 0.75, by: 0.25) { print(part, terminator: " ") }
        print((7.5).remainder(dividingBy: 2), (-7.5).truncatingRemainder(dividingBy: 2), (0.1).addingProduct(0.1, 10))
        """, "0.0 0.25 0.5 0.75 -0.5 -1.5 1.1"
      ),
      ("id=reads-number", "print(Double(\"3.5\") ?? 0)", "3.5"),
      // Pages had the plain description of what is in a list, and 1.1179999999999999 seconds.
      (
        "id=debug",
        """
        import LoopEngine
        print(Array("it's"), "a,b".split(separator: ","), "abc".first as Any, ["it's", "\\u{301}x"], Set<Character>(["c"]))
        print(Duration.milliseconds(1118), Duration.milliseconds(-2603), Duration.seconds(1) / 3)
        """,
        """
        ["i", "t", "\\'", "s"] ["a", "b"] Optional("a") ["it\\'s", "\\u{5C}u{0301}x"] ["c"]
        1.118 seconds -2.603 seconds 0.3333333333333333 seconds
        """
      ),
      // Pages had the description of a number, which has no sign of what is none.
      (
        "id=sign",
        """
        let zero = 0.0, none = Float.nan
        print(-Double.nan, [-none, none], Double?(-Double.nan) as Any, zero / zero == zero)
        print((-none).description, "\\(-none)")
        """, "-nan [-nan, nan] Optional(-nan) false\nnan -nan"
      ),
      ("id=off live=off", "print(MemoryLayout<Int>.size)", "8"),
    ])
    #expect(book.status == 0, "\(book.told)")
    for id in ["thread", "list", "slide", "weak", "errors", "local", "chance", "halves", "strides", "debug", "sign"] {
      #expect(book.live[id] == ["state": "equal"], "\(id) \(book.told)")
    }
    #expect(book.live["files"]?["reason"] == "imports Glibc, which pages do not have")
    #expect(book.live["task"]?["reason"] == "uses tasks, which the toolchain does not support for pages")
    #expect(
      book.live["reads-number"]?["reason"]
        == "needs the function '_swift_stdlib_strtod_clocale', which pages do not have")
    #expect(book.live["deinit"]?["reason"] == "waits or ends the process in a `deinit`")
    #expect(book.live["off"]?["reason"] == "has `live=off`")
    for id in ["any", "two-errors"] {
      let reason = try #require(book.live[id]?["reason"])
      #expect(reason.hasPrefix("cannot be compiled for pages: "), "\(id) \(reason)")
    }
  }

  @Test("what does something else in a page is an error at the example, with a cure")
  func differences() throws {
    let book = try Self.verify([
      ("id=width", "print(\"width\")\nprint(MemoryLayout<Int>.size)", "width\n8"),
      ("id=same", "print(\"same\")", "same"),
    ])
    #expect(book.status == 1)
    #expect(
      book.told.contains("in a reader's page, the example prints '4' in line 2, instead of '8' [differs-in-page]"),
      "\(book.told)")
    #expect(book.told.contains("live=off"))
    #expect(book.live["same"] == ["state": "equal"])
  }
}
