import Book
import Site
import SourceText
import Verification

/// Verifies a book and writes its site.
struct Build: Verb {
  static let name = "build"
  static let summary = "verify, then write the site; nothing is written if anything fails"
  static let details = """
    Compiles and runs every example of the book and compares what it prints with what the chapters say. If all of it \
    holds, the site is written, all at once: a reader sees the old site or the new one. The same book gives the same \
    bytes on every machine.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook build", "the book in ./content, its site where loopbook.yml says"),
    ("loopbook build guide --output public", "the book in guide, its site in public"),
  ]

  /// The book's folder; `nil` means the usual one.
  var book: String?

  /// Where the whole book goes as one file, besides.
  var singleFile: String?

  var common = CommonOptions()
  var presentation: PresentationOptions { common.presentation }

  static var operands: [OperandDeclaration<Self>] {
    [.optional("BOOK", \.book, .folder, "the folder that holds loopbook.yml")]
  }

  static var options: [OptionDeclaration<Self>] {
    [.value("--single-file", "FILE", \.singleFile, .file, "write the whole book into one HTML file, too")]
      + CommonOptions.options.map { $0.lifted(to: \.common) }
  }

  func run(in console: Console) async -> ExitCode {
    let target = book.map { ExampleTarget(path: $0, id: nil) }
    switch await ExampleWork(console: console).verify(target, common) {
    case .end(let code): return code
    case .book(let verified):
      if verified.report.hasErrors { return ReportDelivery(destinations: []).deliver(verified.report, to: console) }
      return write(verified, console)
    }
  }

  private func write(_ verified: VerifiedBook, _ console: Console) -> ExitCode {
    let configuration = verified.book.configuration
    let site = Site(verified, theme: Theme(folder: configuration.templates))
    for diagnostic in site.diagnostics { console.report(diagnostic) }
    if site.diagnostics.contains(where: { $0.severity == .error }) { return .bookHasErrors }
    do throws(SiteFailure) {
      let writer = try SiteWriter(common.output ?? configuration.output)
      site.files { file in writer.put(file.path, file.bytes) }
      for problem in site.renderingDiagnostics { console.report(problem) }
      if !site.renderingDiagnostics.isEmpty {
        writer.abandon()
        return .bookHasErrors
      }
      let outcome = try writer.finish()
      console.result("\(outcome)\n")
    } catch {
      console.report(error.diagnostic)
      return .machineLacks
    }
    return .fine
  }
}
