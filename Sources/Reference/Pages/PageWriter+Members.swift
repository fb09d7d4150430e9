internal import Text
internal import Words

extension PageWriter {
  /// The members of a type: as its comment orders them, then by kind.
  mutating func addMembers(_ all: [String], _ topics: [Topic]) {
    let own = all.filter { tree[$0]?.isInherited == false }
    var placed: Set<String> = []
    for topic in topics { addTopic(topic, own, &placed) }
    let rest = own.filter { !placed.contains($0) }
    addTypes(rest.filter { layout.places[$0]?.anchor == nil })
    let defaults = rest.filter { tree[$0]?.isDefaultImplementation == true }
    let members = rest.filter { tree[$0]?.isDefaultImplementation != true }
    for group in SymbolGroup.ofTypes {
      addGroup(group.title, members.filter { tree[$0].map { group.has($0.symbol) } ?? false })
    }
    let known = SymbolGroup.ofTypes.reduce(into: Set<String>()) { $0.formUnion($1.kinds) }
    addGroup(
      .otherMembers,
      members.filter {
        layout.places[$0]?.anchor != nil && tree[$0].map { !known.contains($0.symbol.kind) } ?? false
      })
    addGroup(.defaultImplementations, defaults)
    addInherited(all.filter { tree[$0]?.isInherited == true })
  }

  private mutating func addGroup(_ title: InterfaceWord, _ usrs: [String]) {
    guard !usrs.isEmpty else { return }
    heading(title)
    for usr in usrs { addSection(usr, level: 3) }
  }

  /// A heading of the page's own; no symbol's heading is called so.
  mutating func heading(_ title: InterfaceWord) {
    let name = title.inAddresses.lowercased().replacing(" ", with: "-")
    text.add("## \(sentence(title)) {#section-\(name)}\n\n")
  }

  /// The types among the members, which have pages of their own.
  mutating func addTypes(_ usrs: [String]) {
    for group in SymbolGroup.types {
      let types = usrs.filter { tree[$0].map { group.has($0.symbol) } ?? false }
      guard !types.isEmpty else { continue }
      heading(group.title)
      note(types, below: words[group.title])
      addList(types)
    }
  }

  /// Links to symbols that stand elsewhere, with what they are.
  mutating func addList(_ usrs: [String]) {
    for usr in usrs { addItem(usr) }
    text.add("\n")
  }

  mutating func addItem(_ usr: String) {
    guard let target = index[usr] else { return }
    var words = MarkdownEscaping.code(target.listedName ?? target.name)
    if target.declaration == nil { words = MarkdownEscaping.text(target.name) }
    if let symbol = tree[usr]?.symbol, target.anchor == nil {
      words = MarkdownEscaping.code(symbol.path.joined(separator: "."))
    }
    if target.caveat != nil { words = "~~\(words)~~" }
    let link = MarkdownEscaping.link(words, to: target.address(from: page.path))
    let told = [target.caveat.map { "**\(MarkdownEscaping.text($0))**" }, target.summary].compactMap(\.self)
    let item = told.isEmpty ? link : "\(sentence(.labeled, ["name": link])) \(told.joined(separator: " "))"
    text.add("- \(item)\n")
  }

  mutating func addTopic(_ topic: Topic, _ own: [String], _ placed: inout Set<String>) {
    var listed: [String] = []
    var members: [String] = []
    for link in topic.links {
      switch index.resolve(link, from: page.path) {
      case .success(let target):
        guard placed.insert(target.usr).inserted else { continue }
        if target.page == page.path, target.anchor != nil, own.contains(target.usr) {
          members.append(target.usr)
        } else {
          listed.append(target.usr)
        }
      case .failure(let problem): report(problem.diagnostic(for: link, at: link.place))
      }
    }
    guard !listed.isEmpty || !members.isEmpty else { return }
    text.add("## \(MarkdownEscaping.text(topic.title))\(headingNames.mark(for: topic.title))\n\n")
    text.add(topic.text)
    note(listed, below: topic.title)
    if !listed.isEmpty { addList(listed) }
    for usr in members { addSection(usr, level: 3) }
  }

  /// What a type has from protocols and superclasses, by name.
  private mutating func addInherited(_ usrs: [String]) {
    guard !usrs.isEmpty else { return }
    var names: [String: [String]] = [:]
    for usr in usrs {
      guard let entry = tree[usr], let relation = entry.relations.first(where: { $0.originUSR != nil }) else {
        continue
      }
      let origin = relation.originName ?? entry.symbol.name
      let from = Self.owner(origin, of: entry.symbol.name)
      let name = relation.originUSR.flatMap { link(to: $0) } ?? MarkdownEscaping.code(entry.symbol.name)
      names[from, default: []].append(name)
    }
    guard !names.isEmpty else { return }
    heading(.inheritedMembers)
    for (from, list) in names.sorted(by: { $0.key < $1.key }) {
      // Overloads have one name.
      var seen: Set<String> = []
      let list = list.filter { seen.insert($0).inserted }
      let label = sentence(.membersFrom, ["type": MarkdownEscaping.code(from)])
      text.add("- \(sentence(.labeled, ["name": label])) \(list.joined(separator: ", "))\n")
    }
    text.add("\n")
  }

  /// The type in a name such as `Equatable.!=(_:_:)`.
  private static func owner(_ origin: String, of title: String) -> String {
    origin.hasSuffix(".\(title)") ? String(origin.dropLast(title.count + 1)) : origin
  }
}
