import Execution
import Testing

/// What the compiler passes over is known for what it is, and nothing else is.
@Suite("Code for other systems")
struct InactiveCodeTests {
  private func passedOver(_ condition: String, modules: Set<String> = []) -> Bool {
    InactiveCode(in: "#if \(condition)\nundefined()\n#endif\nprint(1)", modules: modules)?.directives[2] != nil
  }

  @Test(
    "conditions that hold for no program on Linux",
    arguments: [
      "os(macOS)", "!os(Linux)", "false", "DEBUG", "os(iOS) || os(tvOS)", "os(Linux) && FLAG", "!(os(Linux) || true)",
      "targetEnvironment(simulator)", "canImport(UIKit)", "swift(>=6) && os(Windows)", "!canImport(Glibc) && FLAG",
      "FLAG && os(Linux) || os(macOS)", "canImport(SwiftUI) || false",
    ])
  func passedOver(condition: String) {
    #expect(passedOver(condition))
  }

  @Test(
    "conditions that hold, or that only the compiler can judge",
    arguments: [
      "os(Linux)", "true", "!DEBUG", "os(macOS) || os(Linux)", "swift(>=7)", "compiler(<5)", "canImport(Garden)",
      "canImport(Foundation)", "!canImport(Foundation)", "hasFeature(Embedded)", "arch(arm64)", "FLAG || swift(>=7)",
      "os(Linux) && canImport(Garden)", "os(Linux) || os(macOS) && FLAG", "_runtime(_ObjC)", "!(FLAG && unknown())",
    ])
  func compiled(condition: String) {
    #expect(!passedOver(condition))
  }

  @Test("a module of the book's own may have the name of another system's")
  func ownModule() {
    #expect(!passedOver("canImport(Combine)", modules: ["Combine"]))
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
    let code = try #require(InactiveCode(in: text, modules: []))
    #expect(code.compiledLines == [8, 10, 12, 14, 18])
    #expect(code.directives.keys.sorted() == [5, 16])
    #expect(
      code.directives.mapValues { String(Array(text.utf8)[$0].map { Character(Unicode.Scalar($0)) }) } == [
        5: "#if os(macOS)", 16: "#else",
      ])
  }

  @Test("what has no condition, or cannot be parsed, passes over nothing")
  func nothing() {
    #expect(InactiveCode(in: "print(1)", modules: []) == nil)
    #expect(InactiveCode(in: "print(\"#if os(macOS)\")", modules: []) == nil)
    let deep = String(repeating: "[", count: 2_000)
    #expect(InactiveCode(in: "#if os(macOS)\n\(deep)\n#endif", modules: []) == nil)
  }
}
