internal import Markdown
internal import Text

/// A Markdown file of a catalog: a page of its own, or more about a symbol.
struct Article {
  /// What it is about.
  enum Subject: Equatable {
    /// A page of its own, with this title.
    case page(title: String)
    /// The symbol of its heading: ``# ``Loop`` ``.
    case symbol(SymbolLink)

    static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.page(let left), .page(let right)): left == right
      case (.symbol(let left), .symbol(let right)): left.name == right.name
      default: false
      }
    }
  }

  let module: String
  /// The name that `<doc:…>` has for it.
  let name: String
  let subject: Subject
  /// The file.
  let path: String
  /// The text below its title.
  let text: CommentText
  /// Where the file says that the text stands in place of the symbol's comment; `nil` where it stands below it.
  let overridePlace: SourcePlace?
  private(set) var diagnostics: [Diagnostic]

  init(_ file: SourceFile, module: String, snippets: [String: SourceFile], pictures: CatalogPictures) {
    self.module = module
    path = file.path
    let last = file.path.split(separator: "/").last.map(String.init) ?? file.path
    name = last.hasSuffix(".md") ? String(last.dropLast(3)) : last
    let directives = Directives(file, snippets: snippets, pictures: pictures, isComment: false)
    diagnostics = directives.diagnostics
    overridePlace = directives.overridePlace
    let document = MarkdownDocument(directives.file)
    let heading = document.children(of: 0).first {
      document.nodes[$0].kind == .heading && document.nodes[$0].number == 1
    }
    let start = heading.flatMap { document.range(of: $0) }
    var body = PageText()
    body.add(directives.file, 0..<(start?.lowerBound ?? 0))
    let end = start.map { directives.file.line(at: max($0.lowerBound, $0.upperBound - 1)) } ?? 0
    let next = end < directives.file.lineStarts.count ? directives.file.lineStarts[end] : directives.file.bytes.count
    body.add(directives.file, (start == nil ? 0 : next)..<directives.file.bytes.count)
    text = CommentText(body.file(path: ""))
    let link = heading.flatMap { heading in
      document.descendants(of: heading).lazy.compactMap { SymbolLink($0, in: document) }.first
    }
    if let link, link.form == .symbol {
      subject = .symbol(link)
      if let place = directives.displayNamePlace {
        diagnostics.append(
          Diagnostic(
            .warning, id: "directive", "'@DisplayName' is not shown: a page keeps the name of its symbol", at: place))
      }
    } else {
      subject = .page(title: directives.displayName ?? heading.map(document.headingText) ?? name)
    }
  }

  /// The name of its catalog.
  var catalog: String? {
    path.split(separator: "/").first { $0.hasSuffix(".docc") }.map { String($0.dropLast(".docc".count)) }
  }

  /// Whether the text stands in place of the symbol's comment.
  var overrides: Bool { overridePlace != nil }

  /// How the index calls it.
  var usr: String { "article:\(module)/\(name)" }
}
