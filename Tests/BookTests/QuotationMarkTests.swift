import Markdown
import Testing
import Text

@testable import Book

/// Straight quotation marks as they are in print.
@Suite("Quotation marks")
struct QuotationMarkTests {
  @Test(
    "each language has its own",
    arguments: [
      ("en", "“a ‘b’ c”"), ("en-GB", "“a ‘b’ c”"), ("de", "„a ‚b‘ c“"), ("de-CH", "«a ‹b› c»"),
      ("fr", "«\u{202F}a “b” c\u{202F}»"), ("es", "«a “b” c»"), ("ja", "「a 『b』 c」"), ("zh-Hans", "“a ‘b’ c”"),
      ("zh-Hant", "「a 『b』 c」"), ("ar", "«a “b” c»"), ("sv", "”a ’b’ c”"), ("ru", "«a „b“ c»"), ("tlh", "“a ‘b’ c”"),
    ])
  func languages(language: String, expected: String) {
    #expect(QuotationMarks(language: language).typeset("\"a 'b' c\"") == expected)
  }

  @Test(
    "marks in English",
    arguments: [
      ("don't, the dogs' and rock 'n' roll", "don’t, the dogs’ and rock ‘n’ roll"),
      ("(\"a\"), [\"b\"] and \"c\".", "(“a”), [“b”] and “c”."), ("\"a\"\"b\"", "“a”“b”"),
      ("'90s and it's '90s'", "’90s and it’s ‘90s’"), ("5\" and 6' 3\"", "5\" and 6' 3\""),
      ("a \" b", "a \" b"), ("\"a", "\"a"), ("", ""), ("\"", "\""), ("'", "'"), ("—\"a\"—", "—“a”—"),
      ("\"'a'\"", "“‘a’”"), ("x='y'", "x=‘y’"),
    ])
  func english(typed: String, expected: String) {
    #expect(QuotationMarks(language: "en").typeset(typed) == expected)
  }

  @Test("a script without blanks has marks between its words")
  func withoutBlanks() {
    #expect(QuotationMarks(language: "zh").typeset("他说\"你好\"了，\"好\"。") == "他说“你好”了，“好”。")
    #expect(QuotationMarks(language: "ja").typeset("これは\"本\"です") == "これは「本」です")
  }

  private static func shown(_ text: String) -> String {
    let document = MarkdownDocument(SourceFile(path: "a.md", bytes: Array(text.utf8)))
    let shown = QuotationMarks(language: "en").typeset(document)
    return shown.nodes.filter { [.text, .code, .htmlInline, .softBreak].contains($0.kind) }
      .map { $0.kind == .softBreak ? " " : shown.string($0.text) }.joined()
  }

  @Test("a pair may begin and end in different markup, and never spans blocks")
  func markup() {
    #expect(Self.shown("\"*a* b **c**\" [\"d\"](e \"f\")") == "“a b c” “d”")
    #expect(Self.shown("a \"b\n\nc\" d") == "a \"bc\" d")
    #expect(Self.shown("\"a\nb\"") == "“a b”")
    #expect(Self.shown("| \"a | b\" |\n|---|---|\n| \"c\" | d |") == "\"ab\"“c”d")
  }

  @Test("code and addresses stay")
  func code() {
    #expect(Self.shown("`\"a\"` \"`b`\" 'x'") == "\"a\" “b” ‘x’")
    #expect(Self.shown("<https://a.example/'b'>") == "https://a.example/'b'")
    #expect(Self.shown("<b title='c'>\"d\"</b>") == "<b title='c'>“d”</b>")
  }

  @Test("whatever is typed, only quotation marks change", arguments: ["en", "fr", "ja"])
  func othersStay(language: String) {
    let marks = QuotationMarks(language: language)
    let all = (marks.outer + marks.inner + ["’", "\"", "'"]).joined()
    for first in ["a", " ", "\"", "'", "(", "1", "好", "\u{301}"] {
      for second in ["\"", "'", "a", " "] {
        for third in ["'", "\"", "b", "."] {
          let typed = "\(first)\(second)\(third)\(first)\(second)"
          func rest(_ text: String) -> [Unicode.Scalar] {
            text.unicodeScalars.filter { !all.unicodeScalars.contains($0) }
          }
          #expect(rest(marks.typeset(typed)) == rest(typed), "\(typed)")
        }
      }
    }
  }

  @Test("many marks without their halves take no long time")
  func hostile() {
    let text = String(repeating: "'a ", count: 50_000) + String(repeating: "b\" ", count: 50_000)
    #expect(QuotationMarks(language: "en").typeset(text).hasPrefix("’a"))
  }
}
