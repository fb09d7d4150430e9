package import Book
package import Examples
package import LoopTracing

/// A book, and what was found out about its examples.
package struct VerifiedBook: Sendable {
  package var book: Book
  package var chapters: [ChapterExamples]
  /// By an example's name, what it did and what is wrong with it.
  package var examples: [String: VerifiedExample]
  package var report: VerificationReport
  /// What the compiler of its examples says of itself; `nil` where none was compiled.
  package var compiler: String?
  /// The diagrams and formulas of its chapters as markup for pages; what is wrong is missing, and in the report.
  package var figures: [Figure: [UInt8]] = [:]
  /// The examples that readers can change.
  package var live = LiveBook()
  /// The pages that are made of doc comments.
  package var reference = BookReference()
  /// By an example's name, what its names mean, as far as that was asked.
  package var types: [String: ExampleTypes] = [:]
  /// What its pages lack of these, where making it was put off.
  package var needs = PageNeeds()
  /// Whether its own modules could not be had, so that not all of its examples were examined.
  package var lacksModules = false
  /// Whether all of it was asked for, and no part alone.
  package var isWhole = true
  /// What was made for its pages; for the next look at the book in this process.
  var pages = PageMemory()
  /// By the fingerprint of a program, what was found out; for the next look at the book in this process.
  var known: [Fingerprint: Findings] = [:]
  /// What is known of the tools' files; for the same.
  var files: FileIdentities?
  /// By chapter, the examples that are only quoted, where all of them were asked for; for the same.
  var quotes: [[VerifiedExample]] = []

  package init(
    book: Book, chapters: [ChapterExamples], examples: [String: VerifiedExample], report: VerificationReport
  ) {
    self.book = book
    self.chapters = chapters
    self.examples = examples
    self.report = report
  }
}

/// What was found out about one example.
///
/// A large book has many, which are passed around a lot and never change, so it is an object and not a value.
package final class VerifiedExample: Sendable {
  /// The example's name in the book.
  package let name: String
  /// What its record means; `nil` for one that is only quoted.
  package let judgement: Judgement?
  package let verdict: Verdict
  /// What its loops did, if they were recorded.
  package let trace: Trace?
  /// What it did with each other choice of the values that readers can choose; empty where not all of that is known.
  package let variants: [VerifiedVariant]
  /// The threads that did the same under all schedules, where readers predict what they do.
  package let steadyThreads: Set<String>

  /// How many events its trace has in each run; 0 on the real clock, where that depends on how busy the machine is.
  package var steadyEventCount: Int {
    trace?.clock == .real || judgement?.example.attributes.clock == .real ? 0 : verdict.eventCount
  }

  /// Whether its threads could have taken turns otherwise.
  package var hasSeveralThreads: Bool { Set((trace?.events ?? []).lazy.map(\.thread)).count > 1 }

  package init(
    judgement: Judgement, verdict: Verdict, trace: Trace? = nil, variants: [VerifiedVariant] = [],
    steadyThreads: Set<String> = []
  ) {
    self.steadyThreads = steadyThreads
    name = judgement.example.name
    self.judgement = judgement
    self.verdict = verdict
    self.trace = trace
    self.variants = variants
  }

  /// An example that is only quoted.
  init(quoted name: String, verdict: Verdict) {
    self.name = name
    judgement = nil
    self.verdict = verdict
    trace = nil
    variants = []
    steadyThreads = []
  }
}

/// What an example did with other values than those that it was written with.
package struct VerifiedVariant: Sendable {
  package let variant: ExampleVariant
  package let outcome: Outcome
  /// What its loops did, if they were recorded.
  package let trace: Trace?

  package init(variant: ExampleVariant, outcome: Outcome, trace: Trace?) {
    self.variant = variant
    self.outcome = outcome
    self.trace = trace
  }
}
