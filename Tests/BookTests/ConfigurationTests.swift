import Book
import Files
import Testing
import Text
import Words

@Suite("Configuration")
struct ConfigurationTests {
  /// What a configuration is read as, and the messages about it.
  static func load(_ yaml: String, _ files: [String: String] = [:]) throws -> (Configuration?, String) {
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
    #expect(try Self.load("examples: {use: quote}").0?.examples.use == .quote)
    #expect(try Self.load("examples: {use: norun}").0?.examples.use == .norun)
    let (_, messages) = try Self.load("examples: {use: quot}")
    #expect(messages.contains("'use' must be run, norun or quote"))
    #expect(messages.contains("did you mean 'quote'?"))
  }

  @Test("hidden lines begin with a mark, and signatures are compiled or quoted")
  func foreignGuides() throws {
    #expect(try Self.load("examples: {hidden-lines: '~'}").0?.examples.hiddenLines == "~")
    for text in ["'a'", "' #'", "''", "\"#\\n\"", "'_'"] {
      let (configuration, messages) = try Self.load("examples: {hidden-lines: \(text)}")
      #expect(configuration?.examples.hiddenLines == nil)
      #expect(messages.contains("'hidden-lines' must be"), "\(text)")
    }
    #expect(try Self.load("examples: {signatures: compile}").0?.examples.signatures == .compile)
    let (configuration, messages) = try Self.load("examples: {signatures: qoute}")
    #expect(configuration?.examples.signatures == .compile)
    #expect(messages.contains("'signatures' must be compile or quote"))
    #expect(messages.contains("did you mean 'quote'?"))
  }

  @Test("what every example imports are modules")
  func imports() throws {
    #expect(try Self.load("examples: {imports: []}").0?.examples.imports == [])
    #expect(try Self.load("examples: {imports: [Glibc]}").0?.examples.imports == ["Glibc"])
    let (configuration, messages) = try Self.load(
      "examples: {imports: [swift-nio, 'Foundation; exit(0)', A, A, XCTest, Testing]}")
    #expect(configuration?.examples.imports == ["A"])
    #expect(messages.contains("the module of a product with a hyphen is called 'swift_nio'"))
    #expect(messages.contains("'Foundation; exit(0)' is not a name that Swift can import"))
    #expect(messages.contains("'A' is listed twice"))
    #expect(messages.contains("'XCTest' is for tests"))
    #expect(messages.contains("'Testing' is for tests"))
    #expect(try Self.load("examples: {imports: Glibc}").1.contains("write 'imports: [Glibc]'"))
  }

  @Test("pages of doc comments are of the products that are named, or of all")
  func reference() throws {
    #expect(try Self.load("").0?.api == nil)
    let all = try #require(try Self.load("reference: {}").0?.api)
    #expect(all.products == nil && all.folder == "api" && !all.isStrict)
    #expect(try Self.load("reference:").0?.api?.products == nil)
    let some = try #require(
      try Self.load("reference: {products: [Garden, swift-tools], folder: docs/reference/, strict: true}").0?.api)
    #expect(some.products == ["Garden", "swift-tools"] && some.places.count == 2)
    #expect(some.folder == "docs/reference" && some.isStrict)
    #expect(some.includes("docs/reference/Garden.md") && !some.includes("docs/reference.md"))
    for folder in ["''", "/", "a/../b", ".api", "'a b'", "a//b", "'a<b'"] {
      let (configuration, messages) = try Self.load("reference: {folder: \(folder)}")
      #expect(configuration?.api?.folder == "api", "\(folder)")
      #expect(messages.contains("'folder' must be a folder in the book"), "\(folder)")
    }
    #expect(try Self.load("reference: {products: [A, A]}").1.contains("'A' is listed twice"))
  }

  @Test("an empty file means the standard values, which are those of the table")
  func standards() throws {
    let (loaded, messages) = try Self.load("")
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
    let (loaded, _) = try Self.load("", ["templates/page.mustache": ""])
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
    // `loopbook init guide` makes the book in a folder of a package.
    let package = try TemporaryBook(["Package.swift": "", "my guide/loopbook.yml": ""])
    #expect(
      package.text(Configuration.load(package.folder + "/.").1).hasSuffix(
        "help: name the folder of the book: loopbook verify 'my guide'\n"))
    #expect(
      book.text(Configuration.load(book.folder + "/it's").1) == """
        it's: error: there is no such folder [missing-configuration]
        help: loopbook init 'it'\\''s'

        """)
    // A book may go while `loopbook serve` shows it; what is above a folder that is not there was once looked for
    // without end.
    #expect(Configuration.load("gone").1.map(\.cure) == ["loopbook init gone"])
    // Where files are, a book cannot be made: what is there tells what is missing.
    func cure(_ files: [String: String]) throws -> String? {
      let book = try TemporaryBook(files)
      return Configuration.load(book.folder + "/my book").1.first?.cure
    }
    #expect(
      try cure(["my book/loopbook.yaml": "title: A"])?.hasPrefix("give 'loopbook.yaml' its right name: mv ") == true)
    #expect(try cure(["my book/Package.swift": ""])?.hasSuffix("my book/content'") == true)
    #expect(
      try cure(["my book/one.md": "# One"])?.hasPrefix(
        "make a book of the chapters in it: echo 'title: My book' > '/") == true)
    #expect(try cure(["my book/notes.txt": ""])?.hasSuffix("my book/content'") == true)
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
