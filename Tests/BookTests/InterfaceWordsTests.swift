import Book
import Testing
import Text
import Words

@Suite("Words of the site")
struct InterfaceWordsTests {
  /// The forms that a language tells apart in whole numbers that a page has.
  private func forms(_ language: String) -> Set<PluralForm> {
    Set((0...1_000).map { PluralForm($0, in: language) })
  }

  @Test("each language has all words, with the same to fill in, and every form that its numbers need")
  func complete() {
    #expect(InterfaceWords.languages == ["ar", "de", "en", "es", "fr", "ja", "zh"])
    let english = InterfaceWords()
    for language in InterfaceWords.languages {
      let words = InterfaceWords(language)
      for word in InterfaceWord.allCases {
        let (own, model) = (words.forms(of: word), english.forms(of: word))
        #expect(own.other != word.rawValue || own == model, "\(language) lacks \(word)")
        #expect(own.places == model.places, "\(language): \(word)")
        for (form, text) in own.given {
          // A form for one number may say it in letters.
          let mayLack: Set = [PluralForm.zero, .one, .two].contains(form) ? ["count"] : []
          #expect(
            WordForms.places(in: text).union(mayLack) == model.places.union(mayLack), "\(language): \(word) \(form)")
          #expect(forms(language).union([.other]).contains(form), "\(language) has no form \(form), but \(word) does")
        }
        if model.given.count > 1 {
          #expect(forms(language).isSubset(of: own.given.keys), "\(language): \(word)")
        }
        #expect(model.given.count == 1 || model.places.contains("count"), "\(word)")
      }
    }
  }

  @Test("no language has words of another one", arguments: InterfaceWords.languages.filter { $0 != "en" })
  func ownWords(language: String) {
    let (words, english) = (InterfaceWords(language), InterfaceWords())
    let same = InterfaceWord.allCases.filter { words[$0] == english[$0] }
    // International ones: "port", "signal", and sentences that are nothing but what is filled in.
    #expect(same.allSatisfy { english[$0].utf8.count < 28 && english[$0].split(separator: " ").count < 4 }, "\(same)")
    #expect(same.count < 40, "\(same)")
    if ["ar", "ja", "zh"].contains(language) {
      // What is in another writing has no Latin letters but in names and what is filled in.
      for word in InterfaceWord.allCases {
        for text in words.forms(of: word).given.values {
          let plain = WordForms.places(in: text).reduce(text) { $0.replacing("{\($1)}", with: "") }
          let latin = plain.split { !($0.isASCII && $0.isLetter) }
          let names: Set<Substring> = [
            "Actor", "CoreFoundation", "JSON", "Home", "End", "exit", "Int", "Swift", "fatalError",
          ]
          #expect(latin.allSatisfy(names.contains), "\(language): \(word): \(latin)")
        }
      }
    }
  }

  @Test(
    "numbers choose their form by the rules of the language",
    arguments: [
      ("en", [0: "0 lines", 1: "1 line", 2: "2 lines", 21: "21 lines", 1_234: "1,234 lines"]),
      ("de", [0: "0 Zeilen", 1: "1 Zeile", 1_000: "1.000 Zeilen"]),
      ("fr", [0: "0 ligne", 1: "1 ligne", 2: "2 lignes", 1_000: "1\u{202F}000 lignes"]),
      ("es", [0: "0 líneas", 1: "1 línea", 5: "5 líneas"]), ("zh", [1: "1 行", 3: "3 行"]), ("ja", [1: "1 行", 3: "3 行"]),
      (
        "ar",
        [
          0: "لا أسطر", 1: "سطر واحد", 2: "سطران", 3: "3 أسطر", 10: "10 أسطر", 11: "11 سطرًا", 99: "99 سطرًا",
          100: "100 سطر", 103: "103 أسطر", 111: "111 سطرًا",
        ]
      ),
    ])
  func counts(language: String, texts: [Int: String]) {
    for (number, text) in texts { #expect(InterfaceWords(language).count(number, .lines) == text) }
  }

  @Test("what is filled in is not looked at again")
  func hostile() {
    let words = InterfaceWords()
    #expect(words.text(.does, ["thread": "{what}", "what": "{thread}"]) == "{what} {thread}")
    #expect(words.list(["a {last}", "b", "c"]) == "a {last}, b and c")
    #expect(words.list([]) == "" && words.list(["a"]) == "a")
  }

  @Test("a part of the language counts, one without words has English ones, and a book may have its own")
  func choice() {
    #expect(InterfaceWords("de-AT")[.close] == "Schließen")
    #expect(InterfaceWords("DE")[.close] == "Schließen")
    #expect(InterfaceWords("nl")[.close] == "Close")
    #expect(!InterfaceWords.has("nl") && InterfaceWords.has("zh-Hans-CN"))
    #expect(InterfaceWords("de", own: [.close: "Zu"])[.close] == "Zu")
  }

  private func load(_ text: String) throws -> (Configuration?, [Diagnostic]) {
    let book = try TemporaryBook(["loopbook.yml": text, "a.md": "# A\n"])
    return Configuration.load(book.folder)
  }

  @Test("a book replaces words by their names, and counted ones in all their forms")
  func own() throws {
    let (configuration, diagnostics) = try load(
      "words:\n  close: Zu\n  lines: {one: eine, other: \"{count} Z\"}\n  events: \"{count} x\"\n")
    #expect(diagnostics == [])
    #expect(
      configuration?.words == [
        .close: "Zu", .lines: WordForms(one: "eine", other: "{count} Z"), .events: "{count} x",
      ])
  }

  @Test(
    "what is wrong with a book's words is told at its place, with a cure",
    arguments: [
      ("cloze: Zu", "there is no key 'cloze'", "did you mean 'close'?", 2, 3),
      ("lines: {oen: x, other: \"{count}\"}", "there is no key 'oen'", "did you mean 'one'?", 2, 11),
      ("lines: {one: \"{count} Z\"}", "'lines' has no form 'other', which is used for all other numbers", "add", 2, 3),
      ("lines: Zeilen", "'lines' does not say where '{count}' goes", "in English it is \"{count} lines\"", 2, 10),
      ("lines: {other: Zeilen}", "'other' does not say where '{count}' goes", "in English", 2, 18),
      ("close: \"{x}\"", "loopbook fills in nothing for '{x}' in 'close'", "write it without braces", 2, 10),
      ("lines: \"{cuont}\"", "loopbook fills in nothing for '{cuont}' in 'lines'", "loopbook fills in {count}", 2, 10),
      ("close: {one: a, other: b}", "'close' must be text, since it has no number, but it is a group", nil, 2, 10),
      ("close: \" \"", "'close' must not be empty", nil, 2, 10),
      ("close: 7", "'close' must be text, but it is a number", "put it in quotes", 2, 10),
    ])
  func wrong(line: String, message: String, cure: String?, row: Int, column: Int) throws {
    let (configuration, diagnostics) = try load("words:\n  \(line)\n")
    #expect(configuration?.words == [:])
    #expect(diagnostics.map(\.message).first?.hasPrefix(message) == true, "\(diagnostics.map(\.message))")
    let place = diagnostics.first?.place?.position
    #expect(place?.line == row && place?.column == column, "\(String(describing: place))")
    if let cure { #expect(diagnostics.first?.cure?.hasPrefix(cure) == true, "\(diagnostics.first?.cure ?? "")") }
  }

  @Test("a language without words is told once, where it stands, until the book has its own")
  func fallback() throws {
    let (_, diagnostics) = try load("title: A\nlanguage: nl\n")
    #expect(diagnostics.map(\.message) == ["the words around the text are English: loopbook has none in 'nl'"])
    #expect(diagnostics.map(\.severity) == [.warning])
    let own = InterfaceWord.allCases.map { word in
      "  \(word.rawValue): \"\(InterfaceWords()[word].replacing("\"", with: "\\\""))\"\n"
    }
    #expect(try load("language: nl\nwords:\n" + own.joined()).1 == [])
    #expect(try load("language: fr-CA\n").1 == [])
  }
}
