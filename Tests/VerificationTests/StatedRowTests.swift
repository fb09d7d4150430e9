import Testing

@testable import Verification

/// What comments behind calls of `print` say of several values.
@Suite("Several values in comments")
struct StatedRowTests {
  @Test(
    "a call prints what the comment says, or something else, or what cannot be told",
    arguments: [
      ("5, 11", ["5 11"], Agreement.same), ("5, 11", ["5 12"], .different), ("5, 11", ["5"], .different),
      ("5, 11", ["5", "11"], .same), ("5, 11", ["5", "12"], .different), ("5, 11", ["5", "12", "5 11"], .same),
      ("5 and 11.", ["5 11"], .same), ("5, 6, and 7", ["5 6 7"], .same), ("5, 11", ["5, 11"], .same),
      ("5, 11", ["a: 5 11"], .unknown), ("5, 11", ["[5, 11]"], .same), ("5, 11", ["[5, 12]"], .different),
      ("5, 11", [], .unknown), ("x = 5, y = 11", ["5 11"], .same), ("x = 5, y = 11", ["5 12"], .different),
      ("x = 5, y = 11", ["16"], .unknown), ("x = 5, y = 11", ["x = 5, y = 11"], .same),
      ("x = 5, y = 11", ["x = 5, y = 12"], .different), ("x = 5, y = 11", ["y = 5, x = 12"], .unknown),
      ("x: 5, y: 11", ["x: 5, y: 12"], .different), ("1.0, true", ["1.0 true"], .same),
      ("1, 2", ["1.0 2.0"], .different),
    ])
  func printed(comment: String, texts: [String], agreement: Agreement) throws {
    #expect(try #require(StatedRow(comment)).agreement(withPrinted: texts) == agreement)
  }

  @Test(
    "behind several calls on a line, the last value is what the last call printed",
    arguments: [
      ("3, 4", ["4"], Agreement.same), ("3, 4", ["3"], .different), ("3, 4", ["3 4"], .same),
      ("3, 4", ["a b"], .unknown), ("x = 3, y = 4", ["3"], .unknown),
    ])
  func lastPrinted(comment: String, texts: [String], agreement: Agreement) throws {
    #expect(try #require(StatedRow(comment)).agreement(withLastPrinted: texts) == agreement)
  }

  @Test(
    "other words are not values",
    arguments: ["5", "x = 5", "a, b", "5, b", "5, x = 6", "", ", ", "1,000", "in 2, 3 days"])
  func words(comment: String) {
    #expect(StatedRow(comment) == nil)
  }

  @Test(
    "nothing is printed",
    arguments: ["Prints nothing", " prints nothing, since it is `nil`.", "No output", "This prints nothing."]
  )
  func nothing(comment: String) {
    #expect(ProbedComments.saysNothingIsPrinted(comment))
  }

  @Test(
    "other words", arguments: ["Prints nothings", "prints", "nothing", "Prints nothing else", "Prints nothing but 5"])
  func something(comment: String) {
    #expect(!ProbedComments.saysNothingIsPrinted(comment))
  }
}
