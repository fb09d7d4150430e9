internal import Files
internal import Text

/// Finds the chapters that a summary's links name.
struct SummaryPaths {
  /// What a link names.
  enum Resolution {
    case chapter(String)
    case problem(String, cure: String?)
  }

  private let files: Set<String>
  private let sorted: [String]
  private let others: Set<String>

  init(files: [String], others: [String]) {
    sorted = files.filter { $0 != Summary.fileName }
    self.files = Set(sorted)
    self.others = Set(others)
  }

  /// Resolves a destination as Markdown gives it, percent-encoded or not.
  func resolve(_ destination: String) -> Resolution {
    let shown = Excerpt.short(destination)
    if WebAddress.isExternal(destination) {
      return .problem("'\(shown)' is not a file of the book", cure: "link to web pages in the chapters")
    }
    guard !destination.hasPrefix("/") else {
      return .problem("'\(shown)' is an absolute path", cure: "write the path as seen from the book's folder")
    }
    let candidates = [PercentEncoding.decoded(destination), destination].compactMap { $0 }.map(BookPath.clean)
    for path in candidates where files.contains(path) { return .chapter(path) }
    guard let path = candidates.first, BookPath.contains(".", path), path != "." else {
      return .problem("'\(shown)' leads out of the book", cure: "put the file itself into the book")
    }
    if path == Summary.fileName { return .problem("the summary itself is not a chapter", cure: nil) }
    if others.contains(path) {
      return .problem("'\(shown)' is not a Markdown file, and chapters are", cure: "name a file that ends in .md")
    }
    return .problem(
      "there is no file '\(shown)' in the book",
      cure: NearestPath.suggestion(for: path, among: sorted).map { "did you mean '\($0)'?" })
  }
}
