import Markdown
import Testing
import Text

@testable import Reference

@Suite("Directives of DocC's catalogs")
struct CatalogDirectiveTests {
  @Test("a directive that is not closed is an error, and takes nothing with it; braces in programs close none")
  func openDirectives() throws {
    let open = try catalogReference([
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
    let fences = try catalogReference([
      "D": "# D\n\n@Row {\n  @Column {\n    ```swift\n    func f() {\n    }\n    ```\n  }\n}\n\nAfter.\n"
    ])
    #expect(fences.diagnostics.isEmpty)
    #expect(fences.text("api/M/D.md").contains("func f() {\n}\n```\n\n\nAfter."), "\(fences.text("api/M/D.md"))")
  }

  @Test("rows, columns and terms are blocks of their own, and See Also comes last")
  func blocks() throws {
    let reference = try catalogReference([
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

  @Test("directives that only lay out are passed over, others are told")
  func directives() throws {
    let reference = try catalogReference([
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
    let reference = try catalogReference([
      "A": "# A\n\n@Row {\n  @Column { One <doc:Nope>\n    Two.\n  }\n  @Column { Öl <doc:Nope> }\n}\n"
    ])
    #expect(reference.diagnostics.allSatisfy { $0.place?.path == "M.docc/A.md" })
    let positions = reference.diagnostics.compactMap { $0.place?.position }
    #expect(positions.map(\.line) == [4, 7] && positions.map(\.column) == [17, 16])
    #expect(reference.text("api/M/A.md").contains("One `Nope`\n"))
  }

  @Test("a directive may go on over several lines, and its words may have parentheses, commas and quotes in them")
  func longDirectives() throws {
    let reference = try catalogReference([
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
    let reference = try catalogReference(
      [:], of: "/// One:\n///\n/// @MainActor\n/// @Comment { gone }\n/// @objc and others.\npublic struct S {}\n")
    #expect(reference.text("api/M/S.md").contains("One:\n\n@MainActor\n@objc and others.\n"))
    #expect(reference.diagnostics == [])
  }

  @Test("directives may stand on one line, one in the other or one after the other")
  func oneLine() throws {
    let reference = try catalogReference(
      [
        "A": """
        @Metadata { @DisplayName("Shown name") }
        # A

        @Row { @Column { left `}` words } @Column(size: 2) { right {words} } }

        @TabNavigator { @Tab("T {1}") { tab one } @Tab("T2") { tab ``S`` } }

        @Row {
          @Column { ONE } @Column { TWO } and more
        }

        @Tab("X") { a set {1 }

        @MainActor @Sendable is text.

        @Row { @Column {
          Lost?
        }
        }
        """,
        "S": "# ``S``\n\n@Metadata { @DocumentationExtension(mergeBehavior: override) }\n\nNew words.\n",
      ], of: "/// Old words.\npublic struct S {}\n")
    let text = reference.text("api/M/A.md")
    #expect(text.hasPrefix("# Shown name\n"))
    for words in [
      "\nleft `}` words\n", "\nright {words}\n", "\n**T \\{1\\}**\n\ntab one\n", "\n**T2**\n\ntab [`S`](<S.md>)\n",
      "\nONE\n", "\nTWO\n", "\nand more\n", "\na set {1\n", "\n@MainActor @Sendable is text.\n", "\nLost?\n",
    ] {
      #expect(text.contains(words), "\(words) in \(text)")
    }
    #expect(!text.contains("@Column") && !text.contains("@Tab"))
    #expect(reference.diagnostics.map(\.message) == ["'@Column {' opens on the line of another directive"])
    #expect(reference.text("api/M/S.md").contains("New words.") && !reference.text("api/M/S.md").contains("Old words."))
  }

  @Test("what metadata say that no page shows is told")
  func metadata() throws {
    let reference = try catalogReference([
      "A": """
      # A

      @Metadata {
        @PageKind(article)
        @PageKind(sampleCode)
        @PageColor(blue)
        @CallToAction(
          url: "https://example.org", purpose: download)
        @Available(macOS, introduced: "15.0")
        @TitleHeading("Words")
        @Nonsense
      }
      """
    ])
    #expect(
      reference.diagnostics.map { "\($0.place?.position?.line ?? 0): \($0.message)" } == [
        "5: '@PageKind' is not shown", "7: '@CallToAction' is not shown", "9: '@Available' is not shown",
        "10: '@TitleHeading' is not shown", "11: the directive '@Nonsense' is not known, and is not shown",
      ])
    #expect(reference.diagnostics.allSatisfy { $0.severity == .warning })
  }

  /// The marks of headings that stand at another level are made; messages named the page that they are made for.
}
