import Book
import Site
import Text
import Verification

/// What is wrong with a book besides its examples: what would keep it from being built.
enum BookCheck {
  /// The report of a verification with the problems of links, names and templates, as far as they are about what was
  /// meant.
  static func report(_ verified: VerifiedBook, _ location: BookLocation) -> VerificationReport {
    let site = Site(verified, theme: Theme(of: verified.book.configuration), hasSearch: false)
    let meant = Set(verified.book.chapters.filter(location.includes).map(\.file.path))
    let problems = site.diagnostics.filter { problem in
      location.isWholeBook || problem.place.map { meant.contains($0.path) } ?? false
    }
    return verified.report.adding(problems)
  }
}
