internal import Words

extension PageWriter {
  /// What a module has: a list for each kind, with a link to each symbol's own place.
  mutating func addContents() {
    symbols.append(
      PageSymbol(usr: page.module, anchor: nil, name: page.module, kind: page.kind, level: 1, source: nil))
    let topics = addExtensions(of: page.module, level: 2)
    var placed: Set<String> = []
    for topic in topics { addTopic(topic, [], &placed) }
    addArticles(
      layout.pages.filter { other in
        guard case .article(let article) = other.subject, other.module == page.module else { return false }
        return !placed.contains(article.usr)
      })
    let top = (tree.top[page.module] ?? []).filter { !placed.contains($0) }
    let byName = top.sorted { (tree[$0]?.symbol.name ?? "", $0) < (tree[$1]?.symbol.name ?? "", $1) }
    addTypes(byName)
    for group in SymbolGroup.ofModules {
      let members = byName.filter { tree[$0].map { group.has($0.symbol) } ?? false }
      guard !members.isEmpty else { continue }
      heading(group.title)
      addList(members)
    }
    let extended = layout.pages.filter { other in
      if case .extended = other.subject { other.module == page.module } else { false }
    }
    guard !extended.isEmpty else { return }
    heading(.extendedTypes)
    for other in extended {
      guard case .extended(let usrs) = other.subject, let usr = usrs.first, let link = link(to: usr, other.title) else {
        continue
      }
      let module = tree[usr]?.symbol.extendedModule.map(MarkdownEscaping.code)
      text.add("- \(module.map { sentence(.ofModule, ["name": link, "module": $0]) } ?? link)\n")
    }
    text.add("\n")
  }

  private mutating func addArticles(_ pages: [PageLayout.Page]) {
    guard !pages.isEmpty else { return }
    heading(.articles)
    for case .article(let article) in pages.map(\.subject) { addItem(article.usr) }
    text.add("\n")
  }

  /// A page of a catalog.
  mutating func addArticle(_ article: Article) {
    let topics = add(article.text, level: 2, of: article.usr)
    var placed: Set<String> = []
    for topic in topics { addTopic(topic, [], &placed) }
  }

  /// The extensions of a type of another module.
  mutating func addExtensions(_ usrs: [String]) {
    guard let first = usrs.first, let symbol = tree[first]?.symbol else { return }
    let (module, own) = (symbol.extendedModule ?? page.module, page.module)
    let kind = MarkdownEscaping.text(symbol.extendedKind(in: words))
    let origin = sentence(
      .extensionOf,
      ["kind": kind, "module": MarkdownEscaping.code(module), "extender": MarkdownEscaping.code(own)])
    text.add("\(origin)\n\n")
    for usr in usrs {
      guard let symbol = tree[usr]?.symbol else { continue }
      symbols.append(
        PageSymbol(usr: usr, anchor: nil, name: page.title, kind: page.kind, level: 1, source: sources.line(symbol)))
      addComment(ofExtension: usr)
    }
    let topics = usrs.flatMap { addExtensions(of: $0, level: 2) }
    addMembers(usrs.flatMap { tree[$0]?.members ?? [] }, topics)
    for usr in usrs { addRelations(of: usr) }
  }

  /// What a type is besides: its conformances, and what conforms to it.
  mutating func addRelations(of usr: String) {
    guard let entry = tree[usr] else { return }
    addRelations(.inheritsFrom, entry.relations.filter { $0.kind == .inheritsFrom }, \.target)
    addRelations(.inheritedBy, entry.reverse.filter { $0.kind == .inheritsFrom }, \.source)
    addRelations(.conformsTo, entry.relations.filter { $0.kind == .conformsTo }, \.target)
    addRelations(.conformingTypes, entry.reverse.filter { $0.kind == .conformsTo }, \.source)
  }

  private mutating func addRelations(
    _ title: InterfaceWord, _ relations: [GraphRelation], _ other: KeyPath<GraphRelation, String>
  ) {
    var lines: Set<String> = []
    for relation in relations where !Self.implicit.contains(relation.target) {
      let name =
        tree[relation[keyPath: other]]?.symbol.path.joined(separator: ".") ?? relation.targetName.map(Self.short)
      guard let name else { continue }
      let link = link(to: relation[keyPath: other], name) ?? MarkdownEscaping.code(name)
      // What the type itself demands goes without saying.
      let own = tree[relation.source]?.symbol
      let isExtension = own?.kind == "swift.extension"
      let constraints = relation.constraints.filter { isExtension || own?.constraints.contains($0) != true }
      let item =
        constraints.isEmpty
        ? link : sentence(.presentWhen, ["name": link, "condition": condition(constraints)])
      lines.insert("- \(item)\n")
    }
    guard !lines.isEmpty else { return }
    heading(title)
    for line in lines.sorted() { text.add(line) }
    text.add("\n")
  }

  /// A name without that of the standard library in front.
  private static func short(_ name: String) -> String {
    for module in ["Swift.", "_Concurrency."] where name.hasPrefix(module) {
      return String(name.dropFirst(module.count))
    }
    return name
  }

  /// What nearly every type conforms to, and no author writes down.
  private static let implicit: Set<String> = ["s:s8CopyableP", "s:s9EscapableP", "s:s16SendableMetatypeP"]
}
