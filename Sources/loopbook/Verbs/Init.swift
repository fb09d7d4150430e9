import Book
import Site
import Verification

/// Makes a new book.
struct Init: Verb {
  static let name = "init"
  static let summary = "make a new book that verifies and builds right away"
  static let details = """
    Writes a small book into a folder that does not exist yet or is empty: its configuration, its table of contents \
    and chapters with examples. Next to a Package.swift, the examples can import the package's libraries.
    With --reference, makes the smallest book about that package: the pages of its API, made from its doc comments, \
    whose examples are verified, and its README as the first page.
    If this machine has what live examples need ('loopbook doctor' checks that), readers can change the examples on \
    their pages and run them again.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook init content", "a book in ./content, where the other verbs look for it"),
    ("loopbook init --reference content", "a book about the API of the package in this folder"),
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
      .flag("--reference", \.isReference, "make the smallest book about the API of the package around the folder"),
      .flag("--no-live", \.isStatic, "make no examples that readers can change"),
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
        Made a book\(about) in \(book.folder).\(notes(on: book))
        Next:
          loopbook build\(name)    verify it and write its site to \(book.output)
          loopbook serve\(name)    see it in the browser while you write
          loopbook accept\(name)   record what examples do after you changed them

        """)
    }
    return .fine
  }

  /// What an author of a package may not expect.
  private func notes(on book: NewBook) -> String {
    guard isReference else { return "" }
    var notes = ""
    if book.products.isEmpty {
      notes +=
        "\nThe package has no library among its products, so there are no pages to make: add one to Package.swift."
    }
    if let readme = book.readme {
      notes +=
        "\nIts first page is the package's \(readme), whose examples are only shown: to verify them, remove "
        + "'examples: quote' from \(book.folder)/README.md."
    }
    return notes
  }
}
