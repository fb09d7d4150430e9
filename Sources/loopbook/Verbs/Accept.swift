import Book
import Examples
import Files
import Text
import Verification

/// Runs the examples and records what they did in their chapters.
struct Accept: Verb {
  static let name = "accept"
  static let summary = "run the examples, show the diff, and record it"
  static let details = """
    Runs the examples and writes what they did into the output, trace and error fences below them, and shows the diff. \
    Only these fences change, and declarations after '// ^?', and only where they are wrong; '...' stays where it still \
    fits. An example whose recording would change runs again, with other hash seeds, at other addresses, on another day \
    and under other orders of its threads; if that gives something else, nothing is recorded for it.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook accept --dry-run", "show what would be recorded"),
    ("loopbook accept content/timers.md#first", "record one example"),
    ("loopbook accept --interactive", "decide for each example"),
  ]

  /// What is recorded; `nil` means the usual book.
  var target: ExampleTarget?

  var writesNothing = false
  var isInteractive = false
  var common = CommonOptions()
  var presentation: PresentationOptions { common.presentation }

  static var operands: [OperandDeclaration<Self>] {
    [.optional("BOOK[/chapter[#id]]", \.target, .target, "a book, a chapter of it or one example")]
  }

  static var options: [OptionDeclaration<Self>] {
    [
      .flag("--dry-run", \.writesNothing, "show the diff and write nothing"),
      .flag(
        "--interactive", \.isInteractive, "show the diff of each example and ask: a records it, s skips it, q ends"),
    ] + CommonOptions.options.map { $0.lifted(to: \.common) }
  }

  var contradictions: [Diagnostic] {
    guard isInteractive, writesNothing else { return [] }
    return [
      Diagnostic(
        id: "contradicting-flags", "with '--dry-run' nothing is recorded, so there is nothing to ask", at: nil,
        cure: "leave out '--dry-run' or '--interactive'")
    ]
  }

  func run(in console: Console) async -> ExitCode {
    do throws(ExampleWork.Ending) {
      var work = try ExampleWork(target, common, console) { $0.recordsChanges = true }
      return record(try await work.verify(), console)
    } catch {
      return error.code
    }
  }

  /// How many files there are something to record in, as a person counts them.
  private static func places(_ changes: [RecordingChange]) -> String {
    let paths = Set(changes.map(\.path))
    let isOfChapters = paths.allSatisfy { $0.hasSuffix(".md") || $0.hasSuffix(".markdown") }
    return "\(paths.count) \(isOfChapters ? "chapter" : "file")\(paths.count == 1 ? "" : "s")"
  }

  /// What is wrong with an example that did what is asked of it, and stays wrong when that is recorded.
  private static let incurable: Set = [
    "not-deterministic", "depends-on-schedule", "rerun-differs", "nothing-to-predict", "contradicting-attributes",
    "compiler-warning", "unknown-type", "missing-type", "type-differs", "comment-differs",
  ]

  private func record(_ verified: VerifiedBook, _ console: Console) -> ExitCode {
    let style = DiagnosticText(isColored: console.colorsResults)
    var problems = verified.report.diagnostics.filter { $0.severity == .error }
    // These are told of the chapters as they are afterwards.
    var unresolved: [Diagnostic] = []
    var questions = isInteractive ? RecordingQuestions(verified, target, console) : nil
    var accepted: [RecordingOffer] = []
    for chapter in verified.chapters {
      guard let offer = RecordingOffer(of: chapter, in: verified, choosing: { target?.id ?? $0 == $0 }) else {
        continue
      }
      problems += offer.refusals
      unresolved += offer.unresolved.map { $0.diagnostic(in: offer.chapterAfter, accept: nil) }
      guard let chosen = questions == nil ? offer : questions?.choose(from: offer), !chosen.changes.isEmpty else {
        continue
      }
      if !isInteractive {
        for change in chosen.changes { console.result(change.text(style)) }
      }
      accepted.append(chosen)
    }
    var changes = accepted.flatMap(\.changes)
    var written: [String: FileChanges.Change] = [:]
    if !writesNothing {
      let recorded = RecordingOffer.record(accepted)
      written = recorded.files
      changes.removeAll { written[$0.path] == nil }
      problems += recorded.problems
    }
    // What a recording cannot cure.
    let typed = Set(changes.filter { $0.kind == nil }.map(\.example))
    problems += verified.examples.values.flatMap { example in
      (example.judgement?.problems ?? []).filter { problem in
        if typed.contains(example.name), ["missing-type", "type-differs"].contains(problem.id) { return false }
        return example.judgement?.outcome == nil || Self.incurable.contains(problem.id)
      }
    }
    problems = problems.map { $0.moved(by: written) } + unresolved
    // What is wrong with the book as a whole is wrong with each of its examples.
    for problem in Set(problems).sorted() { console.report(problem) }
    let skipped = questions?.skipped ?? 0
    if !console.isQuiet {
      let verb = writesNothing ? "would be recorded" : "recorded"
      console.result(
        changes.isEmpty
          ? problems.isEmpty && skipped == 0 ? "Nothing to record.\n" : "Nothing was recorded.\n"
          : "\(changes.count) recording\(changes.count == 1 ? "" : "s") in \(Self.places(changes)) \(verb).\n")
    }
    return problems.isEmpty && skipped == 0 ? .fine : .bookHasErrors
  }
}
