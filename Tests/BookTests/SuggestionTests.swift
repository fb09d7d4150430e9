import Testing
import Text

@Suite("Suggestions")
struct SuggestionTests {
  @Test(
    "the name with the fewest edits is meant, if it is near",
    arguments: [
      ("titel", "title"), ("TITLE", "title"), ("tile", "title"), ("ttile", "title"), ("output", "output"),
      ("langauge", "language"),
      ("zzz", nil), ("", nil), ("titlemania", nil), ("言葉の本", "言葉の木"),
    ] as [(String, String?)])
  func nearest(name: String, expected: String?) {
    #expect(NearestName.suggestion(for: name, among: ["output", "title", "language", "言葉の木"]) == expected)
  }

  @Test("of names that are as near, the first in order is meant")
  func ties() {
    #expect(NearestName.suggestion(for: "cat", among: ["rat", "bat", "hat"]) == "bat")
  }

  @Test("a name that nobody would type gets no suggestion")
  func long() {
    let name = String(repeating: "x", count: 201)
    #expect(NearestName.suggestion(for: name, among: [name]) == nil)
  }
}
