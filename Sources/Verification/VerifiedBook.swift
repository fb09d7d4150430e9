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
package struct VerifiedExample: Sendable {
  package var judgement: Judgement
  package var verdict: Verdict
  /// What its loops did, if they were recorded.
  package var trace: Trace?
}
