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

  /// What a type has from protocols, by name.
  private mutating func addInherited(_ usrs: [String]) {
    var names: [Origin: [String]] = [:]
    for usr in usrs {
      guard let entry = tree[usr], let relation = entry.relations.first(where: { $0.originUSR != nil }),
        !entry.symbol.isNowhere
      else { continue }
      let from = Self.owner(relation.originName ?? entry.symbol.name, of: entry.symbol.name)
      var origin = Origin(name: from)
      let conformances = tree.conformances(of: relation)
      // Of a conformance that is unavailable, the compiler's graph has the members, and nothing else.
      if conformances.isEmpty, entry.parent.map({ tree[$0]?.symbol.kind != "swift.extension" }) ?? false { continue }
      if let own = conformances.first(where: { !isImplied($0) }) { origin.condition = condition(conditions(of: own)) }
      let name = relation.originUSR.flatMap { link(to: $0) } ?? MarkdownEscaping.code(entry.symbol.name)
      names[origin, default: []].append(name)
    }
    guard !names.isEmpty else { return }
    heading(.inheritedMembers)
    let sorted = names.sorted { ($0.key.name, $0.key.condition) < ($1.key.name, $1.key.condition) }
    for (origin, list) in sorted {
      // Overloads have one name.
      var seen: Set<String> = []
      let list = list.filter { seen.insert($0).inserted }
      let from = sentence(.membersFrom, ["type": MarkdownEscaping.code(origin.name)])
      let label =
        origin.condition.isEmpty
        ? from : sentence(.presentWhen, ["name": from, "condition": origin.condition])
      text.add("- \(sentence(.labeled, ["name": label])) \(list.joined(separator: ", "))\n")
    }
    text.add("\n")
  }

  /// A protocol that members come from.
  private struct Origin: Hashable {
    var name: String
    /// When the type conforms to it; empty where it always does.
    var condition = ""
  }

  /// The type in a name such as `Equatable.!=(_:_:)`.
  private static func owner(_ origin: String, of title: String) -> String {
    origin.hasSuffix(".\(title)") ? String(origin.dropLast(title.count + 1)) : origin
  }
}
