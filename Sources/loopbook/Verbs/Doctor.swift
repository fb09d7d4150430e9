import Book
import Text
import Verification

/// Looks at everything that verifying a book needs, and tells what is missing.
struct Doctor: Verb {
  static let name = "doctor"
  static let summary = "check whether this machine has everything that a book needs"
  static let details = """
    Checks the parts of loopbook, the Swift toolchain, the sandbox, the folders for temporary files and results, and the \
    book if there is one; then compiles an example and runs it. If anything is missing, names the command that installs \
    it, and exits with 3.
    With --prepare, first builds what is otherwise built when a book first needs it: the libraries for examples, if this \
    copy was built with another Swift, and the engine for examples that readers can change.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook doctor", "before the first book, and when the machine may be to blame for a failure"),
    ("loopbook doctor --prepare", "in a container image"),
  ]

  /// Which book; `nil` means the usual one, if there is one.
  var target: ExampleTarget?

  var writesJSON = false
  var prepares = false
  var presentation = PresentationOptions()

  static var operands: [OperandDeclaration<Self>] { [.optional("BOOK", \.target, .target, "the book")] }

  static var options: [OptionDeclaration<Self>] {
    [
      .flag("--json", \.writesJSON, "write the findings as JSON"),
      .flag("--prepare", \.prepares, "first build what all books of this machine share"),
    ]
      + PresentationOptions.options.map { $0.lifted(to: \.presentation) }
  }

  func run(in console: Console) async -> ExitCode {
    let (location, problems) = BookLocation.find(target?.path)
    guard let location else {
      for problem in problems { console.report(problem) }
      return .wrongUsage
    }
    if prepares {
      do throws(MachineLack) {
        try await MachinePreparation.prepare(environment: ExampleWork.environment, progress: console.progress)
        console.progress.end()
      } catch {
        console.progress.end()
        console.report(error.diagnostic)
        return .machineLacks
      }
    }
    let hasBook = target != nil || BookLocation.isBook(location.folder)
    let check = MachineCheck(environment: ExampleWork.environment, book: hasBook ? location : nil)
    let report = await check.report()
    if writesJSON {
      console.data(report.json)
    } else {
      for finding in report.findings {
        if let cure = finding.cure {
          console.report(Diagnostic(id: "machine-lacks", "\(finding.subject): \(finding.text)", at: nil, cure: cure))
        } else if !console.isQuiet {
          console.result("\(finding.subject): \(finding.text)\n")
        }
      }
      if report.isComplete, !console.isQuiet { console.result("Nothing is missing.\n") }
    }
    return report.isComplete ? .fine : .machineLacks
  }
}
