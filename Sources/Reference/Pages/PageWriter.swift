package import Text
internal import Words

/// Writes one page.
struct PageWriter {
  let page: PageLayout.Page
  let tree: SymbolTree
  let layout: PageLayout
  let sources: SourceFiles
  let comments: Comments
  let index: SymbolIndex
  /// What catalogs say about symbols.
  let extensions: [String: [Article]]
  let snippets: [String: SourceFile]
  let pictures: CatalogPictures
  let words: InterfaceWords
  let shownPictures = CatalogPictures.Shown()
  let headingNames: HeadingNames

  var text = PageText()
  /// What stands below all else.
  private var seeAlso = PageText()
  var symbols: [PageSymbol] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var undocumented: [UndocumentedSymbol] = []
  /// The symbols of which the page shows what catalogs say.
  private(set) var extended: Set<String> = []
  /// The pages that a module's page lists, in its order, and below which of its headings.
  private(set) var listed: [(page: String, heading: String?)] = []

  init(
    page: PageLayout.Page, tree: SymbolTree, layout: PageLayout, sources: SourceFiles, comments: Comments,
    index: SymbolIndex, extensions: [String: [Article]], snippets: [String: SourceFile],
    pictures: CatalogPictures, words: InterfaceWords
  ) {
    self.words = words
    self.page = page
    self.tree = tree
    self.layout = layout
    self.sources = sources
    self.comments = comments
    self.index = index
    self.extensions = extensions
    self.snippets = snippets
    self.pictures = pictures
    headingNames = HeadingNames(taken: layout.anchors[page.path] ?? [])
  }

  /// The page.
  mutating func write() -> ReferencePage {
    text.add("# \(MarkdownEscaping.text(page.title))\(headingNames.mark(for: page.title))\n\n")
    switch page.subject {
    case .module: addContents()
    case .type(let usr):
      let topics = add(usr, anchor: nil, level: 1, name: page.title)
      addMembers(tree[usr]?.members ?? [], topics)
      addRelations(of: usr)
    case .group(let usrs): for usr in usrs { addSection(usr, level: 2) }
    case .extended(let usrs): addExtensions(usrs)
    case .article(let article): addArticle(article)
    }
    text.add(seeAlso)
    return ReferencePage(
      path: page.path, title: page.title, kind: page.kind, module: page.module, parent: page.parent,
      file: text.file(path: page.path), symbols: symbols, caveat: caveat)
  }

  /// What lists say of what the page is about.
  private var caveat: String? {
    if case .type(let usr) = page.subject { index[usr]?.caveat } else { nil }
  }

  /// Keeps below which heading symbols are listed that have pages of their own.
  mutating func note(_ usrs: [String], below heading: String) {
    for usr in usrs where index[usr]?.anchor == nil { notePage(of: usr, below: heading) }
  }

  /// The same for the page that a symbol stands on.
  mutating func notePage(of usr: String, below heading: String?) {
    guard page.isOfModule, let target = index[usr] else { return }
    listed.append((target.page, heading))
  }

  // MARK: Symbols

  /// The file of what the page is about.
  private var subjectFile: String? {
    guard case .type(let usr) = page.subject, let symbol = tree[usr]?.symbol else { return nil }
    return sources.name(symbol.file)
  }

  /// A member with its heading.
  mutating func addSection(_ usr: String, level: Int) {
    guard let symbol = tree[usr]?.symbol, let anchor = layout.places[usr]?.anchor else { return }
    let marks = String(repeating: "#", count: level)
    let heading = MarkdownEscaping.text(index[usr]?.listedName ?? symbol.name)
    text.add("\(marks) \(heading) {#\(MarkdownEscaping.text(anchor))}\n\n")
    add(usr, anchor: anchor, level: level, name: symbol.name)
  }

  /// What is told of a symbol below its heading; the order of members that its comment asks for.
  @discardableResult
  private mutating func add(_ usr: String, anchor: String?, level: Int, name: String) -> [Topic] {
    guard let entry = tree[usr] else { return [] }
    let symbol = entry.symbol
    let source = sources.line(symbol)
    symbols.append(
      PageSymbol(
        usr: usr, anchor: anchor, plainAnchor: layout.plainAnchors[usr], name: name, kind: symbol.kind(in: words),
        level: level, source: source, listedName: index[usr]?.listedName, caveat: index[usr]?.caveat))
    text.add("``` swift-declaration \(usr)\n\((index[usr]?.declaration ?? Declaration(symbol)).text)\n```\n\n")
    addAvailability(of: symbol)
    addProvision(of: usr)
    var topics: [Topic] = []
    let more = extensions[usr] ?? []
    switch comments[usr] {
    case _ where more.contains(where: \.overrides): break
    case .own(let comment): topics = add(comment, level: level + 1, of: usr, signature: signature(of: symbol))
    case .inherited(let other, let comment):
      addInherited(from: other, CommentSummary(page: page.path, index: index).text(of: comment))
    case .unknown: break
    case nil where !more.isEmpty: break
    case nil:
      // What the compiler wrote itself stands nowhere.
      if let place = sources.place(symbol) {
        undocumented.append(
          UndocumentedSymbol(usr: usr, path: index[usr]?.path ?? name, kind: symbol.kind(in: words), place: place))
      }
    }
    topics += addExtensions(of: usr, level: level + 1)
    if let source {
      // Where all stands in one file, its path is told once.
      let isToldAbove = anchor != nil && source.file == subjectFile
      let place = MarkdownEscaping.code(isToldAbove ? source.toldShortly : source.told)
      text.add(sources.address(of: source).map { "[\(place)](<\($0)>)\n\n" } ?? "\(place)\n\n")
    }
    return topics
  }

  mutating func add(
    _ comment: CommentText, level: Int, of usr: String, signature: DocumentedSignature = DocumentedSignature()
  ) -> [Topic] {
    let (index, path, pictures, shown) = (index, page.path, pictures, shownPictures)
    let directives = Directives(comment.file, snippets: snippets, pictures: pictures, isComment: true)
    diagnostics += directives.diagnostics
    let doc = DocComment(
      CommentText(directives.file), level: level, mark: StableHash.text(usr), names: headingNames,
      signature: signature, words: words,
      picture: { name in
        guard let picture = pictures[name] else { return nil }
        shown.paths.insert(picture)
        return PageAddress.relative(picture, from: path)
      },
      resolve: { Self.destination(of: $0, on: path, index) })
    doc.add(to: &text)
    doc.addSeeAlso(to: &seeAlso)
    diagnostics += doc.diagnostics
    return doc.topics
  }

  private func signature(of symbol: GraphSymbol) -> DocumentedSignature {
    DocumentedSignature(symbol, sources.written(symbol), in: tree)
  }

  /// What catalogs say about a symbol.
  mutating func addExtensions(of usr: String, level: Int) -> [Topic] {
    extended.insert(usr)
    let signature = tree[usr].map { self.signature(of: $0.symbol) } ?? DocumentedSignature()
    return (extensions[usr] ?? []).flatMap { add($0.text, level: level, of: $0.usr + usr, signature: signature) }
  }

  /// What is written above an extension.
  mutating func addComment(ofExtension usr: String) {
    guard case .own(let comment)? = comments[usr] else { return }
    _ = add(comment, level: 3, of: usr)
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  private mutating func addInherited(from other: String?, _ summary: String) {
    if !summary.isEmpty { text.add("\(summary)\n\n") }
    if let other, let link = link(to: other) { text.add("\(sentence(.documentedAt, ["name": link]))\n\n") }
  }

  /// What stands in the place of a link to a symbol.
  static func destination(of link: SymbolLink, on page: String, _ index: SymbolIndex) -> SymbolLink.Destination {
    switch index.resolve(link, from: page) {
    case .success(let target):
      let words =
        switch link.form {
        case .words(let words): MarkdownEscaping.text(words)
        case .document: target.shownName
        case .symbol: MarkdownEscaping.code(target.name)
        }
      return .text(MarkdownEscaping.link(words, to: target.address(from: page)))
    case .failure(let unknown):
      let words =
        if case .words(let words) = link.form { MarkdownEscaping.text(words) } else { MarkdownEscaping.code(link.name) }
      return .wrong(words, unknown.diagnostic(for: link, at: link.place))
    }
  }

  /// A link to a symbol that a page has.
  func link(to usr: String, _ name: String? = nil) -> String? {
    index[usr].map { MarkdownEscaping.link(MarkdownEscaping.code(name ?? $0.name), to: $0.address(from: page.path)) }
  }

  /// What an author calls the symbol that takes the place of another: a link, where a page has it.
  private func newName(_ name: String, of symbol: GraphSymbol) -> String {
    let code = MarkdownEscaping.code(name)
    // A type's new name is looked for beside the type, not in it.
    let target = index.renamed(name, from: symbol.isPage ? page.parent : page.path)
    guard let target, target.usr != symbol.usr else { return code }
    return MarkdownEscaping.link(code, to: target.address(from: page.path))
  }

  // MARK: Facts

  private mutating func addAvailability(of symbol: GraphSymbol) {
    var platforms: [String] = []
    for entry in symbol.availability {
      let platform = entry.domain.flatMap { $0 == "*" ? nil : MarkdownEscaping.text($0) }
      let facts = (entry.isUnavailable ? [] : deprecation(entry, platform)) + absence(entry, platform)
      if !facts.isEmpty {
        let message = entry.message.map(Self.message)
        let renamed = entry.renamed.map { sentence(.renamed, ["name": newName($0, of: symbol)]) }
        let told = facts.map { "**\($0)**" } + [message, renamed].compactMap(\.self)
        text.add("> [!WARNING]\n> \(told.joined(separator: " ").replacing("\n", with: " "))\n\n")
      }
      // The compiler adds what the type around it says of the platform.
      if let introduced = entry.introduced, let platform, !entry.isUnavailable {
        platforms.append("\(platform) \(introduced)")
      }
    }
    if !platforms.isEmpty { text.add("\(sentence(.available, ["versions": words.list(platforms)]))\n\n") }
    let constraints = conditions(of: symbol)
    if !constraints.isEmpty {
      text.add("\(sentence(.availableWhen, ["condition": condition(constraints)]))\n\n")
    }
  }

  /// When a symbol is there: what the extension demands that it stands in, or that a type around it stands in.
  private func conditions(of symbol: GraphSymbol) -> [GraphSymbol.Constraint] {
    let parent = tree[symbol.usr]?.parent.flatMap { tree[$0]?.symbol }
    let own = (symbol.extensionConstraints + tree.impliedConstraints(of: symbol)).filter { constraint in
      // What the type itself demands goes without saying.
      parent.map { $0.kind == "swift.extension" || !$0.constraints.contains(constraint) } ?? true
    }
    // A member stands on the page of its type, which says so.
    guard symbol.isPage, let parent, parent.kind != "swift.extension" else { return own }
    let outer = conditions(of: parent)
    return outer + own.filter { !outer.contains($0) }
  }

  /// What an author says of it: text in which code may stand between backquotes, as a sentence.
  private static func message(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    let isPaired = parts.count % 2 == 1 && parts.enumerated().allSatisfy { $0 % 2 == 0 || !$1.isEmpty }
    let message =
      isPaired
      ? parts.enumerated().map { $0 % 2 == 0 ? MarkdownEscaping.text($1) : MarkdownEscaping.code($1) }.joined()
      : MarkdownEscaping.text(text)
    let ends = text.last.map { ".!?。！？؟".contains($0) } ?? true
    return ends ? message : "\(message)."
  }

  private func deprecation(_ entry: GraphSymbol.Availability, _ platform: String?) -> [String] {
    if let version = entry.deprecated {
      return [sentence(.deprecatedSince, ["version": platform.map { "\($0) \(version)" } ?? version])]
    }
    guard entry.isDeprecated else { return [] }
    return [platform.map { sentence(.deprecatedOn, ["platform": $0]) } ?? sentence(.deprecated)]
  }

  private func absence(_ entry: GraphSymbol.Availability, _ platform: String?) -> [String] {
    guard let platform else { return entry.isUnavailable ? [sentence(.unavailable)] : [] }
    if let version = entry.obsoleted {
      return [sentence(.unavailableFrom, ["platform": platform, "version": version])]
    }
    return entry.isUnavailable ? [sentence(.unavailableOn, ["platform": platform])] : []
  }

  /// Whether conforming types must implement a protocol's requirement, and which default implementations it has.
  private mutating func addProvision(of usr: String) {
    guard let entry = tree[usr] else { return }
    // Of a type, the declaration shows which is the default one.
    let hasDefault = entry.symbol.kind == "swift.associatedtype" && entry.symbol.declaredText.contains(" = ")
    let isRequirement = entry.relations.contains { [.requirementOf, .optionalRequirementOf].contains($0.kind) }
    let defaults = entry.reverse.filter { $0.kind == .defaultImplementationOf }.compactMap {
      provision($0.source, of: usr)
    }
    if isRequirement, !hasDefault {
      let more = defaults.isEmpty ? "" : " \(sentence(.defaultIs, ["names": words.list(defaults)]))"
      text.add("**\(sentence(.required))**\(more)\n\n")
    }
    for relation in entry.relations {
      switch relation.kind {
      case .defaultImplementationOf:
        if let link = link(to: relation.target) ?? relation.targetName.map(MarkdownEscaping.code) {
          text.add("\(sentence(.defaultOf, ["name": link]))\n\n")
        }
      case .overrides:
        if let link = link(to: relation.target) { text.add("\(sentence(.overrides, ["name": link]))\n\n") }
      default: break
      }
    }
  }

  /// A default implementation of a requirement, with what conforming types have to be besides for having it.
  private func provision(_ usr: String, of requirement: String) -> String? {
    guard let link = link(to: usr), let symbol = tree[usr]?.symbol else { return nil }
    var constraints = conditions(of: symbol)
    if let own = tree[usr]?.parent, own != tree[requirement]?.parent, let refining = tree[own]?.symbol,
      refining.kind == "swift.protocol"
    {
      constraints.insert(GraphSymbol.Constraint(kind: "conformance", left: "Self", right: refining.name), at: 0)
    }
    return constraints.isEmpty
      ? link : sentence(.presentWhen, ["name": link, "condition": condition(constraints)])
  }

  // MARK: Sentences

  /// A sentence of the page's own, as Markdown that is filled in with Markdown.
  func sentence(_ word: InterfaceWord, _ values: KeyValuePairs<String, String> = [:]) -> String {
    words.text(word, values, escaped: MarkdownEscaping.text)
  }

  /// Constraints as a sentence has them.
  func condition(_ constraints: [GraphSymbol.Constraint]) -> String {
    let parts = constraints.map { constraint in
      let word: InterfaceWord =
        switch constraint.kind {
        case "conformance": .conformsIf
        case "superclass": .inheritsIf
        case "layout": .isClassIf
        default: .isIf
        }
      return sentence(
        word, ["left": MarkdownEscaping.code(constraint.left), "right": MarkdownEscaping.code(constraint.right)])
    }
    return parts.dropFirst().reduce(parts.first ?? "") { sentence(.bothConditions, ["first": $0, "last": $1]) }
  }
}

extension UnknownSymbol {
  /// The problem with a link, told at a place.
  package func diagnostic(for link: SymbolLink, at place: SourcePlace) -> Diagnostic {
    let names = suggestions.map { link.form == .symbol ? "``\($0)``" : "'doc:\($0)'" }
    return Diagnostic(
      id: "unknown-symbol", message, at: place,
      cure: names.count > 1
        ? "write one of " + names.joined(separator: ", ") : names.first.map { "did you mean \($0)?" } ?? self.cure)
  }
}
