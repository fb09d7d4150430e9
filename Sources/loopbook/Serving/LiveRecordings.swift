import Book
import Examples
import Files
import Preview
internal import Recordings
import Site
import Text
import Verification

/// What the pages of a book offer to record, and the recording of it.
struct LiveRecordings {
  /// What pages show.
  private(set) var changes: [PreviewChange] = []
  /// The problems that are told by showing these.
  private(set) var problems: Set<Diagnostic> = []
  /// By the id of a change, the chapter's path and the example's id.
  private var offered: [String: (chapter: String, example: String)] = [:]

  /// Nothing yet.
  init() {}

  /// Offers what was found out about a book, which the command line calls `folder`.
  init(_ verified: VerifiedBook, _ site: Site, folder: String) {
    let failed = verified.report.failedChapters
    for (chapter, examples) in zip(verified.book.chapters, verified.chapters) where failed.contains(chapter.path) {
      let wrong = examples.examples.filter { example in
        verified.examples[example.name]?.judgement.map { $0.outcome != nil && !$0.problems.isEmpty } ?? false
      }
      guard !wrong.isEmpty, let page = site.page(ofChapter: chapter.path) else { continue }
      let ids = Set(wrong.map(\.id))
      guard let offer = RecordingOffer(of: examples, in: verified, choosing: ids.contains) else { continue }
      for change in offer.changes {
        guard let example = wrong.first(where: { $0.name == change.example }) else { continue }
        let id = offer.id(of: change)
        offered[id] = (chapter.path, example.id)
        changes.append(Self.shown(change, id: id, example: example, page: page))
      }
      let shown = Set(offer.changes.map(\.example))
      for example in wrong where shown.contains(example.name) {
        guard let outcome = verified.examples[example.name]?.judgement?.outcome else { continue }
        let accept = "loopbook accept " + ShellWord.quoted("\(folder)/\(example.name)")
        let told = example.mismatches(with: outcome, in: examples.file).map {
          $0.diagnostic(in: examples, accept: accept)
        }
        let left = offer.unresolved.filter { $0.example == example.name }.map(\.kind)
        if left.isEmpty { problems.formUnion(told) }
      }
    }
  }

  /// A change as pages show it.
  static func shown(
    _ change: RecordingChange, id: String, example: Example, page: String
  ) -> PreviewChange {
    PreviewChange(
      id: id, example: change.example, title: (change.isAdded ? "new " : "") + change.word,
      place: "\(change.path):\(change.line)", page: page, anchor: Site.anchor(ofExample: example.id),
      lines: lines(change.difference))
  }

  /// How many lines that are the same are shown around those that are not.
  private static let context = 3

  /// The lines of a difference, each with its mark; long stretches that are the same are left out.
  static func lines(_ difference: LineDifference) -> [String] {
    let all = difference.lines
    var lines: [String] = []
    var isGap = false
    for (index, line) in all.enumerated() {
      let near = all[max(0, index - context)...min(all.count - 1, index + context)]
      guard near.contains(where: { $0.mark != .same }) else {
        isGap = true
        continue
      }
      if isGap { lines.append("  \u{22EE}") }
      isGap = false
      let mark = line.mark == .same ? " " : line.mark == .expected ? "-" : "+"
      lines.append("\(mark) \(line.text)")
    }
    return lines
  }

  // MARK: recording

  /// Writes what a page asks for into the book, if that is still what examples do.
  ///
  /// - Parameters:
  ///   - ids: The ids of the changes.
  ///   - verified: The book that they were offered for.
  ///   - options: How it was verified.
  ///   - console: Where progress is told.
  func accept(
    _ ids: [String], of verified: VerifiedBook, _ options: VerificationOptions, _ console: Console
  ) async -> PreviewAnswer {
    let wanted = Set(ids)
    guard !wanted.isEmpty, wanted.allSatisfy({ offered[$0] != nil }) else { return Self.changed }
    let meant = offered.filter { wanted.contains($0.key) }.map(\.value)
    let examples = Set(meant.map { "\($0.chapter)#\($0.example)" })
    // An example is recorded as a whole.
    let whole = Set(offered.filter { examples.contains("\($0.value.chapter)#\($0.value.example)") }.map(\.key))
    guard whole == wanted else { return Self.changed }
    var options = options
    options.recordsChanges = true
    options.filter = nil
    let chapters = Set(meant.map(\.chapter))
    if chapters.count == 1, let chapter = chapters.first { options.location.chapter = chapter }
    if examples.count == 1, let example = meant.first?.example { options.location.example = example }
    var verifier = Verifier(options, environment: ExampleWork.environment, progress: console.progress)
    let result: Verifier.Result
    do throws(MachineLack) { result = try await verifier.verify(after: verified, isKept: true) } catch {
      return PreviewAnswer(status: 409, Self.text([error.diagnostic]))
    }
    console.progress.end()
    Interruption.checkpoint()
    switch result {
    case .unreadable: return Self.changed
    case .verified(let now): return Self.record(wanted, examples, now)
    }
  }

  /// Records examples, by their names, where the changes are those that were asked for.
  private static func record(
    _ wanted: Set<String>, _ examples: Set<String>, _ verified: VerifiedBook
  ) -> PreviewAnswer {
    var offers: [RecordingOffer] = []
    var problems: [Diagnostic] = []
    for (chapter, found) in zip(verified.book.chapters, verified.chapters) {
      let isMeant = { (id: String) in examples.contains("\(chapter.path)#\(id)") }
      guard found.examples.contains(where: { isMeant($0.id) }) else { continue }
      guard let offer = RecordingOffer(of: found, in: verified, choosing: isMeant) else { continue }
      problems += offer.refusals
      offers.append(offer)
    }
    guard problems.isEmpty else { return PreviewAnswer(status: 409, text(problems)) }
    let changes = offers.flatMap { offer in offer.changes.map(offer.id) }
    guard Set(changes) == wanted else { return Self.changed }
    let recorded = RecordingOffer.record(offers)
    if let problem = recorded.problems.first {
      let before = recorded.files.isEmpty ? "" : " Recordings in other files were written."
      return PreviewAnswer(status: 409, "Nothing was recorded in this file: \(problem.message).\(before)")
    }
    let count = changes.count
    return PreviewAnswer("Recorded: \(count) change\(count == 1 ? "" : "s").")
  }

  private static let changed = PreviewAnswer(
    status: 409, "Nothing was recorded: the book or what its examples do has changed since this was shown.")

  private static func text(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map(DiagnosticText(isColored: false).text).joined()
  }
}
