import TestSupport
import Testing
import Text

@testable import Reference

@Suite("Words that are nearly fields")
struct MisspeltFieldTests {
  private func cure(_ text: String, _ parameters: [String]? = ["plant", "count"]) -> String? {
    MisspeltField(Array(text.utf8)[...], parameters: parameters)?.cure
  }

  @Test(
    "a slip of the keyboard is told, with what was meant",
    arguments: [
      ("Paramter plant: What.", "did you mean `Parameter plant:`?"),
      ("Paramter soil: What.", "did you mean `Parameter soil:`?"),
      ("Parameters plant: What.", "did you mean `Parameter plant:`?"),
      ("param count: What.", "did you mean `Parameter count:`?"),
      ("Paramters:", "did you mean `Parameters:`?"), ("Retruns: It.", "did you mean `Returns:`?"),
      ("Retrun: It.", "did you mean `Returns:`?"), ("Throw: `E`.", "did you mean `Throws:`?"),
      ("throwss : `E`.", "did you mean `Throws:`?"), ("Noet: Look.", "did you mean `Note:`?"),
      ("Waring: Look.", "did you mean `Warning:`?"), ("IMPORTENT: Look.", "did you mean `Important:`?"),
      ("Preconditon: One.", "did you mean `Precondition:`?"), ("Pre-condition: One.", "did you mean `Precondition:`?"),
      ("Complexty: O(1)", "did you mean `Complexity:`?"), ("See also: It.", "did you mean `SeeAlso:`?"),
      ("Sicne: 1.0", "did you mean `Since:`?"), ("To do: All.", "did you mean `ToDo:`?"),
      ("Parameter plant What.", "write `Parameter plant:`"),
      ("Parameter `plant` - What: a name.", "write `Parameter plant:`"),
      ("Parameter plant, count: Both.", "write `Parameter plant:`"), ("Parameter: What.", "write `Parameter NAME:`"),
    ])
  func slips(text: String, cure: String) {
    #expect(CommentField(Array(text.utf8)[...]) == nil)
    #expect(self.cure(text) == cure)
  }

  @Test("one parameter is the one that is meant")
  func onlyParameter() {
    #expect(cure("Parameter: What.", ["plant", "plant"]) == "write `Parameter plant:`")
  }

  @Test(
    "other words begin items like any others",
    arguments: [
      "Note that it grows: slowly", "Thread: one", "Data: bytes", "Node: a place", "Rate: fast", "Tap: water",
      "Bag: full",
      "Notes: many", "Required: yes", "Session: one", "Variant: a", "Intention: good", "Experience: none",
      "Morning: cold",
      "Condition: dry", "Versions: all", "Warnings: none", "Returned: a plant", "Through: a door", "Thrown: away",
      "Parameters of it: many", "Parameters used: two", "Parameter order matters: always", "Parameter passing",
      "Returns a plant", "Perimeter garden: long", "Argument first: one", "See: also", "Retruns", "Paramter plant",
      "`Retruns`: code", "**Retruns:** bold", "1: one", ": nothing", "", " Retruns: indented",
    ])
  func words(text: String) {
    #expect(cure(text) == nil)
  }

  @Test("where it is not known what the parameters are, their names prove nothing")
  func unknownParameters() {
    #expect(cure("Parameter: What.", nil) == nil)
    #expect(cure("Parameter plant What.", nil) == nil)
    #expect(cure("Parameters plant: What.", nil) == nil)
    #expect(cure("Paramter plant: What.", nil) == "did you mean `Parameter plant:`?")
  }

  @Test("it is told at its line of the Swift file, in lists and quotes")
  func places() throws {
    let reference = try DescribedModule(
      """
      /// Plants.
      ///
      /// - Paramter plant: What.
      /// - Retruns: How many.
      /// - Thread: any.
      ///
      /// > Waring: It grows.
      public func plant(_ plant: String) -> Int { 1 }
      """
    ).reference()
    let told = reference.diagnostics.map { "\($0.place?.position?.line ?? 0): \($0.message), \($0.cure ?? "")" }
    #expect(
      told == [
        "3: `Paramter` is not a field of doc comments, did you mean `Parameter plant:`?",
        "4: `Retruns` is not a field of doc comments, did you mean `Returns:`?",
        "7: `Waring` is not a field of doc comments, did you mean `Warning:`?",
      ])
    #expect(reference.diagnostics.allSatisfy { $0.id == "misspelt-field" && $0.severity == .warning })
  }

  @Test("a result of what returns nothing is told; initializers make something")
  func results() throws {
    let reference = try DescribedModule(
      """
      public struct S {
        /// - Returns: A new one.
        public init() {}
        /// - Returns: One.
        public func one() -> Int { 1 }
        /// - Returns: Nothing.
        public func none() async throws {}
        /// - Returns: Nothing.
        public static func void() -> Void {}
        /// - Returns: Perhaps nothing.
        public func perhaps() -> Void? { nil }
      }
      """
    ).reference()
    #expect(reference.diagnostics.map(\.id) == ["unknown-result", "unknown-result"])
    #expect(reference.diagnostics.map { $0.place?.position?.line } == [6, 8])
  }

  @Test("an error of what does not throw is told")
  func errors() throws {
    let reference = try DescribedModule(
      """
      public struct S {
        /// - Throws: Nothing.
        public init() {}
        /// - Throws: One.
        public func one() async throws(CancellationError) {}
        /// - Throws: What the body throws.
        public func all(_ body: () throws -> Void) rethrows {}
        /// - Throws: One.
        public subscript(number: Int) -> Int { get throws { number } }
        /// - Throws: Nothing.
        public static func none() async -> Int { 1 }
      }
      """
    ).reference()
    #expect(reference.diagnostics.map(\.id) == ["unknown-error", "unknown-error"])
    #expect(reference.diagnostics.map { $0.place?.position?.line } == [2, 10])
  }
}
