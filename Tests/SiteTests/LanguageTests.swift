import Book
import Examples
import Foundation
import LoopEngine
import LoopTracing
import Synchronization
import Testing
import Text
import Words

@testable import Site
@testable import Verification

/// Pages with everything on them, in a language without Latin letters: what is left in them is nobody's translation.
@Suite("Words on pages")
struct LanguageTests {
  private static let strange = InterfaceWords(
    own: Dictionary(
      uniqueKeysWithValues: InterfaceWord.allCases.map { word in
        let places = InterfaceWords().forms(of: word).places.sorted().map { "{\($0)}" }
        return (word, WordForms(other: "ж" + places.joined(separator: "ж") + "ж"))
      }))

  private static let chapter = """
    # Глава

    Текст[^1] и `код`.

    [^1]: Сноска.

    > [!NOTE]
    > Да.

    > [!TIP]
    > Да.

    > [!IMPORTANT]
    > Да.

    > [!WARNING]
    > Да.

    > [!CAUTION]
    > Да.

    > [!ANSWER]
    > Да.

    - [x] Да
    - [ ] Нет

    ![Да](loopbook:flow-chart)

    ## Раз

    | а | б |
    |---|---|
    | в | г |

    ```swift id=а
    let a = 1
    print(a)
    ```

    ```output
    1
    ```

    ```trace
    +0.000s  main  entry          default
    +0.000s  main  beforeTimers
    +0.000s  main  beforeSources
    +0.000s  main    timer        "да"
    +0.000s  main  beforeTimers
    +0.000s  main  beforeSources
    +0.000s  main    timer        "да"
    +0.000s  main  exit           finished
    ```

    ## Два

    ```swift id=б norun
    let b = 1
    ```

    ```swift id=в fails
    let c: Int = ""
    ```

    ```error
    1
    ```

    ```swift id=г crashes
    fatalError()
    ```

    ```swift id=д quote
    let d = 1
    ```

    ```swift id=е clock=real
    print(2)
    ```

    ```output
    \(Array(repeating: "2", count: 60).joined(separator: "\n    "))
    ```

    ```swift id=ё
    print(3)
    ```

    ```sh
    ls
    ```
    """

  private static var trace: Trace {
    var trace = Trace(clock: .virtual)
    func add(_ kind: LoopEvent.Kind, _ time: Int64, label: String? = nil) {
      trace.events.append(
        TraceEvent(kind: .loop(kind), time: time, thread: "main", loop: "main", label: label, line: 1))
    }
    add(.runBegan(.default), 0)
    add(.activity(.entry), 0)
    add(.slept(until: nil), 0)
    add(.woke(.timer), 1_000_000_000)
    add(.calloutBegan(.timer), 1_000_000_000, label: "да")
    add(.calloutEnded(.timer), 1_000_000_000, label: "да")
    add(.activity(.exit), 2_000_000_000)
    add(.runEnded(.default, .finished), 2_000_000_000)
    return trace
  }

  private static func book(_ more: String = "") -> SampleBook {
    let files = [
      "loopbook.yml": """
      title: Книга
      repository: https://example.org/r
      edit-link: https://example.org/{path}
      redirects: {old.html: b.md}
      examples: {imports: [LoopEngine], hidden-lines: "## "}
      \(more)
      """, "README.md": chapter, "b.md": "# Б\n", "c.md": "# В\n",
    ]
    var summary = "# С\n\n[О](README.md)\n\n# Часть\n\n- [Б](b.md)\n  - [В](c.md)\n- [Г]()\n"
    for number in 0..<300 { summary += "- [Д\(number)]()\n" }
    let book = SampleBook(files, summary: summary)
    var examples: [String: VerifiedExample] = [:]
    let references: [String: Verdict.Reference] = [
      "а": .same, "б": .off("так"), "в": .different("common-is-no-mode"), "е": .sameButForTies,
    ]
    for chapter in book.verified.chapters {
      for example in chapter.examples where example.id != "ё" {
        let verdict = Verdict(
          chapter: "README.md", id: example.id, place: SourcePlace(path: "README.md"), kind: Verdict.Kind.run,
          outcome: .passed, eventCount: 8, reference: references[example.id] ?? .notRun, schedulesTried: 16)
        examples[example.name] = VerifiedExample(
          judgement: Judgement(example: example, problems: []), verdict: verdict,
          trace: example.id == "а" ? trace : nil)
      }
    }
    return SampleBook(book, examples)
  }

  /// All that is read or heard of a page: its texts, and the attributes that are told.
  private static func said(_ page: String) throws -> [String] {
    var html = page
    for element in ["script", "style", "pre", "code"] {
      html = html.replacing(try Regex("<\(element)[ >][\\s\\S]*?</\(element)>"), with: " ")
    }
    // What is English in every language says so.
    html = html.replacing(try Regex("<dd lang=\"en\">[^<]*</dd>"), with: " ")
    html = html.replacing(try Regex("<meta name=\"generator\"[^>]*>"), with: " ")
    let attributes = try Regex(
      " (?:aria-label|title|alt|placeholder|content)=\"([^\"]*)\"", as: (Substring, Substring).self)
    let told = html.matches(of: attributes).map { String($0.output.1) }
    return told + html.replacing(try Regex("<[^>]*>"), with: "\n").split(separator: "\n").map(String.init)
  }

  private static let known: Set<String> = [
    // Events, names and times of the trace, as it has them; and what is the same everywhere.
    "main", "default", "entry", "exit", "timer", "finished", "beforeTimers", "beforeSources", "beforeWaiting",
    "afterWaiting", "s", "ms", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o",
    "CoreFoundation", "LoopEngine", "Esc",
    // Names that are given: a difference, a module, what is code, and what HTML's own words are.
    "common", "is", "no", "mode", "width", "device", "initial", "scale", "light", "dark", "noindex", "url", "html", "t",
    "https", "article", "lt", "gt", "amp", "quot",
  ]

  private static func latin(_ text: String) -> Set<String> {
    Set(text.split { !($0.isASCII && $0.isLetter) }.map(String.init)).subtracting(known)
  }

  private static func files(_ book: SampleBook, hasSearch: Bool = true) -> [String: [UInt8]] {
    let site = Site(book.verified, theme: Theme(folder: nil, words: strange), hasSearch: hasSearch)
    let files = Mutex<[String: [UInt8]]>([:])
    site.files { file in files.withLock { $0[file.path] = file.bytes } }
    return files.withLock { $0 }.merging(["one-file.html": site.singleFile()]) { $1 }
  }

  @Test("no page has an English word of its own")
  func pages() throws {
    let files = Self.files(Self.book()).filter { $0.key.hasSuffix(".html") }
    #expect(files.count >= 8)
    for (path, bytes) in files {
      let texts = try Self.said(String(decoding: bytes, as: UTF8.self))
      #expect(texts.contains { $0.contains("ж") }, "\(path)")
      for text in texts { #expect(Self.latin(text) == [], "\(path): \(text)") }
    }
    let page = String(decoding: files["index.html"] ?? [], as: UTF8.self)
    // Everything is on it.
    for mark in [
      "overview", "picture-key", "recording is-trace", "recording is-error", "is-other", "hidden", "<dt>10 <code>exit",
    ] {
      #expect(page.contains(mark), "\(mark)")
    }
  }

  @Test("no script writes an English word of its own")
  func scripts() throws {
    let literal = try Regex("[\"'`>]([A-Z][a-z]+)[^\"'`<]*[\"'`<]", as: (Substring, Substring).self)
    let names: Set<Substring> = [
      "Home", "End", "Esc", "Ctrl", "Arrow", "Enter", "Escape", "Down", "Up",
    ]
    for file in BuiltInTheme.files where file.path.hasSuffix(".js") {
      // Comments are for those who read the code.
      let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").filter {
        !$0.drop { $0 == " " }.hasPrefix("//")
      }
      for line in lines {
        for match in line.matches(of: literal) {
          #expect(names.contains(match.output.1), "\(file.path): \(line)")
        }
      }
    }
  }

  @Test("every word that templates and scripts ask for is there, and every word is asked for")
  func used() throws {
    let files = BuiltInTheme.files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
    let scripts = files.filter { $0.0.hasSuffix(".js") }.map(\.1).joined()
    let templates = files.filter { $0.0.hasSuffix(".mustache") }.map(\.1).joined()
    let ofScripts = InterfaceWord.forScripts + InterfaceWord.forScriptsOfSome.values.joined()
    for word in ofScripts {
      let name = word.rawValue
      #expect(
        ["words.\(name)", "strings.\(name)", "told.\(name)", "\"\(name)\""].contains { scripts.contains($0) }, "\(name)"
      )
    }
    let asked = scripts.matches(of: try Regex(#"(?:words|strings|told)\.(\w+)"#, as: (Substring, Substring).self))
    let known = Set(ofScripts.map(\.rawValue) + ["language"])
    let others: Set<Substring> = ["textContent", "append", "push", "length", "get", "map", "setAttribute", "matchAll"]
    for match in asked where !others.contains(match.output.1) {
      #expect(known.contains(String(match.output.1)), "\(match.output.0)")
    }
    for word in InterfaceWord.forTemplates { #expect(templates.contains("{{words.\(word.rawValue)}}"), "\(word)") }
  }

  @Test("no page has a script, a handler or a style in itself, but for the book in one file")
  func inline() throws {
    for more in ["", "url: https://example.org/a/\n"] {
      for (path, bytes) in Self.files(Self.book(more)) where path.hasSuffix(".html") && path != "one-file.html" {
        let page = String(decoding: bytes, as: UTF8.self)
        for match in page.matches(of: try Regex("<script[^>]*>")) {
          let tag = page[match.range]
          #expect(tag.contains(" src=\"") || tag.contains(" type=\"application/json\""), "\(path): \(tag)")
        }
        #expect(!page.contains(try Regex("<[^>]* on[a-z]+=")), "\(path)")
        #expect(!page.contains(try Regex("<[^>]* style=")), "\(path)")
        #expect(!page.contains("javascript:"), "\(path)")
        #expect(!page.contains("<style") || path == "404.html" && more.isEmpty, "\(path)")
      }
    }
  }

  @Test("only the words of the book's language are shipped")
  func shipped() throws {
    let site = Site(Self.book().verified, theme: Theme(folder: nil, words: InterfaceWords("de")), hasSearch: true)
    let script = try #require(site.file("assets/book.js").map { String(decoding: $0, as: UTF8.self) })
    #expect(script.hasPrefix("globalThis.loopbookWords={\"language\":\"de\",\"chapters\":\"Kapitel\","))
    #expect(script.contains("\"pagesFound\":{\"one\":\"{count} Seite\",\"other\":\"{count} Seiten\"}"))
    #expect(!script.contains("Chapters") && !script.contains("Chapitres"))
    #expect(Theme(folder: nil, words: InterfaceWords("de")).version != Theme(folder: nil).version)
    let others = InterfaceWords(own: [.everyEvent: "x"])
    #expect(Theme(folder: nil, words: others).identity != Theme(folder: nil).identity)
  }

  @Test("a template of a book that has its words in itself still makes pages")
  func ownTemplate() throws {
    let folder = TemporaryFolder()
    folder.write("theme/badges.mustache", "{{#runs}}Ran, with {{events}} events{{/runs}}")
    let site = Site(Self.book().verified, theme: Theme(folder: "\(folder.path)/theme"))
    #expect(site.diagnostics == [])
    #expect(
      try #require(site.file("index.html").map { String(decoding: $0, as: UTF8.self) }).contains("Ran, with 8 events"))
  }
}
