import Book
import Text

/// Lists the links out of a book, for a program that looks at the web.
enum LinkListing {
  /// Prints each link with its first place in each chapter, as `FILE:LINE:COLUMN: ADDRESS`; runs no example.
  static func run(_ work: ExampleWork, _ console: Console) async throws(ExampleWork.Ending) -> ExitCode {
    var work = work
    let book = try await work.read()
    let check = LinkCheck(book, index: LinkIndex(book), locating: true)
    let lines = check.external.map { link in
      let position = link.place?.position.map { ":\($0.line):\($0.column)" } ?? ""
      return "\(link.place?.path ?? link.chapter)\(position): \(link.destination)\n"
    }
    console.progress.end()
    console.result(lines.joined())
    return .fine
  }
}
