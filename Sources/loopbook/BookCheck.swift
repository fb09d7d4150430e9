import Book
import Site
import Text
import Verification

/// What is wrong with a book besides its examples: what would keep it from being built.
enum BookCheck {
  /// What is wrong with the configuration, and with the theme where the whole book is meant: what can be told before
  /// examples take their time.
  static func mistakes(_ work: inout ExampleWork) -> [Diagnostic] {
    let (configuration, mistakes) = work.configuration()
    // What cannot be read is told when it is to be verified.
    guard let configuration else { return [] }
    return mistakes + (work.options.location.isWholeBook ? Theme(of: configuration).diagnostics : [])
  }

  /// The report of a verification with the problems of links, names and templates, as far as they are about what was
  /// meant.
  static func report(_ verified: VerifiedBook, _ location: BookLocation) -> VerificationReport {
    let site = Site(verified, theme: Theme(of: verified.book.configuration), hasSearch: false)
    let meant = Set(verified.book.chapters.filter(location.includes).flatMap { [$0.file.path] + $0.includes })
    let problems = site.diagnostics.filter { problem in
      location.isWholeBook || problem.place.map { meant.contains($0.path) && location.includes($0) } ?? false
    }
    return verified.report.adding(problems)
  }
}
