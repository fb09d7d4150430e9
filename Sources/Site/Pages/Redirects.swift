internal import Book
internal import Text

/// Pages at addresses that the book's pages had once.
struct Redirects: Sendable {
  /// A page that sends its readers elsewhere.
  struct Page: Sendable {
    /// Its own path in the site.
    var path: String
    /// Where it leads, seen from itself or in the web.
    var address: String
    /// The same, seen from the site's folder or in the web.
    var target: String
    /// Whether it leads to the web.
    var isWeb: Bool
    /// What is there.
    var title: String
  }

  /// The pages, by their paths.
  private(set) var pages: [String: Page] = [:]

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
    for redirect in site.book.configuration.redirects {
      do throws(Problem) {
        let page = try Self.page(redirect, taken, site)
        taken.insert(page.path.lowercased())
        pages[page.path] = page
      } catch {
        diagnostics.append(Diagnostic(id: "redirect", error.message, at: redirect.place, cure: error.cure))
      }
    }
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
    let (target, title) = try destination(of: redirect, site)
    let isWeb = WebAddress.isExternal(redirect.target)
    return Page(
      path: path, address: isWeb ? target : SiteAddress.root(of: path) + target, target: target, isWeb: isWeb,
      title: title)
  }

  /// Where a redirect leads, seen from the site's folder or in the web, and what is there.
  private static func destination(of redirect: Redirect, _ site: SiteContext) throws(Problem) -> (String, String) {
    do throws(LinkProblem) {
      // Old addresses are seen from the book's own folder.
      switch try site.index.target(of: redirect.target, from: "redirects.md") {
      case .chapter(let path, let fragment):
        guard let number = site.map.number(of: path) else { break }
        let suffix = site.anchor(fragment, in: path).map { "#" + SiteAddress.encoded($0) } ?? ""
        return (SiteAddress.encoded(site.map.pages[number]) + suffix, site.book.chapters[number].title)
      case .asset(let path, let suffix): return (SiteAddress.encoded(path) + suffix, path)
      case .external where ["https://", "http://"].contains(where: redirect.target.lowercased().hasPrefix):
        return (WebLink.escaped(redirect.target), redirect.target)
      case .external: break
      }
    } catch {
      throw Problem(message: error.message, cure: error.cure)
    }
    throw Problem(message: "a redirect leads to a page of the book or of the web")
  }
}
