import Foundation
import ProgramFuzzing
import TestSupport
import Testing

@testable import Execution

extension ProcessSuites {
  /// What names mean, as the compiler's library for editors says it, against what the programs say and against the
  /// compiler's own tree.
  @Suite("Names of programs")
  struct NameReaderTests {
    private static func settings(_ mode: String = "6") -> ModuleSettings {
      var settings = ModuleSettings()
      settings.languageMode = mode
      settings.importFolders = ["\(BuiltProducts.folder)/Modules"]
      settings.flags = ["CLinux", "CReference"].flatMap {
        ["-Xcc", "\(ModuleSettings.mapFlag)\(BuiltProducts.folder)/\($0).build/module.modulemap"]
      }
      return settings
    }

    private static func ask(_ texts: [String]) async throws -> [(NameReader.Question, NameReader.Answer?)] {
      try await Workshop.open { workshop in
        let reader = try NameReader(workshop.compiler, program: BuiltProducts.path("type-reader"))
        let questions = texts.enumerated().map {
          NameReader.Question(ProgramSource(name: "n\($0)", text: $1, settings: settings()))
        }
        return Array(zip(questions, try await reader.answers(to: questions)))
      }
    }

    /// The declarations of the names in a program, each with its name and what stands before it on its line.
    private static func declarations(_ text: String) async throws -> [(name: String, line: Int, told: [String])] {
      let (question, answer) = try await ask([text])[0]
      let bytes = Array(text.utf8)
      return zip(question.names, try #require(answer)).map { name, meanings in
        let line = bytes[..<name.range.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
        return (name.text, line, meanings.map(\.declaration))
      }
    }

    @Test(
      "are told with their types",
      arguments: [
        // Closures, and what they capture.
        ("let all = [1, 2].map { number in \"\\(number)\" }", "number", "let number: Int"),
        ("let all = [1, 2].map { number in \"\\(number)\" }", "all", "let all: [String]"),
        ("let all = [1, 2].filter { $0 > 1 }", "$0", "let $0: Int"),
        // Shadowing: the last of the name.
        ("let x = 1\ndo {\n  let x = \"a\"\n  print(x)\n}", "x", "let x: String"),
        ("let x: Int? = 1\nif let x { print(x) }", "x", "let x: Int"),
        // Overloads by label and by type.
        ("func f(_ a: Int) {}\nfunc f(_ a: String) {}\nf(\"\")", "f", "func f(_ a: String)"),
        ("func f(a: Int) {}\nfunc f(b: Int) -> Int { b }\n_ = f(b: 1)", "f", "func f(b: Int) -> Int"),
        ("func f(a: Int) {}\nfunc f(b: Int) -> Int { b }\n_ = f(b: 1)", "b", "func f(b: Int) -> Int"),
        // Generics, opaque types and existentials.
        (
          "func first<T: Collection>(of all: T) -> T.Element? where T.Element: Hashable { all.first }\n_ = first(of: [1])",
          "first", "func first<T>(of all: T) -> T.Element? where T : Collection, T.Element : Hashable"
        ),
        ("func make() -> some Sequence<Int> { [1] }\nlet made = make()", "made", "let made: some Sequence<Int>"),
        ("let any: any Equatable = 1\nprint(any)", "any", "let any: any Equatable"),
        ("func each<each T>(_ x: repeat each T) {}\neach(1, \"\")", "each", "func each<each T>(_ x: repeat each T)"),
        // Property wrappers and key paths.
        (
          "@propertyWrapper struct Twice { var wrappedValue: Int; var projectedValue: String { \"\" } }\n"
            + "struct S { @Twice var n = 1 }\nprint(S().$n)", "$n", "var $n: String { get }"
        ),
        ("struct S { var n = 1 }\nprint(\\S.n)", "n", "var n: Int"),
        // Result builders.
        (
          "@resultBuilder enum List { static func buildBlock(_ all: Int...) -> [Int] { all } }\n"
            + "func list(@List _ body: () -> [Int]) -> [Int] { body() }\nlet two = 2\nprint(list { 1; two })", "two",
          "let two: Int"
        ),
        // Enumerations, patterns and errors.
        (
          "enum E: Error { case a(code: Int) }\ndo { throw E.a(code: 1) } catch E.a(let code) { print(code) }", "code",
          "let code: Int"
        ),
        ("struct E: Error {}\nfunc f() throws(E) {}\ndo { try f() } catch { print(error) }", "error", "let error: E"),
        // Text that is not ASCII before and in a name.
        ("let äöü = \"😀\", 名前 = 1; print(\"é\", 名前)", "名前", "let 名前: Int"),
        ("let `class` = 1\nprint(`class`)", "class", "let `class`: Int"),
        // Lines that go on.
        ("let text = \"\"\"\n  \\([1]\n    .count)\n  \"\"\"\nprint(text)", "count", "var count: Int { get }"),
        // Concurrency.
        ("actor A { func f() async -> Int { 1 } }\nprint(await A().f())", "f", "func f() async -> Int"),
      ])
    func types(text: String, name: String, declaration: String) async throws {
      let told = try await Self.declarations(text).last { $0.name == name }
      let first = try #require(told?.told.first)
      // Attributes come first, and a script's variables are the main actor's.
      #expect(first == declaration || first.hasPrefix("@") && first.hasSuffix(" " + declaration), "\(first)")
    }

    @Test("of a type that is called are those of the initializer, too")
    func calledTypes() async throws {
      let told = try await Self.declarations("struct S { var a: Int }\nlet s = S(a: 1)")
      #expect(told.last { $0.name == "S" }?.told == ["struct S", "init(a: Int)"])
      #expect(told.last { $0.name == "a" }?.told == ["init(a: Int)"])
    }

    @Test("are not told where the words of a text or of a comment stand, nor those of another branch")
    func elsewhere() async throws {
      let names = ProgramName.all(in: "let a = \"b \\(c) d\" // e\n#if NO\nlet f = 1\n#endif\n/* g */")
      #expect(names.map(\.text).filter { "bdeg".contains($0) } == [])
      let told = try await Self.declarations("#if NO\nlet f = 1\n#endif\nlet g = 1")
      #expect(told.map { $0.told.count } == [0, 0, 1] || told.map { $0.told.count } == [0, 1])
    }

    @Test("of a program that does not compile are told as far as they are known")
    func rejected() async throws {
      let told = try await Self.declarations("let a = 1\nlet b: Int = missing(a)\nprint(b)")
      #expect(told.first { $0.name == "a" }?.told == ["@MainActor let a: Int"])
      #expect(told.first { $0.name == "missing" }?.told == [])
      #expect(told.allSatisfy { $0.told.allSatisfy { !$0.contains("error type") && !$0.hasSuffix(": _") } })
    }

    @Test("of a program with `@main` are told")
    func mainType() async throws {
      let told = try await Self.declarations("@main struct Program { static func main() { let x = 1; print(x) } }")
      #expect(told.last { $0.name == "x" }?.told == ["let x: Int"])
    }

    @Test("are answered for many programs, in their order")
    func manyPrograms() async throws {
      let answers = try await Self.ask((0..<45).map { "let n\($0) = \($0)" })
      #expect(answers.map { $0.1?.first?.first?.declaration } == (0..<45).map { "@MainActor let n\($0): Int" })
    }

    @Test("cannot be had without the library")
    func missing() async throws {
      let workshop = try await Workshop(sandbox: nil)
      #expect(throws: NameReader.Failure.self) { try NameReader(workshop.compiler, program: "/nowhere/type-reader") }
      await workshop.close()
    }

    @Test("of one program are not known where the library crashes over it, and those of the others are")
    func crash() async throws {
      try await Workshop.open { workshop in
        let program = "\(workshop.scratch.sources)/reader"
        // Answers for each program, and is killed by one that says so.
        try """
        #!/bin/sh
        grep '^program ' "$2" | while read -r _ path; do
          grep -q crash "$path" && { kill -9 $$; exit; }
          printf 'name\\0374\\0370\\037source.lang.swift.decl.var.global\\037x\\037s:x\\037main\\037Int\\037let x: Int\\037\\036done\\036'
        done
        """.write(toFile: program, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let reader = try NameReader(workshop.compiler, program: program)
        let texts = ["let x = 1", "let x = 2", "let x = 3 // crash", "let x = 4", "let x = 5 // crash"]
        let questions = texts.enumerated().map {
          NameReader.Question(ProgramSource(name: "c\($0)", text: $1, settings: ModuleSettings()))
        }
        let answers = try await reader.answers(to: questions)
        #expect(answers.map { $0?.first?.first?.declaration } == ["let x: Int", "let x: Int", nil, "let x: Int", nil])
      }
    }

    // MARK: Against the compiler's tree

    private static let repository = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

    /// The Swift listings of the book.
    private static let programs: [String] = {
      let folder = "\(repository)/content"
      let chapters = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return chapters.filter { $0.hasSuffix(".md") }.sorted().flatMap { chapter -> [String] in
        var programs: [String] = []
        var current: String?
        for line in ((try? String(contentsOfFile: "\(folder)/\(chapter)", encoding: .utf8)) ?? "").split(
          separator: "\n", omittingEmptySubsequences: false)
        {
          if line.hasPrefix("```swift"), !line.contains("quote") {
            current = ""
          } else if line.hasPrefix("```") {
            if let program = current { programs.append(program) }
            current = nil
          } else if let text = current {
            current = text + line + "\n"
          }
        }
        return programs
      }
    }()

    /// What the compiler's tree says of names that are used: by place, the name and what tells its declaration from
    /// others; nothing where the program does not compile.
    private static func tree(_ source: ProgramSource, _ compiler: Compiler) async throws -> [Int: (String, String)] {
      let (folder, _) = try #require(compiler.freshFolder("tree"))
      try source.text.write(toFile: "\(folder)/main.swift", atomically: false, encoding: .utf8)
      let flags = compiler.flags(source.settings, step: "-dump-ast")
      var command = Command(
        compiler.toolchain.frontend, flags + ["-dump-ast-format", "json", "main.swift"],
        environment: compiler.environment, folder: folder, timeout: .seconds(60))
      command.outputLimit = 512 << 20
      let result = try await compiler.supervisor.run(command)
      guard result.succeeded else { return [:] }
      var found: [Int: (String, String)] = [:]
      func walk(_ value: Any) {
        if let list = value as? [Any] { return list.forEach(walk) }
        guard let node = value as? [String: Any] else { return }
        if let kind = node["_kind"] as? String, ["declref_expr", "member_ref_expr"].contains(kind),
          node["implicit"] == nil, let range = node["range"] as? [String: Int],
          let place = range[kind == "declref_expr" ? "start" : "end"], let decl = node["decl"] as? [String: Any],
          let name = decl["base_name"] as? String, let usr = decl["decl_usr"] as? String
        {
          found[place] = (name, usr)
        }
        node.values.forEach(walk)
      }
      walk(try JSONSerialization.jsonObject(with: Data(result.output)))
      return found
    }

    @Test("in the book's listings are those of the compiler's tree, and nearly all are known")
    func book() async throws {
      let texts = Effort.part(of: Self.programs, ordinary: 16, thorough: 5)
      try #require(texts.count > 10)
      let answers = try await Self.ask(texts)
      var (names, known, compared) = (0, 0, 0)
      try await Workshop.open { workshop in
        for (question, answer) in answers {
          let tree = try await Self.tree(question.source, workshop.compiler)
          // What does not compile by itself is a part of a session.
          if tree.isEmpty { continue }
          for (name, meanings) in zip(question.names, try #require(answer)) {
            names += 1
            if !meanings.isEmpty { known += 1 }
            guard let (text, usr) = tree[name.range.lowerBound], text == name.text, let first = meanings.first else {
              continue
            }
            compared += 1
            let isSame = usr.isEmpty ? first.fits(name) : meanings.contains { $0.usr == usr }
            #expect(isSame, "\(name.text) is \(first.usr), not \(usr), in\n\(question.source.text)")
          }
        }
      }
      print("\(names) names, \(known) known, \(compared) compared with the compiler's tree")
      #expect(known * 100 >= names * 95)
      #expect(compared * 4 > names)
    }
  }
}
