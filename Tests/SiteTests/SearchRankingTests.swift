import Book
import Examples
import Foundation
import Testing
import Verification

@testable import Site

/// How often the page that a reader wants comes first: a figure for each of two books.
@Suite(
  "Ranking of the search",
  .enabled(if: Browser.isInstalled, "Chromium is not installed; scripts/install-packages installs it"))
struct SearchRankingTests {
  /// How well some of the questions were answered.
  private struct Score: CustomStringConvertible {
    var first = 0
    var amongThree = 0
    var asked = 0

    var share: Double { Double(first) / Double(asked) }
    var description: String { "\(first) of \(asked) first, \(amongThree) among three" }

    mutating func add(_ place: Int?) {
      asked += 1
      if place == 0 { first += 1 }
      if let place, place < 3 { amongThree += 1 }
    }

    static func + (one: Score, other: Score) -> Score {
      Score(
        first: one.first + other.first, amongThree: one.amongThree + other.amongThree, asked: one.asked + other.asked)
    }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  private static func index(of folder: String) throws -> [SiteFile] {
    let book = try #require(Book.load(root.appending(path: folder).path).0)
    let verified = VerifiedBook(
      book: book,
      chapters: book.chapters.map { ChapterExamples(chapter: String($0.path.dropLast(3)), document: $0.document) },
      examples: [:], report: VerificationReport(verdicts: [], diagnostics: [], duration: .zero))
    return Site(verified, theme: Theme(folder: nil)).searchFiles().map { SiteFile(path: $0, bytes: $1) }
  }

  @Test(
    "nine of ten questions have their page first, and all among the first three",
    arguments: [SearchQuestions.runLoop, .swift])
  func ranking(questions: SearchQuestions) throws {
    try rank(questions, in: Self.index(of: questions.book))
  }

  @Test("beside the pages of a reference, which come first for the names on them, questions find their chapters")
  func besideReference() throws {
    let folder = Self.root.appending(path: "site")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "assets/search").path)
    let index = try names.map { name in
      SiteFile(
        path: "assets/search/\(name)",
        bytes: Array(try Data(contentsOf: folder.appending(path: "assets/search/\(name)"))))
    }
    try rank(.runLoop, in: index, among: 5)
  }

  private func rank(_ questions: SearchQuestions, in index: [SiteFile], among limit: Int = 3) throws {
    #expect(questions.questions.count == 60)
    let answers = try SearchAnswers(to: questions.questions.map(\.query), in: index)
    var tuned = Score()
    var unseen = Score()
    for (number, question) in questions.questions.enumerated() {
      let pages = answers[question.query].map { String($0.path.dropLast(".html".count)) }
      let place = pages.firstIndex { question.pages.contains($0) }
      if number.isMultiple(of: 2) { tuned.add(place) } else { unseen.add(place) }
      if place != 0 {
        print("\(questions.book): '\(question.query)' wants \(question.pages), and finds \(pages.prefix(4))")
      }
      #expect(place.map { $0 < limit } == true, "'\(question.query)' finds \(pages.prefix(4))")
    }
    print("\(questions.book): tuned with \(tuned); not seen \(unseen)")
    #expect((tuned + unseen).share >= 0.9)
  }
}
