import DifferentialModel
import Execution
import ProgramFuzzing
import TestSupport
import Testing

/// What the compiler passes over is known for what it is, and nothing else is.
@Suite("Code for other systems")
struct InactiveCodeTests {
  private func passedOver(
    _ condition: String, modules: Set<String> = [], versions: CompilerVersions? = nil, answers: [String: Bool] = [:]
  ) -> Bool {
    var conditions = KnownConditions()
    conditions.modules = modules
    conditions.versions = versions
    conditions.answers = answers
    let text = "#if \(condition)\nundefined()\n#endif\nprint(1)"
    return InactiveCode(in: text, knowing: conditions)?.directives[2] != nil
  }

  @Test(
    "conditions that hold for no program on Linux",
    arguments: [
      "os(macOS)", "!os(Linux)", "false", "DEBUG", "os(iOS) || os(tvOS)", "os(Linux) && FLAG", "!(os(Linux) || true)",
      "targetEnvironment(simulator)", "canImport(UIKit)", "swift(>=6) && os(Windows)", "!canImport(Glibc) && FLAG",
      "FLAG && os(Linux) || os(macOS)", "canImport(SwiftUI) || false", "arch(wasm32)", "_runtime(_ObjC)",
    ])
  func passedOver(condition: String) {
    #expect(passedOver(condition))
  }

  @Test(
    "conditions that hold, or that only the compiler can judge",
    arguments: [
      "os(Linux)", "true", "!DEBUG", "os(macOS) || os(Linux)", "swift(>=7)", "compiler(<5)", "canImport(Garden)",
      "canImport(Foundation)", "!canImport(Foundation)", "hasFeature(Embedded)", "FLAG || swift(>=7)",
      "os(Linux) && canImport(Garden)", "os(Linux) || os(macOS) && FLAG", "_runtime(_Native)",
      "!(FLAG && unknown())",
    ])
  func compiled(condition: String) {
    #expect(!passedOver(condition))
  }

  @Test("a module of the book's own may have the name of another system's")
  func ownModule() {
    #expect(!passedOver("canImport(Combine)", modules: ["Combine"]))
  }

  @Test("what depends on the version is known where the compiler is", arguments: ["5", "6", nil])
  func versions(mode: String?) throws {
    let versions = try #require(CompilerVersions("Swift version 6.3.1 (swift-6.3.1-RELEASE)", languageMode: mode))
    #expect(passedOver("compiler(>=7)", versions: versions))
    #expect(!passedOver("compiler(>=6.3.1)", versions: versions))
    #expect(!passedOver("compiler(>=6.3.1.0)", versions: versions))
    #expect(passedOver("swift(>=6)", versions: versions) == (mode != "6"))
    #expect(passedOver("swift(<6)", versions: versions) == (mode == "6"))
    #expect(!passedOver("swift(>=six)", versions: versions))
    #expect(CompilerVersions("nothing of the kind", languageMode: mode) == nil)
  }

  /// Conditions of which each part is known, and so the whole.
  private struct RandomCondition {
    var random: RandomSource

    mutating func next(depth: Int = 0) -> String {
      switch depth > 3 ? 0 : random.below(7) {
      case 0, 1, 2:
        let version = [
          "4", "5", "5.9", "5.10", "5.10.1", "5.11", "6", "6.0.0", "6.1", "6.3", "6.3.0", "6.9", "7", "11.2",
        ]
        switch random.below(8) {
        case 0: return "os(\(random.pick(["Linux", "macOS", "Windows", "iOS", "Android"])))"
        case 1: return random.pick(["true", "false", "FLAG", "DEBUG"])
        case 2: return "arch(\(random.pick(["x86_64", "arm64", "wasm32", "i386"])))"
        case 3:
          return random.pick([
            "targetEnvironment(simulator)", "canImport(UIKit)", "_runtime(_ObjC)", "canImport(Glibc)",
            "canImport(Gone)",
            "hasFeature(Embedded)", "hasFeature(BareSlashRegexLiterals)", "hasAttribute(frozen)", "_endian(little)",
            "_pointerBitWidth(_32)", "canImport(Foundation.Gone)", "objectFormat(ELF)",
          ])
        case 4, 5: return "swift(\(random.pick([">=", "<"]))\(random.pick(version)))"
        default: return "compiler(\(random.pick([">=", "<"]))\(random.pick(version)))"
        }
      case 3: return "!(\(next(depth: depth + 1)))"
      case 4: return "(\(next(depth: depth + 1)))"
      case 5: return "\(next(depth: depth + 1)) && \(next(depth: depth + 1))"
      default: return "\(next(depth: depth + 1)) || \(next(depth: depth + 1))"
      }
    }
  }

  @Test("the same lines are passed over as by the compiler", arguments: ["5", "6"])
  func compiler(mode: String) async throws {
    let folder = try TemporaryFolder()
    var random = RandomCondition(random: RandomSource(seed: 7))
    var text = ""
    var marks: [Int] = []
    var line = 0
    func add(_ added: String) {
      text += added + "\n"
      line += 1
    }
    for number in 0..<200 {
      for clause in ["#if \(random.next())", "#elseif \(random.next())", "#else"] {
        add(clause)
        add("#warning(\"\(number)\")")
        marks.append(line)
      }
      add("#endif")
    }
    try folder.write("main.swift", text)
    let run = try ProgramRun("swiftc", ["-typecheck", "-swift-version", mode, folder.path("main.swift")])
    let compiled = Set(
      run.output.matches(of: /main\.swift:([0-9]+):[0-9]+: warning/).compactMap { Int($0.output.1) })
    let toolchain = try await Toolchain(environment: Workshop.environment)
    var conditions = KnownConditions()
    conditions.versions = CompilerVersions(try await toolchain.version(Workshop.environment), languageMode: mode)
    var settings = ModuleSettings()
    settings.languageMode = mode
    let questions = conditions.questions(in: text).sorted()
    try await Workshop.open { workshop in
      conditions.answers = await workshop.compiler.answers(to: questions, settings: settings)
    }
    #expect(conditions.answers.values.contains(true) && conditions.answers.values.contains(false))
    #expect(conditions.questions(in: text).isEmpty)
    let code = try #require(InactiveCode(in: text, knowing: conditions))
    #expect(!compiled.isEmpty)
    for mark in marks {
      #expect((code.directives[mark] == nil) == compiled.contains(mark), "line \(mark)")
    }
  }

  @Test("a condition that the compiler does not understand leaves the answers to the others")
  func wrongCondition() async throws {
    let conditions = ["canImport(Glibc)", "hasFeature(Embedded)", "unknownCall(x)"]
    try await Workshop.open { workshop in
      let answers = await workshop.compiler.answers(to: conditions, settings: ModuleSettings())
      #expect(answers == ["canImport(Glibc)": true, "hasFeature(Embedded)": false])
    }
  }

  @Test("each line has the directive that decides, in whatever depth; imports count for nothing")
  func lines() throws {
    let text = """
      import Foundation
      #if os(macOS)
        import AppKit
        #if true
          let a = 1
        #endif
      #elseif canImport(Garden)
        let b = 2
      #else
        let c = 3
      #endif
      struct S {
        #if os(Linux)
          let d = "#if"
        #else
          let e = 5
        #endif
      }
      """
    let code = try #require(InactiveCode(in: text, knowing: KnownConditions()))
    #expect(code.compiledLines == [8, 10, 12, 14, 18])
    #expect(code.directives.keys.sorted() == [5, 16])
    #expect(code.importLines == [3])
    #expect(
      code.directives.mapValues { String(Array(text.utf8)[$0].map { Character(Unicode.Scalar($0)) }) } == [
        5: "#if os(macOS)", 16: "#else",
      ])
  }

  @Test("what has no condition, or cannot be parsed, passes over nothing")
  func nothing() {
    #expect(InactiveCode(in: "print(1)", knowing: KnownConditions()) == nil)
    #expect(InactiveCode(in: "print(\"#if os(macOS)\")", knowing: KnownConditions()) == nil)
    let deep = String(repeating: "[", count: 2_000)
    #expect(InactiveCode(in: "#if os(macOS)\n\(deep)\n#endif", knowing: KnownConditions()) == nil)
  }
}
