import Markdown
import Testing
import Text

@testable import Reference

@Suite("DocC's catalogs")
struct CatalogTests {
  private func reference(
    _ articles: [String: String], _ snippets: [String: String] = [:],
    of text: String = "public struct S {\n  /// Own.\n  public func f() {}\n  public func g() {}\n}\n"
  ) throws -> Reference {
    let catalog = DocumentationCatalog(
      module: "M",
      articles: articles.sorted { $0.key < $1.key }.map { SourceFile(path: "M.docc/\($0.key).md", text: $0.value) },
      snippets: Dictionary(
        uniqueKeysWithValues: snippets.map { ($0.key, SourceFile(path: "Snippets/\($0.key).swift", text: $0.value)) }))
    return try DescribedModule(text).reference(catalogs: [catalog])
  }

  @Test("a directive that is not closed is an error, and takes nothing with it; braces in programs close none")
  func openDirectives() throws {
    let open = try reference([
      "A": "# A\n\n@Metadata {\n  @PageKind(article)\n\nText with <doc:missing>.\n",
      "B": "# B\n\n@Row {\n\nThe last line.\n", "C": "# C\n\n@Comment {\n\nShown.\n",
    ])
    #expect(
      open.diagnostics.filter { $0.id == "open-directive" }.map(\.message) == [
        "'@Metadata {' is not closed", "'@Row {' is not closed", "'@Comment {' is not closed",
      ])
    #expect(open.diagnostics.contains { $0.message == "the symbol `missing` is unknown" })
    #expect(open.text("api/M/A.md").contains("Text with"))
    #expect(open.text("api/M/B.md").contains("The last line."))
    #expect(open.text("api/M/C.md").contains("Shown."))
    let fences = try reference([
      "D": "# D\n\n@Row {\n  @Column {\n    ```swift\n    func f() {\n    }\n    ```\n  }\n}\n\nAfter.\n"
    ])
    #expect(fences.diagnostics.isEmpty)
    #expect(fences.text("api/M/D.md").contains("func f() {\n}\n```\n\n\nAfter."), "\(fences.text("api/M/D.md"))")
  }

  @Test("an article is a page, found by its file's name and listed by its module")
  func articles() throws {
    let reference = try reference([
      "Getting Started": "# How to begin\n\nSee ``S/f()`` and <doc:Other#Some-Part>.\n\n## First\n\nText.\n",
      "Other":
        "# Others\n\nShort words.\n\n## Some Part\n\n## Topics\n\n### Begin\n\n- <doc:Getting-Started>\n- ``S``\n",
      "Getting-Started": "# Begin here\n\n[Words](doc:Other), <doc:missing>.\n",
    ])
    #expect(reference.text("api/M/Getting-Started.md") == "# Begin here\n\n\n[Words](<Other.md>), `missing`.\n\n")
    #expect(
      reference.text("api/M/Other.md").contains("## Some Part\n\n\n## Begin\n\n- [Begin here](<Getting-Started.md>)"))
    #expect(reference.text("api/M.md").contains("- [Others](<M/Other.md>): Short words.\n"))
    #expect(reference.diagnostics.map(\.message) == ["the symbol `missing` is unknown"])
    #expect(reference.diagnostics.first?.place?.path == "M.docc/Getting-Started.md")
    let spaced = try #require(reference.pages.first { $0.title == "How to begin" })
    #expect(!spaced.path.contains(" "))
    #expect(reference.text(spaced.path).contains("See [`f()`](<S.md#f()>) and [Some Part](<Other.md#some-part>)."))
    #expect(reference.pages.filter { $0.kind == "Article" }.allSatisfy { $0.parent == "api/M.md" })
  }

  @Test("rows, columns and terms are blocks of their own, and See Also comes last")
  func blocks() throws {
    let reference = try reference([
      "A": """
      # A

      Before <doc:#Set-up>
      @Row {
        @Column {
          Left.
        }
        @Column {
          Right.
        }
      }
      After

      - term `a:b`: A *fruit*,
        on two lines.
      - term ``S``: A type.
      - Ordinary: text

      ## Topics

      - ``S``

      ## See Also

      - <doc:B#Set-up>
      """,
      "B": "# B\n\nThis is <doc:#Set-up>.\n\n## Set up\n",
      "f": "# ``S/f()``\n\n@Metadata {\n  @DocumentationExtension(mergeBehavior: override)\n}\n\nNew.\n",
    ])
    let text = reference.text("api/M/A.md")
    #expect(text.contains("\n\nLeft.\n\nRight.\n\nAfter\n"), "\(text)")
    #expect(
      text.contains(
        """
        <dl>
        <dt>

        `a:b`

        </dt>
        <dd>

        A *fruit*,
        on two lines.

        </dd>

        <dt>

        [`S`](<S.md>)

        </dt>
        <dd>

        A type.

        </dd>
        </dl>

        - Ordinary: text
        """), "\(text)")
    let topics = try #require(text.firstRange(of: "## Topics"))
    let seeAlso = try #require(text.firstRange(of: "## See Also\n\n- [Set up](<B.md#set-up>)"))
    #expect(topics.upperBound < seeAlso.lowerBound)
    #expect(reference.text("api/M.md").contains("- [B](<M/B.md>): This is Set up.\n"))
    #expect(reference.symbols.all.first { $0.name == "f()" }?.summary == "New.")
  }

  @Test("pictures are called by their names, with or without the ending and the folder, and shown light and sharp")
  func pictures() throws {
    let module = try DescribedModule(
      """
      /// A sloth.
      ///
      /// ![Its claws](claws "Three") and ![all][of it]
      ///
      /// [of it]: sloth.png
      public struct S {}
      """)
    let article = """
      # Begin

      @Row {
        @Column {
          @Image(source: "Resources/my%20sloth.png", alt: "Hangs [high]") {
            It hangs.
          }
        }
      }

      @Image(source: sloht)

      ![](<my sloth.png>) ![](https://a.example/sloth.png) ![`](Resources/sloth.png)
      """
    let catalog = DocumentationCatalog(
      module: "M", articles: [SourceFile(path: "M.docc/Begin.md", text: article)],
      pictures: [
        "M.docc/Resources/sloth.png", "M.docc/Resources/sloth@2x.png", "M.docc/sloth~dark@3x.png", "M.docc/claws.jpg",
        "M.docc/claws.svg", "M.docc/my sloth.png",
      ])
    let reference = module.reference(catalogs: [catalog])
    #expect(
      reference.assets == [
        "api/M/images/sloth@2x.png": "M.docc/Resources/sloth@2x.png", "api/M/images/claws.jpg": "M.docc/claws.jpg",
        "api/M/images/sloth~dark@3x.png": "M.docc/sloth~dark@3x.png",
        "api/M/images/my sloth.png": "M.docc/my sloth.png",
      ])
    // On dark pages, its own form is shown.
    #expect(reference.darkPictures == ["api/M/images/sloth@2x.png": "api/M/images/sloth~dark@3x.png"])
    #expect(
      reference.text("api/M/S.md").contains(
        "![Its claws](<images/claws.jpg> \"Three\") and ![all](<images/sloth@2x.png>)"))
    let page = reference.text("api/M/Begin.md")
    #expect(page.contains("![Hangs \\[high\\]](<images/my sloth.png>)\n\nIt hangs.\n"))
    #expect(page.contains("![](<images/my sloth.png>) ![](https://a.example/sloth.png) ![`](<images/sloth@2x.png>)"))
    #expect(reference.diagnostics.map(\.message) == ["the catalog does not have a picture 'sloht'"])
    #expect(reference.diagnostics.first?.cure == "did you mean 'sloth'?")
    #expect(reference.diagnostics.first?.place?.position?.line == 11)
  }

  @Test("an extension file is told below the comment of its symbol, or in place of it")
  func extensions() throws {
    let reference = try reference([
      "S": "# ``M/S``\n\nAll about it.\n\n## Topics\n\n### Best\n\n- ``g()``\n",
      "f": "# ``S/f()``\n\n@Metadata {\n  @DocumentationExtension(mergeBehavior: override)\n}\n\nOther.\n",
      "M": "# ``M``\n\n@Metadata {\n  @DisplayName(\"Name\")\n}\n\nThe module.\n\n## Topics\n\n### Types\n\n- ``S``\n",
      "none": "# ``Missing``\n\nText.\n",
    ])
    let text = reference.text("api/M/S.md")
    #expect(text.contains("All about it."))
    let document = MarkdownDocument(SourceFile(path: "a.md", text: text))
    let headings = document.nodes.indices.filter { document.nodes[$0].kind == .heading }.map(document.headingText)
    #expect(headings == ["S", "Best", "g()", "Instance Methods", "f()"])
    #expect(text.contains("Other.") && !text.contains("Own."))
    let module = reference.text("api/M.md")
    #expect(module.contains("The module.\n") && module.contains("## Types\n\n- [`S`](<M/S.md>): All about it.\n"))
    #expect(!module.contains("## Structures"))
    #expect(
      reference.diagnostics.map(\.message) == [
        "'@DisplayName' is not shown: a page keeps the name of its symbol", "the symbol `Missing` is unknown",
      ])
    #expect(reference.diagnostics.first?.place?.position?.line == 4)
    #expect(
      reference.diagnostics.last?.place
        == SourcePlace(
          path: "M.docc/none.md", position: SourcePosition(line: 1, column: 5), length: 7, lineText: "# ``Missing``"))
    #expect(reference.undocumented.map(\.path) == ["M/S/g()"])
  }

  @Test("a type that another module adds to is found on its own page, and what is said of it stands there")
  func extendedElsewhere() throws {
    let module = try DescribedModule([
      ("Kit", ["Kit.swift": "public struct Garden { public init() {} }\n"]),
      ("Two", ["T.swift": "import Kit\nextension Garden { public func second() {} }\n"]),
    ])
    func catalog(_ module: String, _ text: String) -> DocumentationCatalog {
      DocumentationCatalog(
        module: module, articles: [SourceFile(path: "\(module).docc/Garden.md", text: "# ``Kit/Garden``\n\n\(text)\n")])
    }
    let reference = module.reference(catalogs: [catalog("Kit", "Appended."), catalog("Two", "Added.")])
    for (from, link, target) in [
      (nil, "Kit/Garden", "api/Kit/Garden.md"), (nil, "Garden", "api/Kit/Garden.md"),
      ("api/Two.md", "Kit/Garden", "api/Kit/Garden.md"), ("api/Two/Kit-Garden.md", "Garden", "api/Kit/Garden.md"),
      (nil, "Kit/Garden/second()", "api/Two/Kit-Garden.md"), (nil, "Garden/second()", "api/Two/Kit-Garden.md"),
      (nil, "Two/Garden/second()", nil),
    ] {
      #expect((try? reference.symbols.resolve(link, from: from).get())?.page == target, "\(link) in \(from ?? "")")
    }
    #expect(reference.text("api/Kit/Garden.md").contains("Appended.\n"))
    #expect(reference.text("api/Two/Kit-Garden.md").contains("Added.\n"))
    #expect(reference.diagnostics == [])
  }

  @Test("what is wrong with a title is told of the type that it names, also where the module is called like it")
  func unknownMember() throws {
    let catalog = DocumentationCatalog(
      module: "M", articles: [SourceFile(path: "M.docc/Type.md", text: "# ``M/M/grw()``\n\nGone.\n")])
    let reference = try DescribedModule("public struct M {\n  public func grow() {}\n}\n").reference(catalogs: [catalog]
    )
    #expect(reference.diagnostics.map(\.message) == ["`M` does not have a member `grw()`"])
    #expect(reference.diagnostics.first?.cure == "did you mean ``M/M/grow()``?")
  }

  @Test("a file that is called like a module and a type in it is about the module, as in DocC")
  func moduleOfTheSameName() throws {
    let catalog = DocumentationCatalog(
      module: "M",
      articles: [
        SourceFile(path: "M.docc/M.md", text: "# ``M``\n\nThe module.\n"),
        SourceFile(path: "M.docc/Type.md", text: "# ``M/M``\n\nThe type.\n"),
      ])
    let reference = try DescribedModule("public struct M {}").reference(catalogs: [catalog])
    #expect(reference.text("api/M.md").contains("The module.\n"))
    #expect(reference.text("api/M/M.md").contains("The type.\n"))
    #expect(!reference.text("api/M/M.md").contains("The module."))
  }

  @Test("snippets are examples, whole or a slice of them")
  func snippets() throws {
    let snippet = """
      //! What it shows.
      import M

      let before = 1
      // snippet.middle
      let middle = 2
      // snippet.end
      let after = 3
      """
    let reference = try reference(
      [
        "A": """
        # A

        @Snippet(path: "P/Snippets/Folder/Some")

        @Snippet(path: "P/Snippets/Folder/Some", slice: "middle")

        @Snippet(path: "P/Snippets/Folder/Som")
        @Snippet(path: "P/Snippets/Folder/Some", slice: "midle")
        """
      ], ["Folder/Some": snippet])
    let file = try #require(reference.pages.first { $0.path == "api/M/A.md" }).file
    let fences = MarkdownDocument(file).fences
    #expect(
      fences.map { $0.lines.map(\.text) } == [
        ["import M", "", "let before = 1", "let middle = 2", "let after = 3"],
        [
          "// snippet.hide", "import M", "", "let before = 1", "// snippet.show", "let middle = 2", "// snippet.hide",
          "let after = 3",
        ],
      ])
    #expect(String(decoding: file.bytes, as: UTF8.self).contains("What it shows.\n\n```swift\n"))
    let line = try #require(fences.last?.lines.first { $0.text == "let middle = 2" })
    #expect(file.place(line.range).path == "Snippets/Folder/Some.swift")
    #expect(file.place(line.range).position?.line == 6)
    #expect(
      reference.diagnostics.map(\.message) == [
        "the package does not have a snippet 'P/Snippets/Folder/Som'",
        "the snippet 'P/Snippets/Folder/Some' has no slice 'midle'",
      ])
    #expect(reference.diagnostics.map(\.cure) == ["did you mean 'Folder/Some'?", "did you mean 'middle'?"])
  }

  @Test("a snippet begins with what it says about itself, and a slice leaves out what is hidden in it")
  func hiddenLines() throws {
    let snippet = """
      // What it shows,
      //  in two lines.

      // Makes it.
      // snippet.make-it
      let shown = 1
      // snippet.hide
      let secret = 2
      // snippet.show
      let last = 3
      // snippet.end
      // snippet.hide
      // snippet.within
      let within = 4
      """
    let reference = try reference(
      [
        "A": """
        # A

        @Snippet(path: "P/Snippets/S", slice: "make-it")

        @Snippet(path: "P/Snippets/S", slice: "within")

        @Snippet(path: "P/Snippets/S")
        """
      ], ["S": snippet])
    let file = try #require(reference.pages.first { $0.path == "api/M/A.md" }).file
    #expect(reference.diagnostics == [])
    #expect(
      MarkdownDocument(file).fences.map { $0.lines.map(\.text) } == [
        [
          "// snippet.hide", "// Makes it.", "// snippet.show", "let shown = 1", "// snippet.hide", "let secret = 2",
          "// snippet.show", "let last = 3", "// snippet.hide", "let within = 4",
        ],
        [
          "// snippet.hide", "// Makes it.", "let shown = 1", "let secret = 2", "let last = 3", "// snippet.show",
          "let within = 4",
        ],
        [
          "// Makes it.", "let shown = 1", "// snippet.hide", "let secret = 2", "// snippet.show", "let last = 3",
          "// snippet.hide", "let within = 4",
        ],
      ])
    #expect(String(decoding: file.bytes, as: UTF8.self).contains("What it shows,\n in two lines.\n\n```swift\n"))
  }

  @Test("directives that only lay out are passed over, others are told")
  func directives() throws {
    let reference = try reference([
      "A": """
      # A

      @Comment {
        Not shown.
      }

      @Row {
        @Column(size: 2) {
          First.

          ```swift id=a
          @MainActor func f() {}
          ```
        }
        @Column {
          Second.
        }
      }

      @TabNavigator {
        @Tab("One") {
          Inside.
        }
      }

      @DeprecationSummary {
        Use ``S``.
      }

      @Video(source: "a.mp4")

      @Strange

      Last, not @Comment { in } a line.
      """
    ])
    let text = reference.text("api/M/A.md")
    #expect(!text.contains("Not shown") && !text.contains("@Row") && !text.contains("@Tab"))
    for words in [
      "\nFirst.\n", "\nSecond.\n", "\n**One**\n", "\nInside.\n", "> Use [`S`](<S.md>).",
      "Last, not @Comment { in } a line.",
    ] {
      #expect(text.contains(words))
    }
    let file = try #require(reference.pages.first { $0.path == "api/M/A.md" }).file
    #expect(MarkdownDocument(file).fences.map { $0.lines.map(\.text) } == [["@MainActor func f() {}"]])
    #expect(
      reference.diagnostics.map(\.message) == [
        "'@Video' is not shown", "the directive '@Strange' is not known, and is not shown",
      ])
    #expect(reference.diagnostics.allSatisfy { $0.severity == .warning && $0.place?.path == "M.docc/A.md" })
  }

  @Test("what stands behind the brace of a directive stands in the file")
  func openingLines() throws {
    let reference = try reference([
      "A": "# A\n\n@Row {\n  @Column { One <doc:Nope>\n    Two.\n  }\n  @Column { Öl <doc:Nope> }\n}\n"
    ])
    #expect(reference.diagnostics.allSatisfy { $0.place?.path == "M.docc/A.md" })
    let positions = reference.diagnostics.compactMap { $0.place?.position }
    #expect(positions.map(\.line) == [4, 7] && positions.map(\.column) == [17, 16])
    #expect(reference.text("api/M/A.md").contains("One `Nope`\n"))
  }

  @Test("a directive may go on over several lines, and its words may have parentheses, commas and quotes in them")
  func longDirectives() throws {
    let reference = try reference([
      "A": """
      # A

      @TabNavigator {
        @Tab(
          "One (of two), with \\"quotes\\": all"
        ) {
          Inside.
        }
      }

      @Comment(
        never: ends

      @Tab("No) end
      """
    ])
    let text = reference.text("api/M/A.md")
    #expect(text.contains("\n**One (of two), with \"quotes\": all**\n\nInside.\n"))
    #expect(text.contains("@Comment(\n  never: ends\n\n@Tab(\"No) end"))
    #expect(!text.contains("TabNavigator"))
  }

  @Test("attributes that a comment talks about are no directives")
  func attributes() throws {
    let reference = try reference(
      [:], of: "/// One:\n///\n/// @MainActor\n/// @Comment { gone }\n/// @objc and others.\npublic struct S {}\n")
    #expect(reference.text("api/M/S.md").contains("One:\n\n@MainActor\n@objc and others.\n"))
    #expect(reference.diagnostics == [])
  }

  /// The marks of headings that stand at another level are made; messages named the page that they are made for.
  @Test("a heading stands in its file, at whatever level the page has it")
  func headingPlaces() throws {
    let module = try DescribedModule("/// ##### Deep\n/// ###### Deeper\npublic struct S {}\n")
    let catalog = DocumentationCatalog(
      module: "M", articles: [SourceFile(path: "M.docc/S.md", text: "# ``S``\n\n# High\n\n## Higher\n")])
    let page = try #require(module.reference(catalogs: [catalog]).pages.first { $0.path == "api/M/S.md" })
    let document = MarkdownDocument(page.file)
    let headings = document.nodes.indices.filter { document.nodes[$0].kind == .heading }.dropFirst()
    #expect(headings.map { document.nodes[$0].number } == [2, 3, 2, 3])
    let places = headings.compactMap { document.range(of: $0).map(page.file.place) }
    #expect(places.map(\.path) == ["M/M.swift", "M/M.swift", "M.docc/S.md", "M.docc/S.md"])
    #expect(places.map { $0.position?.line } == [1, 2, 3, 5])
  }
}
