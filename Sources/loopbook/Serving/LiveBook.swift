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
  /// Whether readers may change listings and run them.
  private let isEditable: Bool
  private var verified: VerifiedBook?
  private var site: Site?
  private var moved = MovedPages()
  private var recordings = LiveRecordings()
  private var news = ProblemNews()

  /// What came of looking at the book again.
  struct News {
    /// What a browser is to show.
    var state: PreviewState
    /// What a terminal is to show: what is wrong and was not before, what is mended, and how it stands in one line.
    var problems: String
    var summary: String
    /// What the pages lack; `nil` where not all of the book could be looked at, so that nothing new is known of it.
    var needs: PageNeeds?
  }

  init(_ options: VerificationOptions, isEditable: Bool, console: Console) {
    self.options = options
    self.isEditable = isEditable
    self.console = console
  }

  /// How many compilers may run at once.
  var jobs: Int { options.jobs }

  private var configuration: Configuration? {
    verified?.book.configuration ?? Configuration.load(options.location.folder).0
  }

  /// The folders that are watched: those that the book is made from, and the one with mdBook's file.
  var folders: [String] {
    let own = ownFolders
    let other = folderOfMDBook
    return own.contains(other) ? own : own + [other]
  }

  /// Where mdBook's file lies, or may lie from now on: above the chapters.
  private var folderOfMDBook: String {
    BookPath.clean(configuration?.mdBook ?? BookPath.join(BookPath.clean(options.location.folder), ".."))
  }

  /// The folders that the book is made from: where it lies, and what its configuration names.
  private var ownFolders: [String] {
    let configuration = self.configuration
    let folder = BookPath.clean(options.location.folder)
    // Templates may be made at any time.
    let templates = configuration?.templates ?? BookPath.join(folder, Configuration.usualTemplates)
    var folders = [folder]
    for folder in ([templates] + moduleFolders).map(BookPath.clean) where !folders.contains(folder) {
      folders.append(folder)
    }
    // Chapters may include files of other folders.
    for folder in Set((verified?.book.includes ?? []).map(BookPath.folder)).sorted()
    where !folders.contains(where: { BookPath.contains($0, folder) }) {
      folders.append(folder)
    }
    return folders
  }

  /// The folders that the book's own modules are made from.
  private var moduleFolders: [String] {
    (configuration?.packageFolders ?? []) + [configuration?.modules].compactMap(\.self)
  }

  /// Which paths do not matter: hidden files, what editors leave, and what loopbook writes.
  func ignores(output: String?) -> @Sendable (String) -> Bool {
    let configuration = self.configuration
    let written = [output, configuration?.output, configuration?.cache].compactMap(\.self).map(BookPath.clean)
    let own = ownFolders
    let other = folderOfMDBook
    let isForMDBook = configuration?.mdBook != nil
    return { path in
      let name = BookPath.name(of: path)
      // Beside mdBook's file may lie a whole project, which is not the book's.
      if BookPath.folder(of: path) == other, !own.contains(where: { BookPath.contains($0, path) }) {
        if Disk.kind(of: path) == .folder { return true }
        if !isForMDBook, name != Configuration.otherFileName { return true }
      }
      return name.hasPrefix(".") || EditorFile.isLeftover(name)
        || written.contains { BookPath.contains($0, BookPath.clean(path)) }
    }
  }

  /// Whether the book's own modules are among these paths, or made from them.
  func hasModules(in paths: [String]) -> Bool {
    let folders = moduleFolders.map(BookPath.clean)
    // A book may lie in its package, and chapters are what changes most.
    return paths.contains { path in
      !path.hasSuffix(".md") && folders.contains { BookPath.contains($0, BookPath.clean(path)) }
    }
  }

  /// Reads and verifies what has changed, and lays the site out.
  ///
  /// - Parameter isForPages: Whether that is done since something was made for its pages, and nothing is known to have
  ///   changed besides.
  mutating func refresh(isForPages: Bool) async -> News {
    var options = options
    options.makesPages = true
    options.asksForTypes = true
    options.postponesPages = true
    var verifier = Verifier(options, environment: ExampleWork.environment, progress: console.progress)
    do throws(MachineLack) {
      let result = try await verifier.verify(after: verified, isKept: true)
      console.progress.end()
      switch result {
      case .verified(let book): return show(book, isForPages: isForPages)
      case .unreadable(let diagnostics): return keep(diagnostics)
      }
    } catch {
      console.progress.end()
      return keep([error.diagnostic])
    }
  }

  /// Does what a page asks for.
  func perform(_ request: PreviewRequest, _ work: WorkQueue) async -> PreviewAnswer {
    guard let verified else { return PreviewAnswer(status: 409, "The book cannot be shown yet.") }
    let trial = PageTrial(options: options, console: console)
    switch request.name {
    case "accept":
      let ids = String(decoding: request.body, as: UTF8.self).split(separator: "\n").map(String.init)
      return await recordings.accept(ids, of: verified, options, console)
    case "source" where isEditable: return trial.source(request, verified)
    case PageTrial.name where isEditable: return await work.tryOut { await trial.run(request, verified) }
    default: return PreviewAnswer(status: 404, "There is no action with this name.")
    }
  }

  private mutating func show(_ book: VerifiedBook, isForPages: Bool) -> News {
    let before = verified?.book
    verified = book
    let theme = Theme(of: book.book.configuration)
    let site = Site(
      book, theme: theme, isPreview: true, live: LiveExamples(book, theme: theme), types: ListingTypes(book),
      after: self.site)
    // Without its templates there is no page.
    if theme.diagnostics.contains(where: { $0.severity == .error }) { return keep(theme.diagnostics) }
    moved.follow(from: before, to: book.book, page: site.page) { [before = self.site] in before?.page(ofChapter: $0) }
    let updated = isForPages ? self.site.map(site.pages(changedSince:)) : nil
    self.site = site
    recordings = LiveRecordings(book, site, folder: options.location.folder)
    let links = site.diagnostics
    let errors = links.count { $0.severity == .error }
    let summary = ReportSummary(book.report, isColored: console.colorsMessages, width: console.width)
    var line = summary.headline
    if errors > 0 { line += ", \(errors) error\(errors == 1 ? "" : "s") in links and names" }
    let problems = book.report.problems + links
    var state = PreviewState(
      problems: panelText(problems.filter { !recordings.problems.contains($0) }), file: { site.file($0) })
    state.changes = recordings.changes
    state.updated = updated
    state.isCurrent = { site.isCurrent($0, version: $1) }
    if isEditable { state.editableChapter = { site.chapter(ofPage: $0) } }
    state.moved = { [moved] in moved.place(of: $0) }
    // Nothing is known of what was not examined: neither that it is mended, nor that its pages are complete.
    return News(
      state: state, problems: told(problems, isWhole: !book.lacksModules), summary: line,
      needs: book.lacksModules ? nil : book.needs)
  }

  /// Goes on with the site as it was before, if there is one.
  private mutating func keep(_ diagnostics: [Diagnostic]) -> News {
    var state = PreviewState(problems: panelText(diagnostics)) { [site] in site?.file($0) }
    state.moved = { [moved] in moved.place(of: $0) }
    state.isStale = true
    if site == nil { state.notice = "The book cannot be shown yet." }
    return News(
      state: state, problems: told(diagnostics, isWhole: false),
      summary: site == nil ? "The book cannot be shown yet." : "The pages still show the book before this change.")
  }

  /// What of the book's problems a terminal is to be told.
  private mutating func told(_ problems: [Diagnostic], isWhole: Bool) -> String {
    let (new, mended) = news.take(problems, isWhole: isWhole)
    let style = DiagnosticText(isColored: console.colorsMessages)
    let lines = mended.map { problem in
      let place = problem.place.map { place in place.position.map { "\(place.path):\($0.line): " } ?? "\(place.path): "
      }
      return style.styled("fixed: ", .green) + (place ?? "") + problem.message + "\n"
    }
    return lines.joined() + text(new, isColored: console.colorsMessages)
  }

  /// What pages show: what has to be mended first.
  private func panelText(_ diagnostics: [Diagnostic]) -> String {
    let errors = diagnostics.filter { $0.severity == .error }
    return text(errors + diagnostics.filter { $0.severity != .error }, isColored: false)
  }

  private func text(_ diagnostics: [Diagnostic], isColored: Bool) -> String {
    diagnostics.map(DiagnosticText(isColored: isColored).text).joined()
  }
}
