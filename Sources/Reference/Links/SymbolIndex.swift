internal import Markdown
internal import Text

/// Finds symbols by their names and by what the compiler calls them.
package struct SymbolIndex: Sendable {
  /// A symbol among those that are declared in the same place.
  private struct Entry {
    var usr: String
    var name: String
    var facts: SymbolSuffix.Facts
    /// Whether links mean another of the same name unless they say otherwise.
    var isDefault: Bool
  }

  private var targets: [String: SymbolTarget]
  /// What is declared in a symbol, an extended type, or a module.
  private let members: [String: [Entry]]
  /// What a symbol is declared in.
  private let parents: [String: String]
  /// The symbol that a page is about.
  private let subjects: [String: String]
  /// The modules that pages are about.
  let modules: [String]
  /// By the paths of pages, the modules that these belong to.
  private let modulesOfPages: [String: String]
  /// Articles of catalogs.
  let articles: ArticleIndex
  /// By page, the texts that stand on it and may have headings.
  private var texts: [String: [SourceFile]] = [:]

  init(
    _ tree: SymbolTree, _ layout: PageLayout, targets: [String: SymbolTarget], articles: ArticleIndex
  ) {
    self.targets = targets
    self.articles = articles
    modulesOfPages = Dictionary(layout.pages.map { ($0.path, $0.module) }) { first, _ in first }
    modules = tree.modules
    var members: [String: [Entry]] = [:]
    var parents: [String: String] = [:]
    for (usr, entry) in tree.entries {
      // What is inherited is where it comes from.
      let origin =
        entry.isInherited ? entry.relations.lazy.compactMap(\.originUSR).first ?? entry.symbol.declaredUSR : usr
      guard targets[origin] != nil, let name = entry.symbol.path.last else { continue }
      // An extension has no name of its own: its members are the extended type's.
      if entry.symbol.kind == "swift.extension" { continue }
      let parent = entry.parent.map(tree.scope) ?? entry.module
      members[parent, default: []].append(
        Entry(
          usr: origin, name: name, facts: SymbolSuffix.Facts(entry.symbol),
          isDefault: entry.isBesideRequirement || origin != usr))
      parents[usr] = parent
    }
    for page in layout.pages {
      guard case .extended(let usrs) = page.subject, let usr = usrs.first, let symbol = tree[usr]?.symbol else {
        continue
      }
      let type = tree.scope(usr)
      parents[type] = page.module
      members[usr] = members[type]
      // It is found by its name, and by its module's with it; a type of the module is meant before one of another, and
      // the page of a type before those of what other modules add to it.
      let name = symbol.path.joined(separator: "/")
      let module = symbol.extendedModule ?? ""
      let scope = tree.modules.contains(module) ? Self.additions(of: page.module) : page.module
      let parts = module == "Foundation" ? GraphSymbol.foundationParts : []
      for name in [name] + ([module] + parts).map({ "\($0)/\(name)" }) {
        members[scope, default: []].append(
          Entry(usr: usr, name: name, facts: SymbolSuffix.Facts(symbol), isDefault: true))
      }
    }
    self.members = members.mapValues { $0.sorted { ($0.name, $0.usr) < ($1.name, $1.usr) } }
    self.parents = parents
    var subjects: [String: String] = [:]
    for page in layout.pages {
      switch page.subject {
      case .type(let usr): subjects[page.path] = usr
      case .extended(let usrs): subjects[page.path] = usrs.first.map(tree.scope)
      case .module, .group, .article: subjects[page.path] = page.module
      }
    }
    self.subjects = subjects
  }

  /// The symbol that the compiler calls so, if a page has it; a module has its name.
  package subscript(usr: String) -> SymbolTarget? { targets[usr] }

  /// The module that a page belongs to.
  func module(ofPage path: String) -> String? { modulesOfPages[path] }

  /// Puts another sentence in the place of what lists say of a symbol.
  mutating func summarize(_ usr: String, _ summary: String) { targets[usr]?.summary = summary.isEmpty ? nil : summary }

  /// Adds a text of a page, whose headings links show.
  mutating func add(_ text: SourceFile, of page: String) { texts[page, default: []].append(text) }

  /// The words of a page's heading; `nil` for one that no text of the page has.
  func headingWords(_ anchor: String, of page: String) -> String? {
    (texts[page] ?? []).lazy.compactMap { MarkdownDocument($0).headingText(called: anchor) }.first
  }

  /// All of them, in no order.
  package var all: some Collection<SymbolTarget> { targets.values }

  /// Where a link such as `Loop/run(until:)` leads, seen from a page; from a chapter that is written, that is `nil`.
  ///
  /// It is looked for among the members of what the page is about, then among what stands beside that, and so on up to
  /// its module, and then in the others. A suffix tells apart what has one name: `-method`, a hash, `-(Int)`, `->Int`.
  package func resolve(_ link: String, from page: String?) -> Result<SymbolTarget, UnknownSymbol> {
    resolve(link, from: page, isExtension: false)
  }

  /// What an extension file of a module is about; where the module adds to the type of another, that is its page.
  func extended(by link: String, of module: String) -> Result<SymbolTarget, UnknownSymbol> {
    // As in DocC, a name that the module shares with one of its types means the module.
    if link == module, let target = targets[module] { return .success(target) }
    return resolve(link, from: targets[module]?.page, isExtension: true)
  }

  /// What a module adds to types of other modules with pages, as a scope; no symbol is called so.
  private static func additions(of module: String) -> String { "+\(module)" }

  private func resolve(_ link: String, from page: String?, isExtension: Bool) -> Result<SymbolTarget, UnknownSymbol> {
    var scopes: [String] = []
    var scope = page.flatMap { subjects[$0] }
    if link.hasPrefix("/") { scope = nil }
    while let current = scope {
      scopes.append(current)
      scope = parents[current]
    }
    let additions = (scopes.filter(modules.contains) + modules).map(Self.additions)
    if isExtension { scopes += additions.prefix(1) }
    let path = link.hasPrefix("/") ? String(link.dropFirst()) : link
    var attempts = scopes.map { (scope: $0, path: path[...], prefix: "") }
    for module in modules where path.hasPrefix("\(module)/") {
      attempts.append((module, path.dropFirst(module.count + 1), "\(module)/"))
    }
    let others = modules.filter { !scopes.contains($0) } + additions
    attempts += others.map { ($0, path[...], "") }
    var best: UnknownSymbol?
    // The symbols of that name in other modules, none of which comes before another.
    var elsewhere: [(module: String, target: SymbolTarget)] = []
    for (scope, path, prefix) in attempts {
      if !elsewhere.isEmpty, !modules.contains(scope) { break }
      switch find(path, in: scope)?.mapError({ prefix.isEmpty ? $0 : $0.below(scope) }) {
      case .success(let usr)?:
        guard let target = targets[usr] else { continue }
        if scopes.contains(scope) || !prefix.isEmpty || !modules.contains(scope) { return .success(target) }
        elsewhere.append((scope, target))
      case .failure(let problem)?:
        if problem.isAmbiguous, elsewhere.isEmpty { return .failure(problem) }
        // The innermost place that knows the beginning says best what is wrong, unless the module that the link names
        // knows more of it: a type may be called like its module.
        best = prefix.isEmpty ? best ?? problem : problem
      case nil: break
      }
    }
    if let first = elsewhere.first {
      if Set(elsewhere.map(\.target.usr)).count == 1 { return .success(first.target) }
      var ambiguous = UnknownSymbol(
        message: "`\(path)` can be \(elsewhere.count) symbols", suggestions: elsewhere.map { "\($0.module)/\(path)" })
      ambiguous.isAmbiguous = true
      return .failure(ambiguous)
    }
    if modules.contains(path), let target = targets[path] { return .success(target) }
    for (scope, path, prefix) in attempts where best == nil && !prefix.isEmpty {
      best = unknown(String(path), before: prefix, in: [scope])
    }
    return .failure(best ?? unknown(path, before: "", in: scopes + others))
  }

  /// Where a link leads, however it is written.
  package func resolve(_ link: SymbolLink, from page: String?) -> Result<SymbolTarget, UnknownSymbol> {
    link.form == .symbol ? resolve(link.name, from: page) : resolve(document: link.name, from: page)
  }

  /// The symbol that `renamed:` of an `@available` names, seen from a page: `Loop.run(until:)`; `nil` where none is
  /// called so.
  ///
  /// An author cannot say which of several of that name is meant: it is one that is not deprecated itself.
  func renamed(_ name: String, from page: String?) -> SymbolTarget? {
    let names = name.prefix { $0 != "(" }
    let path = String(names.replacing(".", with: "/") + name.dropFirst(names.count))
    switch resolve(path, from: page) {
    case .success(let target): return target
    case .failure(let problem):
      guard problem.isAmbiguous else { return nil }
      let candidates = problem.suggestions.compactMap { try? resolve($0, from: page).get() }
      return candidates.first { $0.caveat == nil } ?? candidates.first
    }
  }

  /// The symbol that a path leads to below a scope; `nil` where nothing there begins so.
  private func find(_ path: Substring, in scope: String) -> Result<String, UnknownSymbol>? {
    var found: [Entry] = []
    // Those of the right name that the suffix does not mean.
    var others: [Entry] = []
    var problem: UnknownSymbol?
    for entry in members[scope] ?? [] where path.hasPrefix(entry.name) {
      let rest = path.dropFirst(entry.name.count)
      if rest.isEmpty {
        found.append(entry)
      } else if rest.first == "-" {
        guard let (suffix, next) = SymbolSuffix.read(rest) else { continue }
        guard suffix.fits(entry.facts) else {
          others.append(entry)
          continue
        }
        if next.isEmpty {
          found.append(entry)
        } else if let below = find(below: entry, next.dropFirst()) {
          return below
        }
      } else if rest.first == "/" {
        switch find(below: entry, rest.dropFirst()) {
        case .success(let usr)?: return .success(usr)
        case .failure(let other)?: problem = problem ?? other
        case nil: break
        }
      }
    }
    let meant = found.contains { !$0.isDefault } ? found.filter { !$0.isDefault } : found
    let usrs = Set(meant.map(\.usr))
    if let usr = usrs.first, usrs.count == 1 { return .success(usr) }
    if !meant.isEmpty {
      let message = "`\(path)` can be \(usrs.count) symbols"
      var ambiguous = UnknownSymbol(message: message, suggestions: names(of: meant, in: scope))
      ambiguous.isAmbiguous = true
      return .failure(ambiguous)
    }
    if let problem { return .failure(problem) }
    guard let other = others.first else { return nil }
    let message = "there is no `\(other.name)` with `\(path.dropFirst(other.name.count))`"
    return .failure(UnknownSymbol(message: message, suggestions: names(of: others, in: scope)))
  }

  /// How to tell symbols of one name apart, also from what else is called so.
  private func names(of entries: [Entry], in scope: String) -> [String] {
    let names = Set(entries.map(\.name))
    // A link means a default only where nothing else fits.
    let isOfDefaults = entries.contains(where: \.isDefault)
    let all = (members[scope] ?? []).filter { names.contains($0.name) && (isOfDefaults || !$0.isDefault) }
    return entries.map { entry in
      let others = all.filter { $0.name == entry.name && $0.usr != entry.usr }.map(\.facts)
      return others.isEmpty ? entry.name : entry.name + SymbolSuffix.distinguishing(entry.facts, from: others)
    }.sorted()
  }

  private func find(below entry: Entry, _ path: Substring) -> Result<String, UnknownSymbol>? {
    guard members[entry.usr] != nil else { return nil }
    let found = find(path, in: entry.usr)?.mapError { $0.below(entry.name) }
    return found ?? .failure(unknown(String(path), before: "\(entry.name)/", in: [entry.usr]))
  }

  private func unknown(_ name: String, before prefix: String, in scopes: [String]) -> UnknownSymbol {
    let names = scopes.flatMap { members[$0] ?? [] }.map(\.name)
    let first = String(name.prefix { $0 != "/" })
    let alike = names.filter { $0.prefix { $0 != "(" } == first.prefix { $0 != "(" } }
    // Labels are easily forgotten; then another name with nearly all of the letters is not meant.
    var near =
      NearestName.suggestion(for: first, among: alike, within: .max) ?? NearestName.suggestion(for: first, among: names)
    if near == first { near = nil }
    return UnknownSymbol(
      message: prefix.isEmpty
        ? "the symbol `\(name)` is unknown" : "`\(prefix.dropLast())` does not have a member `\(first)`",
      suggestions: near.map { ["\(prefix)\($0)\(name.dropFirst(first.count))"] } ?? [])
  }
}
