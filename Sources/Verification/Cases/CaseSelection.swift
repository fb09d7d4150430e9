internal import Book
internal import Examples
internal import Markdown
internal import Text

/// The cases of a book that the options mean, in the order of the book.
struct CaseSelection {
  /// What is said where no example is meant.
  static let problems: Set = ["unknown-example", "unmatched-filter"]

  private(set) var cases: [Case] = []
  /// Of the programs that are not examined, since their fences have mistakes.
  private(set) var faulty: [Verdict] = []
  /// What is wrong with what was meant.
  private(set) var diagnostics: [Diagnostic] = []

  init(from book: Book, _ chapters: [ChapterExamples], _ options: VerificationOptions, _ workshop: Workshop) {
    var number = 0
    var names: [String] = []
    var matches = 0
    for (chapter, examples) in zip(book.chapters, chapters) {
      for program in examples.programs {
        defer { number += 1 }
        guard options.location.includes(chapter) else { continue }
        let blocks = program.blocks.map(\.example)
        guard blocks.contains(where: { Self.includes($0, of: examples, options.location) }) else { continue }
        names += blocks.map(\.id)
        if let wanted = options.location.example, !blocks.contains(where: { $0.id == wanted }) { continue }
        if let filter = options.filter,
          !blocks.contains(where: { filter.matches(chapter: chapter.path, id: $0.id) })
        {
          continue
        }
        matches += 1
        if let shard = options.shard, !shard.contains(index: number) { continue }
        if program.hasErrors {
          faulty += blocks.map { example in
            Verdict(
              on: example, of: program, in: examples, path: chapter.path,
              outcome: .skipped("not examined, since there are mistakes at the fence"))
          }
          continue
        }
        let reruns = reruns(of: program, in: examples, workshop.catalog) { wanted in
          Self.original(wanted, from: book, chapters, options, workshop)
        }
        checkComparison(of: program, in: examples, configuration: book.configuration) { wanted in
          Self.original(wanted, from: book, chapters, options, workshop)
        }
        // What is to be recorded is what the example does as it is written.
        let variants = options.recordsChanges ? [] : program.variants
        cases += ([nil] + variants.map(Optional.some)).map { variant in
          Case(
            program, in: examples, path: chapter.path, importing: chapter.imports, number: number,
            reruns: variant == nil ? reruns : [],
            with: variant, configuration: book.configuration, options: options, workshop: workshop)
        }
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

  /// Whether an example is meant: by where it begins, or by a file that its code or a recording comes from.
  private static func includes(_ example: Example, of chapter: ChapterExamples, _ location: BookLocation) -> Bool {
    let fences = [example.fence] + example.recordings.map(\.fence)
    return fences.lazy.flatMap { [$0.opening] + $0.lines.map(\.range) }
      .contains { location.includes(chapter.file.place($0)) }
  }

  /// The examples that a program's blocks name, as cases that stand in no chapter's count; what cannot be found, or
  /// would prove nothing, is a problem.
  private mutating func reruns(
    of program: Program, in examples: ChapterExamples, _ catalog: ModuleCatalog,
    original: (String) -> (Case?, [String])
  ) -> [Rerun] {
    var reruns: [Rerun] = []
    for block in program.blocks {
      for written in block.example.attributes.reruns {
        let wanted = block.example.fullName(written)
        let (found, names) = original(wanted)
        let refusal = found.map { Rerun.refusal(of: $0, with: program.text) }
        if let found, refusal == .some(nil) {
          reruns.append(Rerun(found, named: wanted, with: program.text, of: block.example.id, catalog))
          continue
        }
        let hasMistakes = found == nil && names.contains(wanted)
        let cure = NearestName.suggestion(for: wanted, among: names).map { "did you mean '\($0)'?" }
        diagnostics.append(
          Diagnostic(
            id: "unknown-rerun",
            refusal.flatMap(\.self).map { "'\(wanted)' \($0)" }
              ?? (hasMistakes ? Self.notRun(wanted) : "there is no example '\(wanted)' in the book"),
            at: examples.file.place(block.example.fence.opening), cure: found == nil && !hasMistakes ? cure : nil))
      }
    }
    return reruns
  }

  /// Looks whether the run that a program is to be compared with is one that it can be compared with.
  private mutating func checkComparison(
    of program: Program, in examples: ChapterExamples, configuration: Configuration,
    other: (String) -> (Case?, [String])
  ) {
    // A block of a session is compared with nothing.
    guard let example = program.blocks.first?.example, let written = example.attributes.compares else { return }
    let wanted = example.fullName(written)
    var message: String?
    var cure: String?
    if wanted == example.name {
      message = "an example cannot be compared with itself"
    } else {
      let (found, names) = other(wanted)
      if found == nil, names.contains(wanted) {
        message = Self.notRun(wanted)
        cure = "mend these first"
      } else if found == nil {
        message = "there is no example '\(wanted)' in the book"
        cure = NearestName.suggestion(for: wanted, among: names.filter { $0 != example.name }).map {
          let isNear = $0.hasPrefix(example.chapter + "#")
          return "did you mean '\(isNear ? String($0.dropFirst(example.chapter.count + 1)) : $0)'?"
        }
      } else if found?.program.session != nil {
        message = "this example cannot be compared with '\(wanted)': that is only a part of a session's program"
      } else if let lack = found?.lackForComparisons {
        message = "this example cannot be compared with '\(wanted)': \(lack)"
      } else if let lack = other(example.name).0?.lackForComparisons {
        message = "this example cannot be compared: \(lack)"
        cure = "remove `compare`"
      }
    }
    guard let message else { return }
    diagnostics.append(
      Diagnostic(
        id: "unknown-comparison", message, at: examples.place(of: "compare", at: example),
        cure: cure ?? "name an example that imports LoopEngine and runs on the virtual clock"))
  }

  /// What is said of an example that is there, and cannot be run.
  private static func notRun(_ name: String) -> String { "'\(name)' is not run, since its fence has mistakes" }

  /// The example of that name, as a case of its own; and the names that there are.
  private static func original(
    _ wanted: String, from book: Book, _ chapters: [ChapterExamples], _ options: VerificationOptions,
    _ workshop: Workshop
  ) -> (Case?, [String]) {
    var number = 0
    for (chapter, examples) in zip(book.chapters, chapters) {
      for program in examples.programs {
        defer { number += 1 }
        guard !program.hasErrors, program.blocks.contains(where: { $0.example.name == wanted }) else { continue }
        return (
          Case(
            program, in: examples, path: chapter.path, importing: chapter.imports, number: number,
            configuration: book.configuration, options: options, workshop: workshop), []
        )
      }
    }
    return (nil, chapters.flatMap { $0.programs.flatMap { $0.blocks.map(\.example.name) } })
  }
}

extension Diagnostic {
  /// How many names are told where none is near the one that was asked for.
  private static let mostNames = 8

  /// No example has the name that was asked for; `names` are those that there are.
  static func unknownExample(_ wanted: String, among names: [String]) -> Diagnostic {
    let rest = names.count - mostNames
    let list = names.prefix(mostNames).map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      id: "unknown-example", "there is no example '\(wanted)' here", at: nil,
      cure: NearestName.suggestion(for: wanted, among: names).map { "did you mean '\($0)'?" }
        ?? (names.isEmpty ? nil : "its examples are called \(list)\(rest > 0 ? " and \(rest) more" : "")"))
  }
}
