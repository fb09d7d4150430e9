internal import Foundation
import TestSupport
import Testing
import Text

@testable import Reference

@Suite("Links to symbols")
struct LinkTests {
  private static let declarations = """
    public struct Loop {
      public func run(until limit: Int) {}
      public func run() {}
      public func go(_ x: Int) -> Int { x }
      public func go(_ x: String) -> Int { 0 }
      public func go(_ x: String) -> String { x }
      public func pair(_ x: (Int, String), _ y: [Int]) {}
      public func pair(_ x: Int, _ y: [String: Int]) {}
      public var mode: Mode { .a }
      public static var shared: Loop { Loop() }
      public var shared: Loop { Loop() }
      public enum Mode { case a, other(Int) }
      public static func / (l: Loop, r: Loop) -> Loop { l }
      public static func - (l: Loop, r: Loop) -> Loop { l }
    }
    public protocol Source { func start(); associatedtype Body }
    extension Source { public func start() {}; public func twice() {} }
    public struct Timer: Source { public typealias Body = Int }
    public func run() {}
    public struct Clash {}
    @freestanding(expression) public macro Clash() -> Int = #externalMacro(module: "X", type: "Y")
    public func free(_ x: Int...) {}
    extension String { public func shout() {} }
    extension Dictionary.Keys { public func k() {} }
    """

  /// Links, and what they lead to: a path with its anchor; nothing where they lead nowhere.
  private static let links: [(from: String, link: String, target: String?)] = [
    ("Loop", "run(until:)", "api/M/Loop.md#run(until:)"),
    ("Loop", "Loop/run(until:)", "api/M/Loop.md#run(until:)"),
    ("Loop", "M/Loop/run(until:)", "api/M/Loop.md#run(until:)"),
    ("Loop", "/M/Loop/run(until:)", "api/M/Loop.md#run(until:)"),
    ("Loop", "run()", "api/M/Loop.md#run()"),
    ("Timer", "run()", "api/M-Functions.md#run()"),
    ("Timer", "run(until:)", nil),
    ("Loop", "run", nil),
    ("Loop", "Mode/a", "api/M/Loop.Mode.md#a"),
    ("Loop", "Mode/other(_:)", "api/M/Loop.Mode.md#other(_:)"),
    ("Loop.Mode", "a", "api/M/Loop.Mode.md#a"),
    ("Loop.Mode", "run(until:)", "api/M/Loop.md#run(until:)"),
    ("Loop.Mode", "Mode", "api/M/Loop.Mode.md"),
    ("Loop.Mode", "Timer", "api/M/Timer.md"),
    ("Timer", "Mode", nil),
    ("Loop", "go(_:)", nil),
    ("Loop", "go(_:)-(Int)", "api/M/Loop.md#go(_:)-HASH0"),
    ("Loop", "go(_:)->String", "api/M/Loop.md#go(_:)-HASH2"),
    ("Loop", "go(_:)-(String)->Int", "api/M/Loop.md#go(_:)-HASH1"),
    ("Loop", "go(_:)-(Bool)", nil),
    ("Loop", "pair(_:_:)-((Int,String),_)", "api/M/Loop.md#pair(_:_:)-HASH3"),
    ("Loop", "pair(_:_:)-(_,[String:Int])", "api/M/Loop.md#pair(_:_:)-HASH4"),
    ("Loop", "shared", nil),
    ("Loop", "shared-type.property", "api/M/Loop.md#shared-HASH5"),
    ("Loop", "shared-swift.property", "api/M/Loop.md#shared-HASH6"),
    ("Loop", "-(_:_:)", "api/M/Loop.md#-(_:_:)"),
    ("Source", "start()", "api/M/Source.md#start()"),
    ("Timer", "Source/twice()", "api/M/Source.md#twice()"),
    ("Timer", "Source/Body", "api/M/Source.md#Body"),
    ("Timer", "Clash-struct", "api/M/Clash.md"),
    ("Timer", "Clash", "api/M/Clash.md"),
    ("Timer", "Clash()", "api/M-Macros.md#Clash()"),
    ("Timer", "free(_:)", "api/M-Functions.md#free(_:)"),
    ("Timer", "M", "api/M.md"),
    ("Timer", "Loop/nothing", nil),
    ("Timer", "Loop/Mode/b", nil),
    ("Timer", "Swift/String/shout()", "api/M/Swift-String.md#shout()"),
    ("Timer", "Int", nil),
  ]

  private static func expected(_ target: String) -> String {
    let usrs = [
      "s:1M4LoopV2goyS2iF", "s:1M4LoopV2goySiSSF", "s:1M4LoopV2goyS2SF", "s:1M4LoopV4pairyySi_SSt_SaySiGtF",
      "s:1M4LoopV4pairyySi_SDySSSiGtF", "s:1M4LoopV6sharedACvpZ", "s:1M4LoopV6sharedACvp",
    ]
    return usrs.enumerated().reduce(target) { $0.replacing("HASH\($1.offset)", with: StableHash.text($1.element)) }
  }

  @Test("names are looked up among members, then outwards, as DocC does")
  func resolves() throws {
    let reference = try DescribedModule(Self.declarations).reference()
    for (from, link, target) in Self.links {
      let found = reference.symbols.resolve(link, from: "api/M/\(from).md")
      let address = (try? found.get()).map { $0.page + ($0.anchor.map { "#\($0)" } ?? "") }
      #expect(address == target.map(Self.expected), "\(link) in \(from)")
    }
    // From a chapter, what the modules declare is known.
    for (link, target) in [("Loop/run()", "run()"), ("M/Loop/run()", "run()"), ("Loop/Mode", nil as String?)] {
      #expect(try reference.symbols.resolve(link, from: nil).get().anchor == target)
    }
  }

  private struct Problems: Decodable {
    struct Problem: Decodable {
      struct Range: Decodable {
        struct Position: Decodable { var line: Int }
        var start: Position
      }
      var range: Range?
    }
    var diagnostics: [Problem]
  }

  @Test("DocC itself finds the same links, and the same hashes")
  func asDocC() throws {
    // Each link stands in the comment of a function beside what it is seen from.
    var text = Self.declarations
    for (from, members) in Dictionary(grouping: Self.links.enumerated(), by: \.element.from) {
      text += "\nextension \(from) {\n"
      for (number, link) in members {
        text += "  /// ``\(link.link)``\n  public func link\(number)() {}\n"
      }
      text += "}\n"
    }
    let module = try DescribedModule(text)
    let file = module.folder.path("problems.json")
    let run = try ProgramRun(
      "docc",
      [
        "convert", "--additional-symbol-graph-dir", module.folder.path("graphs-M"), "--output-path",
        module.folder.path("out.doccarchive"), "--fallback-display-name", "M", "--fallback-bundle-identifier", "m",
        "--diagnostics-file", file,
      ])
    #expect(run.status == 0)
    let problems = try JSONDecoder().decode(Problems.self, from: Data(contentsOf: URL(filePath: file)))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let unknown = Set(
      problems.diagnostics.compactMap { problem in
        problem.range.map { lines[$0.start.line] }.flatMap { line in
          line.hasPrefix("  public func link") ? Int(line.dropFirst(18).prefix { $0 != "(" }) : nil
        }
      })
    #expect(unknown == Set(Self.links.indices.filter { Self.links[$0].target == nil }))
    let folder = module.folder.path("out.doccarchive/data/documentation/m/loop")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let hashes = names.filter { $0.hasPrefix("go(_:)-") }.map { "api/M/Loop.md#\($0.dropLast(5))" }.sorted()
    #expect(hashes == (0...2).map { Self.expected("api/M/Loop.md#go(_:)-HASH\($0)") }.sorted())
  }

  @Test("a link that leads nowhere is told where it stands, with the nearest name")
  func mistakes() throws {
    let reference = try DescribedModule(
      """
      /// Like ``Lop``, ``Loop/rnu()``, ``Loop/run``,
      /// and ``Loop/go(_:)``; ``x y`` is code, and `Loop` as well.
      public struct User {}
      public struct Loop {
        public func run() {}
        public func go(_ x: Int) {}
        public func go(_ x: String) {}
        /// In here ``go(_:)`` is one of the two, though there is a single one outside.
        public func inside() {}
      }
      public func go(_ x: Double) {}
      """
    ).reference()
    #expect(
      reference.diagnostics.map(\.message) == [
        "the symbol `Lop` is unknown", "`Loop` does not have a member `rnu()`", "`Loop` does not have a member `run`",
        "`go(_:)` can be 2 symbols", "`go(_:)` can be 2 symbols",
      ])
    #expect(
      reference.diagnostics.map(\.cure) == [
        "did you mean ``Loop``?", "did you mean ``Loop/run()``?", "did you mean ``Loop/run()``?",
        "write one of ``Loop/go(_:)-(Int)``, ``Loop/go(_:)-(String)``",
        "write one of ``go(_:)-(Int)``, ``go(_:)-(String)``",
      ])
    #expect(
      reference.diagnostics.map {
        "\($0.place?.position?.line ?? 0):\($0.place?.position?.column ?? 0)+\($0.place?.length ?? 0)"
      } == ["1:12+3", "1:21+10", "1:37+8", "2:11+11", "8:17+6"])
    #expect(reference.diagnostics.allSatisfy { $0.place?.path == "M/M.swift" && $0.severity == .error })
    #expect(
      reference.text("api/M/User.md").contains(
        "Like `Lop`, `Loop/rnu()`, `Loop/run`,\nand `Loop/go(_:)`; ``x y`` is code, and `Loop` as well.\n"))
  }

  @Test("what several modules have is told apart by the module")
  func modules() throws {
    let reference = try DescribedModule([
      ("One", ["One.swift": "/// Like ``Item``.\npublic struct Item {}\npublic struct Only {}"]),
      ("Two", ["Two.swift": "/// Like ``Item`` and ``Only``.\npublic struct Item {}"]),
    ]).reference()
    #expect(reference.diagnostics.isEmpty)
    let symbols = reference.symbols
    #expect(try symbols.resolve("Only", from: nil).get().path == "One/Only")
    #expect(try symbols.resolve("Two/Item", from: nil).get().path == "Two/Item")
    guard case .failure(let problem) = symbols.resolve("Item", from: nil) else {
      Issue.record("one of the two was taken")
      return
    }
    #expect(problem.message == "`Item` can be 2 symbols")
    #expect(problem.suggestions == ["One/Item", "Two/Item"])
  }

  @Test("what suggestions say can be pasted, and leads where they say")
  func suggestions() throws {
    let reference = try DescribedModule(Self.declarations).reference()
    for (from, link, target) in Self.links where target == nil {
      guard case .failure(let problem) = reference.symbols.resolve(link, from: "api/M/\(from).md") else { continue }
      for suggestion in problem.suggestions {
        #expect(
          (try? reference.symbols.resolve(suggestion, from: "api/M/\(from).md").get()) != nil,
          Comment(rawValue: suggestion))
      }
    }
  }

  @Test("what tells symbols of one name apart fits one of them only, however much of it is written already")
  func suffixes() throws {
    let module = """
      public struct O {
        public func go(_ x: Int) -> Int { x }
        public func go(_ x: String) -> Int { 0 }
        public func go(_ x: String) -> Bool { true }
        public func go(_ x: Int) -> Bool { true }
        public func list(_ x: Array<Int>) {}
        public func list(_ x: Optional<(Int) -> Void>) {}
        public func list(_ x: Dictionary<String, [Int?]>) {}
        public func rnu() {}
        public func run(_ x: Int) {}
      }
      """
    let symbols = try DescribedModule(module).reference().symbols
    for link in [
      "O/go(_:)", "O/go(_:)-(String)", "O/go(_:)->Bool", "O/go(_:)-method", "O/go(_:)-(Double)", "O/list(_:)",
    ] {
      guard case .failure(let problem) = symbols.resolve(link, from: nil) else {
        Issue.record("\(link) is taken for one of several")
        continue
      }
      #expect(problem.suggestions.count > 1)
      let targets = problem.suggestions.compactMap { try? symbols.resolve($0, from: nil).get().usr }
      #expect(Set(targets).count == problem.suggestions.count, "\(problem.suggestions)")
      if link == "O/go(_:)-(String)" {
        #expect(problem.suggestions == ["O/go(_:)-(String)->Bool", "O/go(_:)-(String)->Int"])
      }
    }
    for link in ["([Int])", "(((Int)->Void)?)", "([String:[Int?]])", "(Array<Int>)", "(Optional<(Int)->Void>)"] {
      #expect((try? symbols.resolve("O/list(_:)-\(link)", from: nil).get()) != nil, "\(link)")
    }
    guard case .failure(let problem) = symbols.resolve("O/run", from: nil) else { return }
    #expect(problem.suggestions == ["O/run(_:)"])
  }
}
