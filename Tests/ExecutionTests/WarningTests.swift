import Files
import ProgramFuzzing
import Testing

@testable import Execution

extension ProcessSuites {
  @Suite("Warnings of programs")
  struct WarningTests {
    private static let text = "func one() -> Int { 1 }\none()\n"

    @Test("a program has the warnings that it has in a file of its own")
    func warned() async throws {
      let warnings = try await Workshop.open { workshop in
        await workshop.compiler.warnings(
          about: Self.text, name: "w", parsedAsLibrary: false, settings: ModuleSettings())
      }
      #expect(warnings?.map(\.line) == [2])
    }

    // Each was asked about for a while, since the compiler warns of how programs share a module: a book of short
    // programs took five times as long.
    @Test("of programs that share a module, only those that the compiler warns of are asked about")
    func askedAbout() async throws {
      let texts = [
        "print(1)\n", Self.text, "let a = 2\nprint(a)\n", "func f() {}\nf()\n",
        "let all = [1, 2].map { one -> Int in\nlet two = one * 2\nreturn two\n}\nprint(all)\n",
      ]
      let sources = texts.enumerated().map { number, text in
        ProgramSource(name: "w\(number)", text: text, settings: ModuleSettings())
      }
      let (programs, asked) = try await Workshop.open { workshop in
        let programs = await workshop.build(sources)
        return (programs, FileTree.names(in: workshop.scratch.sources).filter { $0.hasSuffix("-warnings") })
      }
      #expect(programs.map(\.aloneReason?.text) == [nil, nil, nil, nil, nil])
      #expect(programs.map { $0.warnings.map(\.line) } == [[], [2], [], [], []])
      #expect(asked == ["w1-warnings"])
    }

    // The compiler warns of a function's body and of a script in several passes, not all of which look at both.
    @Test(
      "programs that share a module have the warnings that each has by itself, wherever these are",
      arguments: ["5", "6"])
    func sharedWarnings(mode: String) async throws {
      var settings = ModuleSettings()
      settings.languageMode = mode
      let bodies = Self.places.enumerated().flatMap { number, place in
        Self.causes.enumerated().map { cause, text in
          let text = Self.declarations + place.replacing("BODY", with: text) + "\n"
          return ProgramSource(name: "w\(number)-\(cause)", text: text, settings: settings)
        }
      }
      let globals = ["let", "var"].flatMap { word in
        Self.values.enumerated().map { number, value in
          let text = Self.declarations + "\(word) n = \(value)\nfunc h() { print(n as Any) }\nh()\n"
          return ProgramSource(name: "\(word)-\(number)", text: text, settings: settings)
        }
      }
      let sources = bodies + globals
      try await Workshop.open { workshop in
        let programs = await workshop.build(sources)
        let slots = Slots(2)
        let expected = Results<[CompilerMessage]?>()
        await withTaskGroup(of: Void.self) { tasks in
          for (number, source) in sources.enumerated() {
            tasks.addTask {
              await expected.set(
                await slots.run {
                  await workshop.compiler.warnings(
                    about: source.text, name: source.name, parsedAsLibrary: false, settings: source.settings)
                }, at: number)
            }
          }
        }
        var warned = 0
        for (source, (program, expected)) in zip(sources, zip(programs, await expected.inOrder)) {
          guard case .loadable = program.outcome, program.aloneReason == nil, let expected else { continue }
          #expect(program.warnings == expected, "\(source.name):\n\(source.text)")
          warned += expected.isEmpty ? 0 : 1
        }
        #expect(warned > 90)
      }
    }

    private static let declarations = """
      func number() -> Int { 7 }
      @available(*, deprecated) func old() -> Int { 8 }
      struct Pair { var a = 1, b = 2 }

      """

    /// Where something is warned of.
    private static let places = [
      "BODY", "func f() {\nBODY\n}\nf()", "let f = { () -> Void in\nBODY\n}\nf()",
      "let f: () -> Void = {\nBODY\n}\nfunc g() -> () -> Void { f }\ng()()",
      "var count: Int {\nBODY\nreturn 1\n}\nprint(count)",
      "struct S {\nvar n: Int = {\nBODY\nreturn 2\n}()\n}\nprint(S().n)",
      "struct S {\nstatic let n: Int = {\nBODY\nreturn 2\n}()\n}\nprint(S.n)",
      "final class C {\nlazy var n: Int = {\nBODY\nreturn 2\n}()\n}\nprint(C().n)",
      "let n = [1, 2].map { each in\nBODY\nreturn each\n}\nfunc h() -> [Int] { n }\nprint(h())",
      "let n = (1...2).contains { each in\nBODY\nreturn each == 1\n} ? 1 : 2\nfunc h() { print(n) }\nh()",
      "let (n, m): ([Int], Int) = ([1].map { each in\nBODY\nreturn each\n}, 2)\nfunc h() { print(n, m) }\nh()",
      "let n = \"\\([1].map { each in\nBODY\nreturn each\n})\"\nfunc h() { print(n) }\nh()",
      "let n = try [1].map { each throws -> Int in\nBODY\nreturn each\n}, m = 2\nfunc h() { print(n, m) }\nh()",
      "var n: Int = {\nBODY\nreturn 2\n}() { didSet { print(n) } }\nfunc h() { n += 1 }\nh()",
      "let n: [Int: () -> Int]? = [1: { [m = number()] in\nBODY\nreturn m\n}]\nfunc h() { print(n![1]!()) }\nh()",
      "let n = if number() > 3 {\n1\n} else {\n2\n}\nfunc h() { print(n) }\nh()\nBODY",
      "do {\nBODY\n}", "for each in 0..<2 where each > 0 {\nBODY\n}", "if number() > 1 {\nBODY\n}",
      "func f(_ body: () -> Void = {\nBODY\n}) { body() }\nf()", "defer {\nBODY\n}\nprint(1)",
      "extension Pair {\nmutating func change() {\nBODY\n}\n}\nvar pair = Pair()\npair.change()\nprint(pair.a)",
    ]

    /// What is warned of in the value of a global that functions use.
    private static let values = [
      "3 as Int is Int", "\"\\(Optional(5))\"", "number() == nil", "try? number()", "[1: 2, 1: 3]", "old()",
      "Optional(1) ?? number()", "number() ?? 2", "number() as Int", "3 as! Int", "(fatalError() as Never, 1).1",
      "Pair().a.hashValue == nil", "true ? 1 : 2", "number().self",
    ]

    /// What is warned of, in passes of the compiler that differ.
    private static let causes = [
      "let unused = 3", "var still = 4\nprint(still)", "var written = 1\nwritten = 2", "number()",
      "let other: Int? = 5\nprint(\"\\(other)\")", "if let some = Optional(1) {}", "do { print(number()) } catch {}",
      "let closure = { () -> Int in fatalError(); return 1 }\nprint(closure)",
    ]

    @Test("a compiler that gives no answer has not said that there are none")
    func unknown() async throws {
      let warnings = try await Workshop.open { workshop in
        var compiler = workshop.compiler
        compiler.limit = .microseconds(1)
        return await compiler.warnings(
          about: Self.text, name: "w", parsedAsLibrary: false, settings: ModuleSettings())
      }
      #expect(warnings == nil)
    }
  }
}
