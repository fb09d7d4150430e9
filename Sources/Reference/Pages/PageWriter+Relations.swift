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
      for usr in members.prefix(1) { notePage(of: usr, below: nil) }
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
      note([usr], below: words[.extendedTypes])
      let module = tree[usr]?.symbol.extendedModule.map(MarkdownEscaping.code)
      text.add("- \(module.map { sentence(.ofModule, ["name": link, "module": $0]) } ?? link)\n")
    }
    text.add("\n")
  }

  private mutating func addArticles(_ pages: [PageLayout.Page]) {
    guard !pages.isEmpty else { return }
    heading(.articles)
    for case .article(let article) in pages.map(\.subject) {
      note([article.usr], below: words[.articles])
      addItem(article.usr)
    }
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
    for relation in relations where !isImplicit(relation) && !isImplied(relation) {
      let name =
        other == \.target && relation.kind == .inheritsFrom ? superclass(of: relation) : name(of: relation, other)
      guard let name else { continue }
      let link = link(to: relation[keyPath: other], name) ?? MarkdownEscaping.code(name)
      let constraints = conditions(of: relation)
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

  private func name(of relation: GraphRelation, _ other: KeyPath<GraphRelation, String>) -> String? {
    tree[relation[keyPath: other]]?.symbol.path.joined(separator: ".") ?? relation.targetName.map(Self.short)
  }

  /// The name of a superclass with the arguments that only the file has for it.
  private func superclass(of relation: GraphRelation) -> String? {
    let name = name(of: relation, \.target)
    let written = tree[relation.source].flatMap { sources.written($0.symbol).superclass }
    guard let written, let name, let last = name.split(separator: ".").last else { return name }
    return written.prefix { $0 != "<" }.split(separator: ".").last == last ? written : name
  }

  /// A name without that of the standard library in front.
  private static func short(_ name: String) -> String {
    for module in ["Swift.", "_Concurrency."] where name.hasPrefix(module) {
      return String(name.dropFirst(module.count))
    }
    return name
  }

  /// When a relation holds; what the type itself demands goes without saying, and so does what nearly every type is.
  func conditions(of relation: GraphRelation) -> [GraphSymbol.Constraint] {
    let own = tree[relation.source]?.symbol
    let isExtension = own?.kind == "swift.extension"
    let declaration = own.map { Declaration($0).text } ?? ""
    return relation.constraints.filter { constraint in
      if !isExtension, own?.constraints.contains(constraint) == true { return false }
      guard constraint.kind == "conformance", GraphRelation.nearlyAll.values.contains(constraint.right) else {
        return true
      }
      // Of what need not be copyable, it says something that it is, where that is what the relation is about.
      let isAbout = GraphRelation.nearlyAll[relation.target].map { $0 == constraint.right } ?? true
      return isAbout && declaration.contains("\(constraint.left) : ~\(constraint.right)")
    }
  }

  /// Whether no author writes it down: nearly every type conforms to it, and this one does not do without it.
  private func isImplicit(_ relation: GraphRelation) -> Bool {
    guard let name = GraphRelation.nearlyAll[relation.target] else { return false }
    return index[relation.source]?.declaration?.suppresses(name) != true
  }

  /// Whether it only follows from another conformance, which is told beside it.
  ///
  /// Of `extension Pair: Hashable where A: Hashable`, the compiler tells that `Pair` is `Equatable` then, too, though
  /// it is so whenever `A` is.
  func isImplied(_ relation: GraphRelation) -> Bool {
    guard relation.kind == .conformsTo else { return false }
    let all = tree[relation.source]?.relations.filter { $0.kind == .conformsTo } ?? []
    let same = all.filter { $0.target == relation.target }
    guard same.count > 1 else { return false }
    if same.contains(where: { $0.constraints.isEmpty }) { return !relation.constraints.isEmpty }
    let others = Set(all.filter { $0.target != relation.target && !isImplicit($0) }.map(Self.told))
    return others.contains(Self.told(relation)) && !same.allSatisfy { others.contains(Self.told($0)) }
  }

  /// The conditions that the compiler's graph has, which are the same in what follows from another conformance.
  private static func told(_ relation: GraphRelation) -> [GraphSymbol.Constraint] {
    relation.constraints.filter { $0.kind != "layout" }
  }
}
