import Markdown
import Testing
import Text

@testable import Reference

@Suite("Articles of DocC's catalogs")
struct CatalogTests {
  @Test("an article is a page, found by its file's name and listed by its module")
  func articles() throws {
    let reference = try catalogReference([
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
    let reference = try catalogReference([
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

  @Test("items of Topics that lists do not show are told")
  func topics() throws {
    let reference = try catalogReference([
      "A": """
      # A

      ## Topics

      ### Some

      - ``S``
      - ``S/f()``, ``S/g()``
      - ``S/f()``: says more
      - [A page](https://example.org)
      - Words.
      - [``S``](doc:S)
      """
    ])
    #expect(reference.diagnostics.map { $0.place?.position?.line } == [9, 10, 11])
    #expect(reference.diagnostics.allSatisfy { $0.severity == .warning && $0.id == "unshown-item" })
  }
}
