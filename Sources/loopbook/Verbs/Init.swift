import Book
import Site
import Verification

/// Makes a new book.
struct Init: Verb {
  static let name = "init"
  static let summary = "a new book that builds and verifies at once"
  static let details = """
    Writes a small book into a folder that does not exist yet or is empty: its configuration, its table of contents \
    and chapters with examples. Beside a Package.swift, the examples may import the package's libraries.
    With --reference it is the smallest book about the package beside it: the pages of its API, made from its doc \
    comments, whose examples are verified, and its README as the first page.
    Where this machine has what that needs, which 'loopbook doctor' tells, readers can change the examples on their \
    pages and run them again.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook init content", "a book in ./content, where the other verbs look for it"),
    ("loopbook init --reference content", "the API of the package in this folder, for 'loopbook build'"),
  ]

  var folder: String?

  /// Whether the book is only about a package's API.
  var isReference = false

  /// Whether readers cannot change its examples, though the machine may be ready for it.
  var isStatic = false
  var presentation = PresentationOptions()

  static var operands: [OperandDeclaration<Self>] {
    [.required("DIR", \.folder, .folder, "the folder to make")]
  }

  static var options: [OptionDeclaration<Self>] {
    [
      .flag("--reference", \.isReference, "the smallest book with the API of the package around the folder"),
      .flag("--no-live", \.isStatic, "without examples that readers can change"),
    ]
      + PresentationOptions.options.map { $0.lifted(to: \.presentation) }
  }

  func run(in console: Console) async -> ExitCode {
    let isLive =
      isStatic ? false : await MachinePreparation.isReadyForLiveExamples(environment: ExampleWork.environment)
    let book = NewBook(folder ?? "content", isReference: isReference, isLive: isLive)
    do throws(SiteFailure) { try book.write() } catch {
      console.report(error.diagnostic)
      return error.isMisuse ? .wrongUsage : .machineLacks
    }
    if !console.isQuiet {
      let about = book.products.isEmpty ? "" : " about \(book.products.joined(separator: " and "))"
      let name = book.folder == "content" ? "" : " " + ShellWord.quoted(book.folder)
      console.result(
        """
        Made a book\(about) in \(book.folder).
        Next:
          loopbook build\(name)    verify it and write its site to \(book.output)
          loopbook serve\(name)    see it in the browser while you write
          loopbook accept\(name)   record what examples do after you changed them

        """)
    }
    return .fine
  }
}
