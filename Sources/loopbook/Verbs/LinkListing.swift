import Book
import Text

/// Lists the links out of a book, for a program that looks at the web.
enum LinkListing {
  /// Prints each link with its first place in each chapter, as `FILE:LINE:COLUMN: ADDRESS`; runs and writes nothing.
  static func run(_ book: String?, _ common: CommonOptions, _ console: Console) -> ExitCode {
    let (location, problems) = BookLocation.find(book)
    guard let location else { return refuse(problems, .wrongUsage, console) }
    let (loaded, diagnostics) = Book.load(location.folder, includesDrafts: common.includesDrafts)
    guard let loaded, !diagnostics.contains(where: { $0.severity == .error }) else {
      return refuse(diagnostics, .bookHasErrors, console)
    }
    let check = LinkCheck(loaded, index: LinkIndex(loaded), locating: true)
    let lines = check.external.map { link in
      let position = link.place?.position.map { ":\($0.line):\($0.column)" } ?? ""
      return "\(link.place?.path ?? link.chapter)\(position): \(link.destination)\n"
    }
    console.progress.end()
    console.result(lines.joined())
    return .fine
  }

  private static func refuse(_ diagnostics: [Diagnostic], _ code: ExitCode, _ console: Console) -> ExitCode {
    console.progress.end()
    for diagnostic in diagnostics { console.report(diagnostic) }
    return code
  }
}
