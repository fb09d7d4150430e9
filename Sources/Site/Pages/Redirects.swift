internal import Book
internal import Reference
internal import Text
internal import Verification

/// Addresses that the book's pages, and what is on them, had once.
struct Redirects: Sendable {
  /// A page that sends its readers elsewhere.
  struct Page: Sendable {
    /// Its own path in the site.
    var path: String
    /// Where it leads, seen from itself or in the web.
    var address: String
    /// The same, seen from the site's folder or in the web.
    var target: String
    /// The file of the site that it leads to; nothing where it leads to the web.
    var file: String
    /// Whether it leads to the web.
    var isWeb: Bool
    /// What is there.
    var title: String
  }

  /// The pages, by their paths.
  private(set) var pages: [String: Page] = [:]

  /// By the path of a chapter and what something on its page is called, what that was called once.
  private(set) var oldNames: [String: [String: [String]]] = [:]

  /// What is wrong with the redirects that the book asks for.
  private(set) var diagnostics: [Diagnostic] = []

  /// What keeps a redirect from being made.
  private struct Problem: Error {
    var message: String
    var cure: String?
  }

  init(_ site: SiteContext) {
    var taken = Set(SiteMap.added.union(site.map.pages).map { $0.lowercased() })
    taken.insert(SiteMap.first)
    for path in site.book.assets { taken.insert(path.lowercased()) }
    for redirect in site.book.configuration.redirects where Self.fragment(of: redirect) == nil {
      do throws(Problem) {
        let page = try Self.page(redirect, taken, site)
        taken.insert(page.path.lowercased())
        pages[page.path] = page
      } catch {
        diagnostics.append(Diagnostic(id: "redirect", error.message, at: redirect.place, cure: error.cure))
      }
    }
    for redirect in site.book.configuration.redirects {
      guard let old = Self.fragment(of: redirect) else { continue }
      do throws(Problem) {
        try addOldName(old, redirect, site)
      } catch {
        diagnostics.append(Diagnostic(id: "redirect", error.message, at: redirect.place, cure: error.cure))
      }
    }
    // What an author has said of such a name holds.
    for (path, page) in site.reference.pages {
      let taken = Set(oldNames[path, default: [:]].values.joined())
      for symbol in page.symbols {
        guard let anchor = symbol.anchor, let plain = symbol.plainAnchor, !taken.contains(plain) else { continue }
        oldNames[path, default: [:]][anchor, default: []].append(plain)
      }
    }
  }

  /// What the old address names on its page: `stop` of `timers.html#stop`.
  private static func fragment(of redirect: Redirect) -> String? {
    redirect.old.firstIndex(of: "#").map { String(redirect.old[redirect.old.index(after: $0)...]) }
  }

  /// Notes what something on a page was called once: browsers go to it without being sent.
  private mutating func addOldName(_ old: String, _ redirect: Redirect, _ site: SiteContext) throws(Problem) {
    let page = String(redirect.old.prefix { $0 != "#" })
    var found: LinkTarget?
    do throws(LinkProblem) {
      found = try site.index.target(of: redirect.target, from: "redirects.md")
    } catch {
      throw Problem(message: error.message, cure: error.cure)
    }
    guard case .chapter(let path, let name?) = found, let number = site.map.number(of: path),
      let anchor = site.anchor(name, in: path)
    else {
      throw Problem(
        message: "'\(redirect.old)' is a place on a page, so it can lead only to a place on a page",
        cure: "write the heading or the example that it has become, such as timers.md#stop")
    }
    let target = WebPath.encoded(site.map.pages[number])
    guard page == site.map.pages[number] || pages[page]?.target.prefix(while: { $0 != "#" }) == target[...] else {
      throw Problem(
        message: "'\(page)' does not lead to the page of \(path), and a place cannot leave its page alone",
        cure: "write '\(page)' alone if the page has moved")
    }
    let isExample = anchor != name && !old.hasPrefix(ExampleBlock.anchor(of: ""))
    let oldAnchor = isExample ? ExampleBlock.anchor(of: old) : old
    let names = site.names[number]
    let taken = oldNames[path, default: [:]].values.joined()
    let isName = !old.isEmpty && !old.contains { $0.isWhitespace || $0 == "#" }
    guard isName, !names.headings.contains(oldAnchor), !names.anchors.contains(oldAnchor), !taken.contains(oldAnchor)
    else {
      throw Problem(
        message: isName
          ? "'#\(old)' is already the name of something on that page" : "'#\(old)' cannot be the name of anything")
    }
    oldNames[path, default: [:]][anchor, default: []].append(oldAnchor)
  }

  private static func page(_ redirect: Redirect, _ taken: Set<String>, _ site: SiteContext) throws(Problem) -> Page {
    let path = redirect.old.isEmpty || redirect.old.hasSuffix("/") ? redirect.old + SiteMap.first : redirect.old
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isPath = parts.allSatisfy { part in
      !part.isEmpty && !part.hasPrefix(".") && part.utf8.count <= SiteMap.longestName
        && !part.unicodeScalars.contains { $0.value < 0x20 || "?#:\\".unicodeScalars.contains($0) }
    }
    guard isPath, path.hasSuffix(".html") else {
      throw Problem(
        message: "'\(path)' is not the address of a page", cure: "write its path in the site, such as guide/old.html")
    }
    guard !["assets", "traces"].contains(parts[0].lowercased()), !taken.contains(path.lowercased()) else {
      throw Problem(message: "'\(path)' is a page or file of the site, so it cannot lead elsewhere")
    }
    let (target, file, title) = try destination(of: redirect, site)
    let isWeb = WebAddress.isExternal(redirect.target)
    return Page(
      path: path, address: isWeb ? target : SiteAddress.root(of: path) + target, target: target, file: file,
      isWeb: isWeb, title: title)
  }

  /// Where a redirect leads, seen from the site's folder or in the web, in which file of the site that is, and what is
  /// there.
  private static func destination(
    of redirect: Redirect, _ site: SiteContext
  ) throws(Problem) -> (target: String, file: String, title: String) {
    do throws(LinkProblem) {
      // Old addresses are seen from the book's own folder.
      switch try site.index.target(of: redirect.target, from: "redirects.md") {
      case .chapter(let path, let fragment):
        guard let number = site.map.number(of: path) else { break }
        let suffix = site.anchor(fragment, in: path).map { "#" + WebPath.encoded($0) } ?? ""
        let page = site.map.pages[number]
        return (WebPath.encoded(page) + suffix, page, site.book.chapters[number].title)
      case .asset(let path, let suffix): return (WebPath.encoded(path) + suffix, path, path)
      case .external where ["https://", "http://"].contains(where: redirect.target.lowercased().hasPrefix):
        return (WebLink.escaped(redirect.target), "", redirect.target)
      case .external, .documentation: break
      }
    } catch {
      throw Problem(message: error.message, cure: error.cure)
    }
    throw Problem(message: "a redirect leads to a page of the book or of the web")
  }
}
