import Book
import Text
import Verification

/// Removes what earlier runs left.
struct Clean: Verb {
  static let name = "clean"
  static let summary = "remove the cache of earlier runs"
  static let details = """
    Removes the cached results of examples, and whatever else is kept to save work. The site and the book stay as they \
    are.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook clean", "the next verification compiles and runs everything")
  ]

  /// Whose results; `nil` means the usual book.
  var target: ExampleTarget?

  var presentation = PresentationOptions()

  static var operands: [OperandDeclaration<Self>] { [.optional("BOOK", \.target, .target, "the book")] }

  static var options: [OptionDeclaration<Self>] { PresentationOptions.options.map { $0.lifted(to: \.presentation) } }

  func run(in console: Console) async -> ExitCode {
    let (location, problems) = BookLocation.find(target?.path)
    guard let location else {
      for problem in problems { console.report(problem) }
      return .wrongUsage
    }
    let (configuration, mistakes) = Configuration.load(location.folder)
    guard let configuration else {
      for mistake in mistakes { console.report(mistake) }
      return .bookHasErrors
    }
    let cache = ResultCache(folder: configuration.cache)
    let count = cache.clear()
    if let left = cache.leftover {
      console.report(
        Diagnostic(id: "not-removed", "\(left) could not be removed", at: nil, cure: "Remove it by hand."))
      return .machineLacks
    }
    if !console.isQuiet {
      console.result(
        count == 0
          ? "Nothing was kept in \(configuration.cache).\n"
          : "Removed \(count) result\(count == 1 ? "" : "s") from \(configuration.cache).\n")
    }
    return .fine
  }
}
