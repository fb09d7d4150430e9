internal import Book
internal import Examples
internal import Text

/// The cases of a book that the options mean, in the order of the book.
struct CaseSelection {
  /// What is said where no example is meant.
  static let problems: Set = ["unknown-example", "unmatched-filter"]

  private(set) var cases: [Case] = []
  /// What is wrong with what was meant.
  private(set) var diagnostics: [Diagnostic] = []

  init(from book: Book, _ chapters: [ChapterExamples], _ options: VerificationOptions, _ workshop: Workshop) {
    var number = 0
    var names: [String] = []
    var matches = 0
    for (chapter, examples) in zip(book.chapters, chapters) {
      for program in examples.programs {
        defer { number += 1 }
        guard options.location.includes(chapter.path) else { continue }
        let blocks = program.blocks.map(\.example)
        names += blocks.map(\.id)
        if let wanted = options.location.example, !blocks.contains(where: { $0.id == wanted }) { continue }
        if let filter = options.filter,
          !blocks.contains(where: { filter.matches(chapter: chapter.path, id: $0.id) })
        {
          continue
        }
        matches += 1
        if let shard = options.shard, !shard.contains(index: number) { continue }
        if program.hasErrors { continue }
        cases.append(
          Case(
            program, in: examples, path: chapter.path, number: number, configuration: book.configuration,
            options: options, workshop: workshop))
      }
    }
    if let wanted = options.location.example, !names.contains(wanted) {
      diagnostics.append(.unknownExample(wanted, among: names))
    } else if let filter = options.filter, matches == 0 {
      diagnostics.append(
        Diagnostic(
          id: "unmatched-filter", "no example matches the filter '\(filter)'", at: nil,
          cure: "a pattern is compared with chapter#id: --filter 'timers#*'"))
    }
  }
}

extension Diagnostic {
  /// No example has the name that was asked for; `names` are those that there are.
  static func unknownExample(_ wanted: String, among names: [String]) -> Diagnostic {
    Diagnostic(
      id: "unknown-example", "there is no example '\(wanted)' here", at: nil,
      cure: NearestName.suggestion(for: wanted, among: names).map { "did you mean '\($0)'?" })
  }
}
