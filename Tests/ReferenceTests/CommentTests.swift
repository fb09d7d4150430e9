import Markdown
import TestSupport
import Testing
import Text

@testable import Reference

@Suite("Comments on pages")
struct CommentTests {
  /// The page of `S`, below its declaration and above where it stands in the source.
  private func body(_ comment: String) throws -> (text: String, reference: Reference) {
    let reference = try DescribedModule("\(comment)\npublic struct S {}\n").reference()
    let text = reference.text("api/M/S.md")
    let start = try #require(text.firstRange(of: "struct S\n```\n\n")).upperBound
    let end = try #require(text.firstRange(of: "`M/M.swift:")).lowerBound
    return (String(text[start..<end]).trimmingLines, reference)
  }

  @Test("fences, tables and links stay as they are written")
  func stays() throws {
    let comment = """
      Text with *marks*, `code` and [a link](https://example.org "title").

      ```swift id=a
      let a = "``x``"
      ```

      | a | b |
      |---|---|
      | 1 | 2 |

      ![words](picture.png)
      """
    let lines = comment.split(separator: "\n", omittingEmptySubsequences: false)
    let (text, reference) = try body(lines.map { "/// \($0)" }.joined(separator: "\n"))
    #expect(text == comment)
    #expect(reference.diagnostics == [])
  }

  @Test("headings stand below the symbol's, in the order of their own levels")
  func headings() throws {
    let (text, _) = try body(
      """
      /// One.
      ///
      /// ## First
      ///
      /// ### Second `code`
      ///
      /// Under
      /// lined
      /// =====
      ///
      /// ```
      /// # no heading
      /// ```
      """)
    #expect(
      text == """
        One.

        ### First

        #### Second `code`

        ## Under lined

        ```
        # no heading
        ```
        """)
  }

  @Test("DocC's fields are lists and boxes, with all that belongs to them")
  func fields() throws {
    let (text, _) = try body(
      """
      /// One.
      ///
      /// - Parameters:
      ///   - first: The first.
      ///
      ///     ```swift
      ///     let a = 1
      ///     ```
      ///   - `second`: The second.
      /// - Parameter third: The third.
      /// - Returns: What it is,
      ///   and more.
      /// - Throws: `E`.
      /// - Complexity: O(*n*)
      /// - an item: of a list
      /// - Note: Look
      ///   here:
      ///
      ///   ```swift
      ///   let b = 2
      ///     let c = 3
      ///   ```
      /// - Warning: Never.
      ///
      /// > Tip: Quoted
      /// > twice.
      ///
      /// > Experiment: Try.
      ///
      /// > Just: a quote
      """)
    #expect(
      text == """
        One.

        - **Parameters**
          - `first`: The first.

            ```swift
            let a = 1
            ```
          - `second`: The second.
          - `third`: The third.
        - **Returns:** What it is,
          and more.
        - **Throws:** `E`.
        - **Complexity:** O(*n*)
        - an item: of a list

        > [!NOTE]
        > Look
        > here:
        >
        > ```swift
        > let b = 2
        >   let c = 3
        > ```


        > [!WARNING]
        > Never.


        > [!TIP]
        > Quoted
        > twice.

        > [!TIP]
        > **Experiment.** Try.

        > Just: a quote
        """)
    let document = MarkdownDocument(SourceFile(path: "a.md", text: text))
    let kinds = document.children(of: 0).compactMap { document.callout(of: $0)?.kind }
    #expect(kinds == [.note, .warning, .tip, .tip])
  }

  @Test(
    "a comment that does not end its fence or its HTML does not swallow what follows it",
    arguments: ["```swift", "<!-- a", "~~~~"])
  func ends(opening: String) throws {
    let reference = try DescribedModule(
      """
      public struct S {
        /// One.
        ///
        /// \(opening)
        /// let a = 1
        public var a: Int { 1 }
        /// Two.
        public var b: Int { 1 }
      }
      """
    ).reference()
    let file = try #require(reference.pages.first { $0.path == "api/M/S.md" }).file
    let document = MarkdownDocument(file)
    let headings = document.nodes.indices.filter { document.nodes[$0].kind == .heading }.map(document.headingText)
    #expect(headings == ["S", "Instance Properties", "a", "b"])
    #expect(reference.diagnostics.map(\.id) == (opening.hasPrefix("<") ? [] : ["unclosed-fence"]))
    #expect(reference.diagnostics.allSatisfy { $0.place?.path == "M/M.swift" && $0.place?.position?.line == 4 })
  }

  @Test("comments stand where they do in files that begin with a byte order mark, or end their lines otherwise")
  func marks() throws {
    for text in [
      "\u{FEFF}/// One word.\npublic struct S {}\n", "\u{FEFF}\r\n/** One word. */\r\npublic struct S {}",
      "public struct Other { /// One word.\n public var s: Int { 1 } }", "/// One word.\r\npublic struct S {}\r\n",
      "/**\r\n One word.\r\n\r\n More.\r\n*/\r\npublic struct S {}\r\n", "/***\n One word.\n***/\npublic struct S {}\n",
      "//// Not.\n/// One word.\n//\npublic struct S {}\n", "/// One word.\n\n\n@frozen\npublic struct S {}\n",
      "/** One word. */ public struct S {}\n", "/// Other.\n/** One word. */\npublic struct S {}\n",
      "/** Other. */\n/// One word.\npublic struct S {}\n", "/** Other. *//** One word. */ public struct S {}\n",
    ] {
      let reference = try DescribedModule(text).reference()
      #expect(reference.diagnostics == [], Comment(rawValue: text))
      let swift = SourceFile(path: "M/M.swift", text: text)
      let pages = reference.pages.filter { String(decoding: $0.file.bytes, as: UTF8.self).contains("One word") }
      let isDocumented = reference.undocumented.map(\.path) != ["M/S"]
      #expect(!pages.isEmpty || !isDocumented, Comment(rawValue: text))
      for page in pages where page.kind != "Module" {
        let start = try #require(String(decoding: page.file.bytes, as: UTF8.self).firstRange(of: "One word"))
        let offset = String(decoding: page.file.bytes, as: UTF8.self).utf8[..<start.lowerBound].count
        let place = page.file.place(offset..<offset + 8)
        let expected = try #require(text.firstRange(of: "One word"))
        let swiftOffset = text.utf8[..<expected.lowerBound].count
        #expect(place == swift.place(swiftOffset..<swiftOffset + 8), Comment(rawValue: text))
      }
    }
  }

  @Test("labels of links and footnotes belong to their own comments")
  func labels() throws {
    let reference = try DescribedModule(
      """
      public struct S {
        /// See [this][a], [that](https://c.org), [a] and ![it][a].[^1]
        ///
        /// ```
        /// [a]: https://code.org
        /// ```
        ///
        /// [a]: https://a.org "A"
        /// [^1]: First.
        public var a: Int { 1 }
        /// See [this][a] and [a].[^1]
        ///
        /// [a]: https://b.org
        ///
        /// [^1]: Second.
        public var b: Int { 1 }
        /// Not [a] link.
        public var c: Int { 1 }
      }
      """
    ).reference()
    let document = MarkdownDocument(try #require(reference.pages.first { $0.path == "api/M/S.md" }).file)
    let links = document.nodes.filter { $0.kind == .link || $0.kind == .image }.map { document.string($0.text) }
    #expect(
      links == [
        "https://a.org", "https://c.org", "https://a.org", "https://a.org", "https://b.org", "https://b.org",
      ])
    let footnotes = document.footnotes.map(document.plainText)
    #expect(footnotes == ["First.", "Second."])
    #expect(document.fences.filter { $0.infoString.isEmpty }.flatMap(\.lines).map(\.text) == ["[a]: https://code.org"])
    #expect(reference.diagnostics == [])
  }

  @Test("a comment that several symbols have stands in the file once, and so its examples do")
  func once() throws {
    let reference = try DescribedModule(
      """
      public protocol P {
        /// Does it.
        ///
        /// ```swift
        /// example()
        /// ```
        func f()
      }
      public struct S: P {
        public func f() {}
      }
      public enum E {
        /// Both.
        ///
        /// ```swift
        /// other()
        /// ```
        case a, b
      }
      """
    ).reference()
    let fences = reference.pages.flatMap { page in
      MarkdownDocument(page.file).fences.filter { $0.infoString == "swift" }.map { "\(page.path): \($0.lines[0].text)" }
    }
    #expect(fences == ["api/M/P.md: example()", "api/M/E.md: other()"])
    #expect(reference.text("api/M/S.md").contains("Does it.\n\nDocumented at [`f()`](<P.md#f()>)."))
    #expect(reference.text("api/M/E.md").contains("Both.\n\nDocumented at [`a`](<#a>)."))
    #expect(reference.undocumented.map(\.path) == ["M/P", "M/S", "M/E"])
  }

  @Test(
    "a file that has changed since it was compiled gives no comment a place",
    arguments: [
      ("/// One.", "/// Other."), ("/// One.", "\n/// One."), ("/// One.", "/// One.\n/// Two."),
      ("/// One.", "// One. "),
      ("/// One.", "// /// One."),
    ])
  func changed(old: String, new: String) throws {
    let module = try DescribedModule("\(old)\npublic struct S {}\n")
    #expect(module.reference().diagnostics == [])
    try module.folder.write("M/M.swift", "\(new)\npublic struct S {}\n")
    let graphs = try module.describedAgain()
    // The compiler takes the text from the file as it is now, and may have none at all.
    for graphs in [module.graphs, graphs] {
      let reference = module.reference(of: graphs)
      let pieces = reference.pages.flatMap(\.file.pieces).filter { $0.file.path == "M/M.swift" }
      #expect(pieces.map { $0.file.bytes[$0.range] } == [])
      let problems = reference.diagnostics.map(\.id) + reference.undocumented.map(\.path)
      #expect(problems == ["changed-comment"] || problems == ["M/S"])
    }
  }

  @Test("examples above extensions of own types, which the compiler tells nothing of, are found")
  func unshown() throws {
    let reference = try DescribedModule(
      """
      /// ```swift
      /// print(S())
      /// ```
      public struct S {}
      /// Text.
      ///
      /// ```swift
      /// print(1)
      /// ```
      @available(*, deprecated)
      public extension S {
        /// ~~~swift
        /// print(S().a)
        /// ~~~
        var a: Int { 1 }
      }
      /**
       Text.
       ```swift id=b
       print(2)
       ```
       */
      extension S: CustomStringConvertible { public var description: String { "s" } }
      /// ```swift quote
      /// ...
      /// ```
      extension S: Sendable {}
      /// ```swift
      /// print("".b)
      /// ```
      extension String { public var b: Int { 1 } }
      /// ```swift
      /// private
      /// ```
      struct T {}
      extension S {}
      """
    ).reference()
    #expect(reference.unshown.map(\.place.position?.line) == [7, 19])
    #expect(reference.text("api/M/S.md").contains("print(S().a)"))
  }
}

extension String {
  /// Without blanks at its ends and at the ends of its lines.
  fileprivate var trimmingLines: String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
