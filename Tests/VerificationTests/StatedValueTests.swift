import Testing

@testable import Verification

/// What comments say values are, and what Swift shows of the values.
@Suite("Values in comments")
struct StatedValueTests {
  @Test(
    "a comment says what the value is",
    arguments: [
      ("3", "3", "3"), (" 3.", "3", "3"), ("→ 3", "3", "3"), ("0xFF", "255", "255"), ("1_000", "1000", "1000"),
      ("[.a, .b]", "[main.W.a, main.W.b]", "[main.W.a, main.W.b]"),
      ("0.333...", "0.3333333333333333", "0.3333333333333333"), ("-1e3", "-1000.0", "-1000.0"),
      ("18446744073709551615", "18446744073709551615", "18446744073709551615"), ("inf", "inf", "inf"),
      ("\"a b\"", "a b", "\"a b\""), ("“a”", "a", "\"a\""), (#""a\nb""#, "a\nb", #""a\nb""#),
      (#""say \"hi\"""#, "say \"hi\"", #""say \"hi\"""#), ("\"/tmp/x\"", "/tmp/x", "Path(/tmp/x)"),
      ("[1,2]", "[1, 2]", "[1, 2]"), ("[]", "[]", "[]"), ("[:]", "[:]", "[:]"),
      (#"["b": 2, "a": 1]"#, #"["a": 1, "b": 2]"#, #"["a": 1, "b": 2]"#), ("[2, 1]", "[1, 2]", "Set([1, 2])"),
      ("Set([2, 1])", "[1, 2]", "Set([1, 2])"), (#"["a, b", "]"]"#, #"["a, b", "]"]"#, #"["a, b", "]"]"#),
      (#"(1, "a b")"#, #"(1, "a b")"#, #"(1, "a b")"#), ("(x: 1, y: 2)", "(x: 1, y: 2)", "(x: 1, y: 2)"),
      ("[1, nil]", "[Optional(1), nil]", "[Optional(1), nil]"), (".north", "north", "Way.north"), ("nil", "nil", "nil"),
      ("Optional(5)", "Optional(5)", "Optional(5)"), ("Way.north", "north", "main.Way.north"), (".none", "nil", "nil"),
      (".a(x: 3)", "a(x: 3)", "main.E.a(x: 3)"), (".success(3)", "success(3)", "Result.success(3)"),
      ("P(x: 1, y: 2)", "P(x: 1, y: 2)", "main.P(x: 1, y: 2)"), ("0.333…", "0.3333333333333333", "0.3333333333333333"),
      ("≈ 0.33", "0.3333333333333333", "0.3333333333333333"), ("== 4", "4", "4"),
      ("1...5", "1...5", "ClosedRange(1...5)"),
      ("[1, 2]", "[1, 2]", "\"[1, 2]\""), ("Optional(…)", "Optional(7)", "Optional(7)"),
      ("[(\"a\", 1)]", "[(key: \"a\", value: 1)]", "[(key: \"a\", value: 1)]"), ("5", "5[utf8]", "5[utf8]"),
      ("≈ 1.5e3", "1523.0", "1523.0"), (".none", "none", "main.K.none"), ("0b101", "5", "5"), ("1...", "1...", "1..."),
      ("[[1], [3, 4]]", "[ArraySlice([1]), ArraySlice([3, 4])]", "[ArraySlice([1]), ArraySlice([3, 4])]"),
      ("[1: [1, 2]]", "[1: ArraySlice([1, 2])]", "[1: ArraySlice([1, 2])]"), (".nan", "nan", "nan"),
      (#"["k": [2, 1]]"#, #"["k": Set([1, 2])]"#, #"["k": Set([1, 2])]"#), ("([2, 1], 1)", "(Set([1, 2]), 1)", "()"),
      (".init(x: 1)", "P(x: 1)", "main.P(x: 1)"), ("1, 2", "(1, 2)", "(1, 2)"),
      ("1, 2 and 3", "[1, 2, 3]", "[1, 2, 3]"),
      ("1, 2", "1, 2", "\"1, 2\""), ("1, true.", "(a: 1, b: true)", "(a: 1, b: true)"),
    ])
  func isSame(comment: String, alone: String, inside: String) throws {
    #expect(try #require(StatedValue(comment)).agreement(with: [alone, inside]) == .same)
  }

  @Test(
    "a value that is shown in other words than the comment's may be what it says or not",
    arguments: [
      (".blue", "#00F", "#00F"), ("P(x: 1)", "one", "one"), (".red", "Color(hue: 0)", "main.Color(hue: 0)"),
      ("[.red, .blue]", "[main.Color(hue: 0), main.Color(hue: 240)]", "[main.Color(hue: 0), main.Color(hue: 240)]"),
      (#"["k": .red]"#, #"["k": main.Color(hue: 0)]"#, #"["k": main.Color(hue: 0)]"#),
      (".paint(.red)", "paint(main.Color(hue: 0))", "main.Event.paint(main.Color(hue: 0))"), (".max", "5", "5"),
      ("[.ham]", "Toppings(rawValue: 1)", "main.Toppings(rawValue: 1)"), (".seconds(2)", "2.0 seconds", "2.0 seconds"),
      ("[.seconds(1)]", "[1.0 seconds]", "[1.0 seconds]"), (".root", "main.Node", "main.Node"),
    ])
  func isUnknown(comment: String, alone: String, inside: String) throws {
    let said = try #require(StatedValue(comment))
    #expect(said.agreement(with: [alone, inside]) == .unknown)
    // So it is asked as code.
    #expect(said.code != nil || comment.hasPrefix("P("))
  }

  @Test(
    "a comment says something else",
    arguments: [
      ("3", "30", "30"), ("3", "3.0", "3.0"), ("[.a, .c]", "[main.W.a, main.W.b]", "[main.W.a, main.W.b]"),
      ("3", "3", "\"3\""), ("\"3\"", "3", "3"), ("nil", "nil", "\"nil\""),
      ("true", "true", "\"true\""), ("9223372036854775800", "9223372036854775807", "9223372036854775807"),
      ("18446744073709551610", "18446744073709551615", "18446744073709551615"),
      (#"["a", "b"]"#, #"["a", " b"]"#, #"["a", " b"]"#), ("[2, 1]", "[1, 2]", "[1, 2]"),
      (#"["a: 2", "b: 1"]"#, #"["b: 1", "a: 2"]"#, #"["b: 1", "a: 2"]"#),
      (#"[1: ["x", "a"]]"#, #"[1: ["a", "x"]]"#, #"[1: ["a", "x"]]"#),
      (#"[["a": 2], ["b": 1]]"#, #"[["b": 1], ["a": 2]]"#, #"[["b": 1], ["a": 2]]"#),
      ("[(x: 1, y: 2), (x: 0, y: 1)]", "[(x: 0, y: 1), (x: 1, y: 2)]", "[(x: 0, y: 1), (x: 1, y: 2)]"),
      (#"(1, "ab")"#, #"(1, "a b")"#, #"(1, "a b")"#), ("[1, 1]", "[1]", "Set([1])"),
      ("[1, 2, 2]", "[1, 2]", "Set([1, 2])"),
      (".south", "north", "Way.north"), ("0.34...", "0.3333333333333333", "0.3333333333333333"), ("[]", "[:]", "[:]"),
      ("[1]", "[\"1\"]", "[\"1\"]"), ("Optional(6)", "Optional(5)", "Optional(5)"), ("Way.south", "north", "Way.north"),
      (".a(x: 4)", "a(x: 3)", "main.E.a(x: 3)"), (".success(4)", "success(3)", "Result.success(3)"),
      ("P(x: 1, y: 3)", "P(x: 1, y: 2)", "main.P(x: 1, y: 2)"), ("0.444…", "0.3333333333333333", "0.3333333333333333"),
      ("≈ 0.9", "0.3333333333333333", "0.3333333333333333"), ("== 5", "4", "4"),
      ("1...5", "1...35", "ClosedRange(1...35)"),
      ("(y: 1, x: 2)", "(x: 1, y: 2)", "(x: 1, y: 2)"),
      ("[(\"a\", 2)]", "[(key: \"a\", value: 1)]", "[(key: \"a\", value: 1)]"),
      ("nil", "Optional(nil)", "Optional(nil)"), ("3.0", "3", "3"), (".north", "5", "5"), (".none", "7", "7"),
      ("Optional(3)", "3", "3"), ("≈1e-10", "0.3", "0.3"), ("Compass.north", "north", "main.Way.north"),
      ("[[1], [3]]", "[ArraySlice([1]), ArraySlice([3, 4])]", "[ArraySlice([1]), ArraySlice([3, 4])]"),
      (#"["k": [2, 1]]"#, #"["k": Set([1, 3])]"#, #"["k": Set([1, 3])]"#), (".init(x: 1)", "P(x: 2)", "main.P(x: 2)"),
      ("[1, 2]", "OrderedBag([1, 3])", "[1, 3]"), (".nan", "1.5", "1.5"),
    ])
  func isDifferent(comment: String, alone: String, inside: String) throws {
    #expect(try #require(StatedValue(comment)).agreement(with: [alone, inside]) == .different)
  }

  @Test(
    "optionals are not compared as code, since Swift makes one of what it compares with one",
    arguments: ["nil", ".none", "Optional(5)", ".some(nil)", ".some(.red)", "[Optional(5)]"])
  func isNotCode(comment: String) throws {
    #expect(try #require(StatedValue(comment)).code == nil)
  }

  @Test(
    "a comment is about something else",
    arguments: [
      "3 of them", "a", "the value", "\"a\" and \"b\"", "`x`", "(see below)", "[see below", "[see below]", "", "→ see",
      ".", "...", "…", "point(x:y:)", "f(3)", "f()", "Point", "the.north", "E.a, E.b", "Loader.load()", "2x2", "2d",
      "5.9+", "2024-05", "[checked]", "(x, y)", ".success(value)",
    ])
  func isNone(comment: String) {
    #expect(StatedValue(comment) == nil)
  }
}
