internal import Words

/// Which pages there are, and where on them each symbol stands.
struct PageLayout {
  /// What a page is about.
  enum Subject {
    /// A module.
    case module
    /// A type or protocol, by its USR.
    case type(String)
    /// What a module declares of one kind outside of types.
    case group([String])
    /// A type of another module, by the USRs of the extensions.
    case extended([String])
    /// An article of a catalog.
    case article(Article)
  }

  /// A page that is to be made.
  struct Page {
    var path: String
    var title: String
    var kind: String
    var module: String
    var parent: String?
    var subject: Subject

    /// Whether it is about a module as a whole.
    var isOfModule: Bool {
      if case .module = subject { true } else { false }
    }
  }

  private(set) var pages: [Page] = []
  /// Where the symbols stand: their page, and the name of their heading there.
  private(set) var places: [String: (page: String, anchor: String?)] = [:]

  /// The names of the symbols' headings on each page.
  private(set) var anchors: [String: Set<String>] = [:]
  /// What the heading of the first of several symbols of one name would be called if it were alone, by its USR.
  private(set) var plainAnchors: [String: String] = [:]

  private let tree: SymbolTree
  private let folder: String
  private let articles: [Article]
  private let words: InterfaceWords
  private var names = PageNames()

  init(_ tree: SymbolTree, _ articles: [Article], folder: String, _ words: InterfaceWords) {
    self.words = words
    self.articles = articles
    self.tree = tree
    self.folder = folder
    // Whether a name is shared is known when all have been asked for.
    for module in tree.modules { add(module: module) }
    names.decide()
    pages = []
    for module in tree.modules { add(module: module) }
    for place in places.values {
      if let anchor = place.anchor { anchors[place.page, default: []].insert(anchor) }
    }
    for (usr, anchor) in plainAnchors {
      if let place = places[usr] { anchors[place.page, default: []].insert(anchor) }
    }
  }

  private mutating func add(module: String) {
    let path = self.path(module, in: folder, usr: module)
    pages.append(Page(path: path, title: module, kind: words[.kindModule], module: module, subject: .module))
    for article in articles where article.module == module {
      guard case .page(let title) = article.subject else { continue }
      let own = self.path(article.name, in: "\(folder)/\(module)", usr: article.usr)
      pages.append(
        Page(
          path: own, title: title, kind: words[.kindArticle], module: module, parent: path,
          subject: .article(article)))
    }
    let top = tree.top[module] ?? []
    // In the order of the module's own page.
    let byName = top.sorted { (tree[$0]?.symbol.name ?? "", $0) < (tree[$1]?.symbol.name ?? "", $1) }
    for group in SymbolGroup.types {
      for usr in byName where tree[usr].map({ group.has($0.symbol) }) ?? false { add(type: usr, below: path) }
    }
    for group in SymbolGroup.ofModules {
      let members = top.filter { tree[$0].map { group.has($0.symbol) } ?? false }
      guard !members.isEmpty else { continue }
      // No module is called so: names of modules have no hyphen.
      let name = "\(module)-\(group.title.inAddresses.replacing(" ", with: ""))"
      let page = Page(
        path: self.path(name, in: folder, usr: name), title: words[group.title], kind: words[group.title],
        module: module, parent: path, subject: .group(members))
      pages.append(page)
      place(members, on: page.path)
    }
    addExtensions(top.filter { tree[$0]?.symbol.kind == "swift.extension" }, module, below: path)
  }

  private mutating func add(type usr: String, below parent: String) {
    guard let entry = tree[usr] else { return }
    let title = entry.symbol.path.joined(separator: ".")
    let path = self.path(title, in: "\(folder)/\(entry.module)", usr: usr)
    pages.append(
      Page(
        path: path, title: title, kind: entry.symbol.kind(in: words), module: entry.module, parent: parent,
        subject: .type(usr)))
    places[usr] = (path, nil)
    add(members: entry.members, on: path)
  }

  private mutating func addExtensions(_ extensions: [String], _ module: String, below parent: String) {
    let types = Dictionary(grouping: extensions) { usr in
      let symbol = tree[usr]?.symbol
      return "\(symbol?.extendedModule ?? module)-\(symbol?.path.joined(separator: ".") ?? "")"
    }
    for (name, usrs) in types.sorted(by: { $0.key < $1.key }) {
      guard let entry = usrs.first.flatMap({ tree[$0] }) else { continue }
      let path = self.path(name, in: "\(folder)/\(module)", usr: name)
      pages.append(
        Page(
          path: path, title: entry.symbol.path.joined(separator: "."),
          kind: entry.symbol.extendedPage(in: words), module: module, parent: parent, subject: .extended(usrs)))
      for usr in usrs { places[usr] = (path, nil) }
      add(members: usrs.flatMap { tree[$0]?.members ?? [] }, on: path)
    }
  }

  private mutating func add(members: [String], on page: String) {
    place(members.filter { !isType($0) }, on: page)
    for member in members where isType(member) { add(type: member, below: page) }
  }

  private func isType(_ usr: String) -> Bool {
    tree[usr].map { $0.symbol.isPage && $0.symbol.kind != "swift.extension" } ?? false
  }

  private mutating func path(_ name: String, in folder: String, usr: String) -> String {
    "\(folder)/\(names.name(name, in: folder, usr: usr)).md"
  }

  /// Names the headings of a page; each of those that would be called alike has a hash.
  ///
  /// The first of them has the plain name, too: an address from before the others came still leads to one of its name.
  private mutating func place(_ usrs: [String], on page: String) {
    // What is inherited is only named.
    let usrs = usrs.filter { tree[$0]?.isInherited == false }
    let names = usrs.map { tree[$0].map { Anchor.name($0.symbol) } ?? "" }
    // What a protocol requires keeps its name when what stands in an extension has the same.
    let named = zip(usrs, names).map { (usr: $0, name: $1, isDefault: tree[$0]?.isBesideRequirement ?? false) }
    let all = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    let required = Dictionary(named.filter { !$0.isDefault }.map { ($0.name, 1) }, uniquingKeysWith: +)
    var plain: Set<String> = []
    for (usr, name, isDefault) in named {
      let isAlone = isDefault ? all[name] == 1 : required[name] == 1
      places[usr] = (page, isAlone ? name : "\(name)-\(StableHash.text(usr))")
      if isAlone { plain.insert(name) }
    }
    for (usr, name, _) in named where plain.insert(name).inserted { plainAnchors[usr] = name }
  }
}
