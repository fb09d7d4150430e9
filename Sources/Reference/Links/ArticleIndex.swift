internal import Markdown
internal import Text

/// Finds articles by the names that `<doc:Name>` has for them: those of their files.
struct ArticleIndex: Sendable {
  /// An article among those of its module.
  struct Entry: Sendable {
    var usr: String
    var module: String
    /// The name of its file, and that as links write it.
    var name: String
    var linkName: String
    /// The file.
    var path: String

    init(_ article: Article) {
      usr = article.usr
      module = article.module
      name = article.name
      linkName = ArticleIndex.linkName(article.name)
      path = article.path
    }

    /// What leads to it from everywhere.
    var fullName: String { "\(module)/\(linkName)" }
  }

  private let entries: [Entry]
  /// The names of tutorials, which have no pages, in small letters.
  private let tutorials: Set<String>
  /// The modules by what their catalogs are called, since links may begin with that name, too.
  private let catalogs: [String: String]

  init(_ articles: [Article], tutorials: [String]) {
    entries = articles.map(Entry.init)
    self.tutorials = Set(tutorials.map { $0.lowercased() })
    let named = articles.compactMap { article in article.catalog.map { ($0, article.module) } }
    let modules = Dictionary(grouping: named, by: \.0).mapValues { Set($0.map(\.1)) }
    catalogs = modules.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  /// The articles that a name means.
  struct Matches {
    /// Those that are called so.
    var exact: [Entry] = []
    /// Those that differ in the case of letters.
    var near: [Entry] = []
  }

  /// The articles that are called so, in every module.
  func matches(_ name: String) -> Matches {
    let name = CatalogPictures.decoded(name)
    var matches = Matches()
    matches.exact = entries.filter { $0.name == name }
    // A file may be called as links write another one's name.
    let taken = Set(matches.exact.map(\.module))
    let plain = Self.linkName(name)
    matches.exact += entries.filter { $0.linkName == plain && !taken.contains($0.module) }
    matches.near = entries.filter { $0.linkName != plain && $0.linkName.lowercased() == plain.lowercased() }
    return matches
  }

  func isTutorial(_ name: String) -> Bool { tutorials.contains(name.lowercased()) }

  /// The module whose catalog is called so.
  func module(ofCatalog name: String) -> String? { catalogs[name] }

  /// The article of nearly that name; one of some module's where that is given.
  func nearest(to name: String, in module: String?) -> Entry? {
    let candidates = entries.filter { module == nil || $0.module == module }
    let near = NearestName.suggestion(for: name, among: candidates.map(\.linkName))
    return candidates.first { $0.linkName == near }
  }

  /// A name as links have it: a blank ends their addresses.
  private static func linkName(_ name: String) -> String { String(name.map { $0.isWhitespace ? "-" : $0 }) }
}

extension SymbolIndex {
  /// Where `<doc:Name>` leads: an article, a symbol, or a module; a heading on one of their pages, or on the same page.
  package func resolve(document: String, from page: String?) -> Result<SymbolTarget, UnknownSymbol> {
    let whole = document.prefix { $0 != "#" }
    let heading = document.dropFirst(whole.count + 1)
    // DocC's names of headings keep their letters as they are written.
    let anchor = heading.isEmpty ? nil : HeadingID.slug(String(heading))
    if let page, let anchor, whole.isEmpty {
      return .success(
        SymbolTarget(
          usr: "\(page)#\(anchor)", name: String(heading.replacing("-", with: " ")), path: document, kind: "",
          page: page,
          anchor: anchor))
    }
    return find(document: whole, from: page).map { target in
      guard let anchor else { return target }
      var target = target
      target.anchor = anchor
      if let words = headingWords(anchor, of: target.page) {
        target.name = words
        // It is shown as text, not as the name of a symbol.
        target.declaration = nil
      }
      return target
    }
  }

  private func find(document: Substring, from page: String?) -> Result<SymbolTarget, UnknownSymbol> {
    var parts = document.split(separator: "/").map(String.init)
    // DocC's full addresses begin with the name of what it has made: `//kit/documentation/Kit/Loop`.
    if document.hasPrefix("//"), parts.count > 1 { parts.removeFirst() }
    if parts.count > 1, parts[0] == "documentation" { parts.removeFirst() }
    guard let name = parts.last else { return resolve(String(document), from: page) }
    let matches = articles.matches(name)
    if parts[0] == "tutorials" || articles.isTutorial(name), matches.exact.isEmpty, matches.near.isEmpty {
      var unknown = UnknownSymbol(
        message: "`\(Excerpt.short(name))` is a tutorial of DocC, which is not shown", suggestions: [])
      unknown.cure = "remove the link"
      return .failure(unknown)
    }
    let symbol = resolve(parts.joined(separator: "/"), from: page)
    if parts.count == 1 {
      return find(matches, symbol, in: page.flatMap(module(ofPage:)))
        ?? symbol.mapError { $0.near(name, in: nil, self) }
    }
    // A path that names a symbol from its module on means that.
    if case .success = symbol { return symbol }
    let named = modules.contains(parts[0]) ? parts[0] : articles.module(ofCatalog: parts[0])
    if parts.count == 2, let named {
      for entries in [matches.exact, matches.near] {
        if let found = one(of: entries.filter { $0.module == named }) { return found }
      }
    }
    return symbol.mapError { $0.near(name, in: named, self) }
  }

  /// What a name alone means, seen from a module; `nil` where no article is called so.
  ///
  /// The module's own come first; among what one module has, articles that are called just so come before symbols.
  private func find(
    _ matches: ArticleIndex.Matches, _ symbol: Result<SymbolTarget, UnknownSymbol>, in module: String?
  ) -> Result<SymbolTarget, UnknownSymbol>? {
    let target = try? symbol.get()
    // A module has no name before its own.
    let home = target.map { String($0.path.prefix { $0 != "/" }) }
    if let module {
      if let found = one(of: matches.exact.filter { $0.module == module }) { return found }
      if home == module { return symbol }
      if let found = one(of: matches.near.filter { $0.module == module }) { return found }
    }
    if let target, target.path == home { return symbol }
    if let target, let home, !matches.exact.contains(where: { $0.module == home }) {
      if matches.exact.isEmpty { return symbol }
      return .failure(ambiguous(target.name, matches.exact.map(\.fullName) + [target.path]))
    }
    if let found = one(of: matches.exact) { return found }
    if case .failure(let problem) = symbol, problem.isAmbiguous { return symbol }
    return one(of: matches.near)
  }

  /// The one article of some that are called so; `nil` where there is none.
  private func one(of entries: [ArticleIndex.Entry]) -> Result<SymbolTarget, UnknownSymbol>? {
    guard let first = entries.first else { return nil }
    if entries.count == 1 { return self[first.usr].map(Result.success) }
    if Set(entries.map(\.fullName)).count == entries.count {
      return .failure(ambiguous(first.linkName, entries.map(\.fullName)))
    }
    var unknown = ambiguous(first.linkName, [])
    unknown.message += ": \(entries.map(\.path).joined(separator: ", "))"
    unknown.cure = "rename one of these files"
    return .failure(unknown)
  }

  private func ambiguous(_ name: String, _ suggestions: [String]) -> UnknownSymbol {
    var unknown = UnknownSymbol(message: "`\(name)` can be several pages", suggestions: suggestions.sorted())
    unknown.isAmbiguous = true
    return unknown
  }
}

extension UnknownSymbol {
  /// The same with the article that may be meant: articles are found by the names of their files, not by their titles.
  fileprivate func near(_ name: String, in module: String?, _ index: SymbolIndex) -> UnknownSymbol {
    guard !isAmbiguous, let near = index.articles.nearest(to: name, in: module) else { return self }
    let isAlone = index.articles.matches(near.linkName).exact.count == 1 && module == nil
    var unknown = self
    unknown.suggestions.insert(isAlone ? near.linkName : near.fullName, at: 0)
    return unknown
  }
}
