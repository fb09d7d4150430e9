internal import Files
internal import Text

/// Finds the file that an author may have meant by a path that is not there.
enum NearestPath {
  /// A file of the same name in another folder, else the path with the fewest edits.
  static func suggestion(for path: String, among paths: [String]) -> String? {
    let stem = BookPath.withoutMarkdownEnding(BookPath.withoutHTMLEnding(path))
    let name = BookPath.name(of: stem).lowercased()
    let sameName = paths.filter { BookPath.name(of: BookPath.withoutMarkdownEnding($0)).lowercased() == name }
    if sameName.count == 1 { return sameName[0] }
    let isBare = path == stem
    var byStem: [String: String] = [:]
    for candidate in paths where byStem[BookPath.withoutMarkdownEnding(candidate)] == nil {
      byStem[isBare ? BookPath.withoutMarkdownEnding(candidate) : candidate] = candidate
    }
    if let near = NearestName.suggestion(for: path, among: byStem.keys.sorted()) { return byStem[near] }
    // A name alone may be misspelt and stand in the wrong folder.
    let names = Dictionary(paths.map { (BookPath.name(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    return NearestName.suggestion(for: BookPath.name(of: path), among: names.keys.sorted()).flatMap { names[$0] }
  }

  /// The nearest of a set of names.
  static func nearest(_ name: String, among names: Set<String>) -> String? {
    // Sorted, so that the same book always gets the same suggestion.
    NearestName.suggestion(for: name, among: names.sorted())
  }
}
