internal import Book
internal import Examples
internal import Markdown
package import Text
internal import Verification

/// A Markdown text that belongs to no book.
package struct LoneText {
  private let chapter: Chapter
  private let examples: ChapterExamples

  package init(_ file: SourceFile) {
    chapter = Chapter(path: "text.md", file: file)
    examples = ChapterExamples(chapter: "text", document: chapter.document)
  }

  /// The body of a page that the text alone would have, with the built-in theme.
  ///
  /// Links are left as they are, but for those to its own examples, whose names the page has to give.
  package var body: [UInt8] {
    let surroundings = Surroundings(templates: ThemeRenderer(Theme(folder: nil)), examples: examples)
    return ChapterHooks(surroundings, chapter, examples, target: .page("text.html")).html
  }

  private struct Surroundings: ChapterSurroundings {
    let templates: ThemeRenderer
    let examples: ChapterExamples
    let allowsHTML = true
    let hasMath = false

    func verified(_ example: Example) -> VerifiedExample? { nil }

    func isLive(_ example: Example) -> Bool { false }

    func verified(named name: String) -> VerifiedExample? { nil }

    func address(ofExample name: String, on target: RenderTarget) -> String? { nil }

    func markup(of figure: Figure) -> [UInt8]? { nil }

    func imageSize(of file: String) -> ImageSize? { nil }

    func darkForm(of file: String, on target: RenderTarget) -> ChapterLink? { nil }

    func citation(of link: Int, in chapter: Chapter) -> TraceCitation? { nil }

    func address(of citation: TraceCitation, on target: RenderTarget) -> String { "#" + citation.anchor }

    func symbol(namedBy node: Int, in chapter: Chapter, on target: RenderTarget) -> NamedSymbolLink? { nil }

    func uses(of usr: String, on target: RenderTarget) -> UsesList { UsesList(count: 0, rows: []) }

    func declaration(of usr: String, on target: RenderTarget) -> [DeclarationPart] { [] }

    func citations(of example: Example, in chapter: Chapter) -> [TraceCitation] { [] }

    func link(
      _ destination: String, as use: WebAddress.Use, from chapter: Chapter, on target: RenderTarget
    ) -> ChapterLink? {
      guard destination.hasPrefix("#") else { return nil }
      let written = String(destination.dropFirst())
      let name = PercentEncoding.decoded(written) ?? written
      if chapter.headings.contains(where: { $0.id == name }) {
        return ChapterLink(address: "#" + WebPath.encoded(name))
      }
      guard examples.examples.contains(where: { $0.id == name }) else { return nil }
      return ChapterLink(address: "#" + WebPath.encoded(ExampleBlock.anchor(of: name)))
    }
  }
}
