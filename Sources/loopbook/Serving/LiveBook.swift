import Book
import Files
import Preview
import Site
import Text
import Verification

/// A book that is being written: verified and laid out again whenever its files change.
struct LiveBook {
  private let options: VerificationOptions
  private let console: Console
  private var verified: VerifiedBook?
  private var site: Site?

  /// What came of looking at the book again.
  struct News {
    /// What a browser is to show.
    var state: PreviewState
    /// What a terminal is to show: what is wrong, and how it stands in one line.
    var problems: String
    var summary: String
  }

  init(_ options: VerificationOptions, console: Console) {
    self.options = options
    self.console = console
  }

  private var configuration: Configuration? {
    verified?.book.configuration ?? Configuration.load(options.location.folder).0
  }

  /// The folders that the book is made from: where it lies, and what its configuration names.
  var folders: [String] {
    let configuration = self.configuration
    var folders = [options.location.folder]
    for folder in [configuration?.templates, configuration?.package, configuration?.modules].compactMap(\.self)
    where !folders.contains(folder) {
      folders.append(folder)
    }
    return folders
  }

  /// Which paths do not matter: hidden files, what editors leave for a moment, and what loopbook writes.
  func ignores(output: String?) -> @Sendable (String) -> Bool {
    let configuration = self.configuration
    let written = [output, configuration?.output, configuration?.cache].compactMap(\.self).map(BookPath.clean)
    return { path in
      let name = BookPath.name(of: path)
      return name.hasPrefix(".") || name.hasSuffix("~") || name.hasSuffix(".swp") || name == "4913"
        || written.contains { BookPath.contains($0, BookPath.clean(path)) }
    }
  }

  /// Reads and verifies what has changed, and lays the site out.
  mutating func refresh() async -> News {
    var verifier = Verifier(options, environment: ExampleWork.environment, progress: console.progress)
    do throws(MachineLack) {
      let result = try await verifier.verify(after: verified)
      console.progress.end()
      switch result {
      case .verified(let book): return show(book)
      case .unreadable(let diagnostics): return keep(diagnostics)
      }
    } catch {
      console.progress.end()
      return keep([error.diagnostic])
    }
  }

  private mutating func show(_ book: VerifiedBook) -> News {
    verified = book
    let theme = Theme(folder: book.book.configuration.templates)
    let site = Site(book, theme: theme)
    // Without its templates there is no page.
    if theme.diagnostics.contains(where: { $0.severity == .error }) { return keep(theme.diagnostics) }
    self.site = site
    let links = site.diagnostics
    let errors = links.count { $0.severity == .error }
    let summary = ReportSummary(book.report, isColored: console.colorsMessages, width: console.width)
    var line = String(summary.text.prefix { $0 != "\n" })
    if errors > 0 { line += ", \(errors) error\(errors == 1 ? "" : "s") in links and names" }
    return News(
      state: PreviewState(
        problems: ReportSummary(book.report, isColored: false).problems + text(links, isColored: false),
        file: { site.file($0) }),
      problems: summary.problems + text(links, isColored: console.colorsMessages), summary: line)
  }

  /// Goes on with the site as it was before, if there is one.
  private func keep(_ diagnostics: [Diagnostic]) -> News {
    var state = PreviewState(problems: text(diagnostics, isColored: false)) { [site] in site?.file($0) }
    state.isStale = true
    if site == nil { state.notice = "The book cannot be shown yet." }
    return News(
      state: state, problems: text(diagnostics, isColored: console.colorsMessages),
      summary: site == nil ? "The book cannot be shown yet." : "The pages are those from before this change.")
  }

  private func text(_ diagnostics: [Diagnostic], isColored: Bool) -> String {
    diagnostics.map(DiagnosticText(isColored: isColored).text).joined()
  }
}
