internal import Book
internal import Examples
internal import Files
internal import Reference
internal import Verification

extension SiteContext: ChapterSurroundings {
  var allowsHTML: Bool { book.configuration.allowsHTML }

  func verified(_ example: Example) -> VerifiedExample? { verified[example.name] }

  func isLive(_ example: Example) -> Bool { live.contains(example) }

  func verified(named name: String) -> VerifiedExample? { verified[name] }

  func address(ofExample name: String, on target: RenderTarget) -> String? {
    guard let example = verified[name]?.judgement?.example,
      let number = examples.firstIndex(where: { $0.chapter == example.chapter })
    else { return nil }
    return target.address(ofChapter: book.chapters[number].path, ExampleBlock.anchor(of: example.id), self)
  }

  var hasMath: Bool { book.configuration.hasMath }

  func markup(of figure: Figure) -> [UInt8]? { figures[figure] }

  func imageSize(of file: String) -> ImageSize? { imageSizes[file] }

  func darkForm(of file: String, on target: RenderTarget) -> ChapterLink? {
    // Paper is light.
    if target.isForPaper { return nil }
    return reference.darkPictures[file].map {
      ChapterLink(address: target.address(ofFile: $0, suffix: "", self), file: $0)
    }
  }

  func citation(of link: Int, in chapter: Chapter) -> TraceCitation? {
    map.number(of: chapter.path).flatMap { citations.citation(of: link, in: $0) }
  }

  func address(of citation: TraceCitation, on target: RenderTarget) -> String {
    target.address(ofChapter: citation.chapter, citation.anchor, self)
  }

  func symbol(namedBy node: Int, in chapter: Chapter, on target: RenderTarget) -> NamedSymbolLink? {
    map.number(of: chapter.path).flatMap { symbolLinks.target(of: node, in: $0) }.map {
      NamedSymbolLink(
        name: $0.name, isCode: $0.declaration != nil, address: target.address(ofChapter: $0.page, $0.anchor, self))
    }
  }

  func declaration(of usr: String, on target: RenderTarget) -> [DeclarationPart] {
    guard let symbol = reference.symbols?[usr] else { return [] }
    return DeclarationPart.parts(of: symbol) { usr in
      reference.symbols?[usr].map { target.address(ofChapter: $0.page, $0.anchor, self) }
    }
  }

  func uses(of usr: String, on target: RenderTarget) -> UsesList {
    let uses = self.uses[usr]
    return UsesList(
      symbol: reference.symbols?[usr]?.anchor ?? "", count: uses.all.count,
      rows: uses.shown.compactMap { use in
        address(ofExample: use.example, on: target).map { address in
          UsesList.Row(title: book.chapters[use.chapter].title, address: address, line: use.line)
        }
      })
  }

  /// The symbols that a chapter has the declarations of.
  func declaredSymbols(in chapter: Int) -> [String] {
    (reference.pages[book.chapters[chapter].path]?.symbols ?? []).map(\.usr)
  }

  func citations(of example: Example, in chapter: Chapter) -> [TraceCitation] {
    citations.citations(of: example.id, in: chapter.path)
  }

  func link(
    _ destination: String, as use: WebAddress.Use, from chapter: Chapter, on target: RenderTarget
  ) -> ChapterLink? {
    switch try? index.target(of: destination, as: use, from: chapter.path, suggests: false) {
    case .chapter(let path, let fragment):
      ChapterLink(
        address: target.address(ofChapter: path, anchor(fragment, in: path), self),
        number: target.isForPaper && path != chapter.path ? number(ofChapter: path) : nil)
    case .asset(let path, let suffix):
      ChapterLink(address: target.address(ofFile: path, suffix: suffix, self), file: path)
    case .external, .documentation, nil: nil
    }
  }

  /// The number that a chapter has in the table of contents; `nil` where it has none.
  private func number(ofChapter path: String) -> String? {
    let number = map.number(of: path).map { outline.entries[outline.entryOfChapter[$0]].number } ?? ""
    // What stands at a heading as `1.2.` is told without its last point.
    return number.isEmpty ? nil : String(number.dropLast())
  }

  /// The name on the page of what a link names: a heading, or else an example.
  func anchor(_ fragment: String?, in path: String) -> String? {
    guard let fragment, let number = map.number(of: path) else { return fragment }
    guard names[number].examples.contains(fragment), !names[number].headings.contains(fragment) else { return fragment }
    return ExampleBlock.anchor(of: fragment)
  }

  /// A file of the site as an address that holds all of it; empty, and told, where it cannot be read.
  func dataAddress(of path: String) -> String {
    if let bytes = theme.assets[path] { return DataAddress.text(bytes, named: path) }
    do throws(FileError) {
      return DataAddress.text(try Disk.read(book.file(ofAsset: path)), named: path)
    } catch {
      templates.report(error.diagnostic)
      return ""
    }
  }
}
