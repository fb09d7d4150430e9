import Book
import Files
import Testing
import Text
import Words

@Suite("Configuration")
struct ConfigurationTests {
  private func load(_ yaml: String, _ files: [String: String] = [:]) throws -> (Configuration?, String) {
    let book = try TemporaryBook(files.merging(["content/loopbook.yml": yaml]) { first, _ in first })
    let (configuration, diagnostics) = Configuration.load(book.folder + "/content")
    return (configuration, book.text(diagnostics))
  }

  @Test("what it says of itself is the same whatever the order of its tables, and another where any of it is")
  func reflection() {
    let words = InterfaceWord.allCases.map { ($0, WordForms(one: "one", few: "few", other: $0.rawValue)) }
    var configuration = Configuration(folder: "book")
    var texts: Set<String> = []
    for capacity in [0, 100, 1000, 10_000] {
      var table: [InterfaceWord: WordForms] = [:]
      table.reserveCapacity(capacity)
      for (word, forms) in capacity == 100 ? words.reversed() : words { table[word] = forms }
      configuration.words = table
      texts.insert(configuration.reflection)
    }
    #expect(texts.count == 1)
    configuration.words[.skip] = "Skip"
    texts.insert(configuration.reflection)
    configuration.allowsHTML.toggle()
    texts.insert(configuration.reflection)
    configuration.examples.hiddenLines = "# "
    texts.insert(configuration.reflection)
    #expect(texts.count == 4)
  }

  @Test("every key is read")
  func allKeys() throws {
    let book = try TemporaryBook([
      "package/Package.swift": "", "theme/": "",
      "book/loopbook.yml": """
      title: "Run loops: a tour"
      description: How a thread waits.
      authors: [Ada, "Bo"]
      language: zh-Hans
      repository: https://example.org/book
      edit-link: https://example.org/edit/{path}
      package: ../package
      products: [LoopEngine, other-product]
      swift: 6
      templates: ../theme
      output: ../out
      cache: ../cache
      html: off
      math: on
      quotation-marks: typographic
      examples:
        signatures: quote
        hidden-lines: "# "
        imports: [LoopEngine, other_product]
        timeout: 2s
        cpu: 500ms
        memory: 1.5G
        output: 64K
        processes: 3
        files: 5M
        sandbox: no
        schedules: 8
        reference: off
        reference-reason: It needs a screen.
      """,
    ])
    let (loaded, diagnostics) = Configuration.load(book.folder + "/book")
    #expect(book.text(diagnostics) == "")
    let configuration = try #require(loaded)
    #expect(configuration.title == "Run loops: a tour")
    #expect(configuration.description == "How a thread waits.")
    #expect(configuration.authors == ["Ada", "Bo"])
    #expect(configuration.language == "zh-Hans")
    #expect(configuration.repository == "https://example.org/book")
    #expect(configuration.editLink == "https://example.org/edit/{path}")
    #expect(configuration.package == book.folder + "/package")
    #expect(configuration.products == ["LoopEngine", "other-product"])
    #expect(configuration.swiftMode == .six)
    #expect(configuration.templates == book.folder + "/theme")
    #expect(configuration.output == book.folder + "/out")
    #expect(configuration.cache == book.folder + "/cache")
    #expect(!configuration.allowsHTML)
    #expect(configuration.hasMath)
    #expect(configuration.quotationMarks == .typographic)
    #expect(configuration.examples.signatures == .quote)
    #expect(configuration.examples.hiddenLines == "# ")
    #expect(configuration.examples.imports == ["LoopEngine", "other_product"])
    #expect(configuration.examples.timeout == TimeSpan(milliseconds: 2000))
    #expect(configuration.examples.processorTime == TimeSpan(milliseconds: 500))
    #expect(configuration.examples.memory == ByteCount(bytes: 3 << 29))
    #expect(configuration.examples.output == ByteCount(bytes: 64 << 10))
    #expect(configuration.examples.processes == 3)
    #expect(configuration.examples.files == ByteCount(bytes: 5 << 20))
    #expect(!configuration.examples.isSandboxed)
    #expect(configuration.examples.schedules == 8)
    #expect(configuration.examples.noReferenceReason == "It needs a screen.")
  }

  @Test("the documentation lists every key with what it says")
  func documentation() throws {
    let repository = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    let text = String(decoding: try Disk.read("\(repository)/docs/configuration.md"), as: UTF8.self)
    for key in ConfigurationKey.allCases {
      let (form, meaning, standard) = key.documentation
      #expect(text.contains("| `\(key.name)` | \(form) | \(meaning) | \(standard) |"), "\(key.rawValue)")
    }
  }

  @Test("a book may say that its examples are only shown")
  func use() throws {
    #expect(try load("examples: {use: quote}").0?.examples.use == .quote)
    #expect(try load("examples: {use: norun}").0?.examples.use == .norun)
    let (_, messages) = try load("examples: {use: quot}")
    #expect(messages.contains("'use' must be run, norun or quote"))
    #expect(messages.contains("did you mean 'quote'?"))
  }

  @Test("hidden lines begin with a mark, and signatures are compiled or quoted")
  func foreignGuides() throws {
    #expect(try load("examples: {hidden-lines: '~'}").0?.examples.hiddenLines == "~")
    for text in ["'a'", "' #'", "''", "\"#\\n\"", "'_'"] {
      let (configuration, messages) = try load("examples: {hidden-lines: \(text)}")
      #expect(configuration?.examples.hiddenLines == nil)
      #expect(messages.contains("'hidden-lines' must be"), "\(text)")
    }
    #expect(try load("examples: {signatures: compile}").0?.examples.signatures == .compile)
    let (configuration, messages) = try load("examples: {signatures: qoute}")
    #expect(configuration?.examples.signatures == .compile)
    #expect(messages.contains("'signatures' must be compile or quote"))
    #expect(messages.contains("did you mean 'quote'?"))
  }

  @Test("what every example imports are modules")
  func imports() throws {
    #expect(try load("examples: {imports: []}").0?.examples.imports == [])
    #expect(try load("examples: {imports: [Glibc]}").0?.examples.imports == ["Glibc"])
    let (configuration, messages) = try load(
      "examples: {imports: [swift-nio, 'Foundation; exit(0)', A, A, XCTest, Testing]}")
    #expect(configuration?.examples.imports == ["A"])
    #expect(messages.contains("the module of a product with a hyphen is called 'swift_nio'"))
    #expect(messages.contains("'Foundation; exit(0)' is not a name that Swift can import"))
    #expect(messages.contains("'A' is listed twice"))
    #expect(messages.contains("'XCTest' is for tests"))
    #expect(messages.contains("'Testing' is for tests"))
    #expect(try load("examples: {imports: Glibc}").1.contains("write 'imports: [Glibc]'"))
  }

  @Test("an empty file means the standard values, which are those of the table")
  func standards() throws {
    let (loaded, messages) = try load("")
    let configuration = try #require(loaded)
    #expect(messages == "")
    #expect(configuration.title == nil)
    #expect(configuration.swiftMode == nil)
    #expect(configuration.templates == nil)
    #expect(configuration.output.hasSuffix("/site") && !configuration.output.hasSuffix("content/site"))
    #expect(configuration.cache.hasSuffix("/content/.loopbook"))
    let standard = Dictionary(uniqueKeysWithValues: ConfigurationKey.allCases.map { ($0, $0.documentation.standard) })
    #expect(configuration.language == standard[.language])
    #expect(configuration.examples.timeout.description == standard[.timeout])
    #expect(configuration.examples.compileTimeout.description == standard[.compileTimeout])
    #expect(configuration.examples.processorTime.description == standard[.processorTime])
    #expect(configuration.examples.memory.description == standard[.memory])
    #expect(configuration.examples.output.description == standard[.outputLimit])
    #expect(String(configuration.examples.processes) == standard[.processes])
    #expect(configuration.examples.files.description == standard[.files])
    #expect(String(configuration.examples.schedules) == standard[.schedules])
    #expect(String(configuration.examples.isSandboxed) == standard[.sandbox])
    #expect(String(configuration.allowsHTML) == standard[.html])
    #expect(String(configuration.hasMath) == standard[.math])
    #expect(configuration.quotationMarks.rawValue == standard[.quotationMarks])
  }

  @Test("templates beside the book are found without being named")
  func templatesBeside() throws {
    let (loaded, _) = try load("", ["templates/page.mustache": ""])
    #expect(loaded?.templates?.hasSuffix("/templates") == true)
  }

  @Test("a book without a configuration is told how to get one")
  func missing() throws {
    let book = try TemporaryBook(["content/": ""])
    let (configuration, diagnostics) = Configuration.load(book.folder + "/content")
    #expect(configuration == nil)
    #expect(
      book.text(diagnostics) == """
        content: error: there is no loopbook.yml in this folder [missing-configuration]
        help: loopbook init content

        """)
    #expect(
      book.text(Configuration.load(book.folder + "/it's").1) == """
        it's: error: there is no such folder [missing-configuration]
        help: loopbook init 'it'\\''s'

        """)
  }

  @Test(
    "a value that is wrong is told at its place",
    arguments: [
      (
        "titel: x",
        """
        content/loopbook.yml:1:1: error: there is no key 'titel' [unknown-key]
         1 | titel: x
           | ^~~~~
        help: did you mean 'title'?

        """
      ),
      (
        "examples: {color: red}",
        """
        content/loopbook.yml:1:12: error: there is no key 'color' [unknown-key]
         1 | examples: {color: red}
           |            ^~~~~
        help: the keys are use, signatures, hidden-lines, imports, timeout, compile-timeout, cpu, memory, output, processes, files, sandbox, schedules, warnings, reference and reference-reason

        """
      ),
      (
        "authors: 5",
        """
        content/loopbook.yml:1:10: error: 'authors' must be a list of names, but it is a number [wrong-type]
         1 | authors: 5
           |          ^
        help: write 'authors: [5]'

        """
      ),
      (
        "authors: [Ada, [Bo]]",
        """
        content/loopbook.yml:1:16: error: 'authors' must be a text, but it is a list [wrong-type]
         1 | authors: [Ada, [Bo]]
           |                ^~~~

        """
      ),
      (
        "title: 1984",
        """
        content/loopbook.yml:1:8: error: 'title' must be a text, but it is a number [wrong-type]
         1 | title: 1984
           |        ^~~~
        help: put it in quotes: "1984"

        """
      ),
      (
        "title:",
        """
        content/loopbook.yml:1:7: error: 'title' must be a text, but it is empty [wrong-type]
         1 | title:
           |       ^

        """
      ),
      (
        "title: ''",
        """
        content/loopbook.yml:1:8: error: 'title' must not be empty [wrong-value]
         1 | title: ''
           |        ^~

        """
      ),
      (
        "- a",
        """
        content/loopbook.yml:1:1: error: 'loopbook.yml' must be keys with values, but it is a list [wrong-type]
         1 | - a
           | ^~~
        help: write 'key: value' on each line

        """
      ),
      (
        "swift: 4",
        """
        content/loopbook.yml:1:8: error: 'swift' must be 5 or 6, a language mode [wrong-value]
         1 | swift: 4
           |        ^

        """
      ),
      (
        "html: maybe",
        """
        content/loopbook.yml:1:7: error: 'html' must be true or false, but it is a text [wrong-type]
         1 | html: maybe
           |       ^~~~~

        """
      ),
      (
        "examples:\n  timeout: 2",
        """
        content/loopbook.yml:2:12: error: 'timeout' must be a time: '2' has no unit [wrong-value]
         2 |   timeout: 2
           |            ^
        help: write '2s' for seconds, or '2ms' for milliseconds

        """
      ),
      (
        "examples:\n  memory: lots",
        """
        content/loopbook.yml:2:11: error: 'memory' must be a size: 'lots' does not begin with a number [wrong-value]
         2 |   memory: lots
           |           ^~~~
        help: write a number and B, K, M or G, such as 64K or 512M

        """
      ),
      (
        "examples:\n  schedules: 0",
        """
        content/loopbook.yml:2:14: error: 'schedules' must be a whole number from 1 to 100000, but it is a number [wrong-type]
         2 |   schedules: 0
           |              ^

        """
      ),
      (
        "examples:\n  reference: off",
        """
        content/loopbook.yml:2:14: error: 'reference: off' needs a reason, which the pages tell their readers [wrong-value]
         2 |   reference: off
           |              ^~~
        help: add 'reference-reason: …' below it

        """
      ),
      (
        "examples:\n  reference-reason: no screen",
        """
        content/loopbook.yml:2:3: error: 'reference-reason' only counts with 'reference: off' [wrong-value]
         2 |   reference-reason: no screen
           |   ^~~~~~~~~~~~~~~~
        help: add 'reference: off', or remove the reason

        """
      ),
      (
        "repository: github.com/a",
        """
        content/loopbook.yml:1:13: error: 'repository' must be a web address: it does not begin with https:// [wrong-value]
         1 | repository: github.com/a
           |             ^~~~~~~~~~~~
        help: write the whole address, such as https://example.org/book

        """
      ),
      (
        "edit-link: https://example.org/edit",
        """
        content/loopbook.yml:1:12: error: 'edit-link' must be a web address: it has no {path} [wrong-value]
         1 | edit-link: https://example.org/edit
           |            ^~~~~~~~~~~~~~~~~~~~~~~~
        help: write {path} where the chapter's path belongs, such as https://example.org/edit/main/content/{path}

        """
      ),
      (
        "language: English language",
        """
        content/loopbook.yml:1:11: error: 'language' must be a language tag: it has something other than letters, digits and hyphens, or none [wrong-value]
         1 | language: English language
           |           ^~~~~~~~~~~~~~~~
        help: write it as HTML does, such as en, de or zh-Hans

        """
      ),
      (
        "products: [a b]\nmodules: .",
        """
        content/loopbook.yml:1:12: error: 'a b' is not a name that Swift can import [wrong-value]
         1 | products: [a b]
           |            ^~~

        """
      ),
      (
        "products: [A]",
        """
        content/loopbook.yml:1:1: error: 'products' names what to import, but nothing says of which package [wrong-value]
         1 | products: [A]
           | ^~~~~~~~
        help: add 'package: ..' with the package's folder, or 'modules'

        """
      ),
      (
        "package: ../nowhere",
        """
        content/loopbook.yml:1:10: error: there is no folder 'nowhere' [missing-folder]
         1 | package: ../nowhere
           |          ^~~~~~~~~~
        help: paths are relative to the folder of loopbook.yml

        """
      ),
      (
        "package: .",
        """
        content/loopbook.yml:1:10: error: there is no Package.swift in 'content' [missing-folder]
         1 | package: .
           |          ^

        """
      ),
      (
        "output: .",
        """
        content/loopbook.yml:1:9: error: 'output' is the book's own folder or holds it, and would replace it [wrong-value]
         1 | output: .
           |         ^
        help: name a folder of its own

        """
      ),
    ])
  func problems(yaml: String, expected: String) throws {
    #expect(try load(yaml).1 == expected)
  }

  @Test("all problems are told at once, in the order of the file")
  func several() throws {
    let (configuration, messages) = try load("lang: en\ntitle: [x]\nexamples:\n  cpu: 1parsec\nauthors: [a]\n")
    #expect(configuration?.authors == ["a"])
    #expect(messages.split(separator: "\n").filter { $0.contains("error:") }.count == 3)
    #expect(messages.contains("'cpu' must be a time: there is no unit 'parsec'"))
  }

  @Test("the table of keys knows each group and explains each key")
  func table() {
    #expect(ConfigurationKey.names(in: .examples).contains("reference-reason"))
    #expect(ConfigurationKey.names(in: nil).contains("edit-link"))
    #expect(ConfigurationKey.timeout.name == "timeout" && ConfigurationKey.timeout.group == .examples)
    for key in ConfigurationKey.allCases {
      let (form, meaning, standard) = key.documentation
      #expect(!form.isEmpty && !meaning.isEmpty && !standard.isEmpty)
    }
  }
}
