import Text

/// Knows what has been told of a book, so that only what is new or mended is told.
struct ProblemNews {
  /// A problem, wherever in its file it stands by now.
  private struct Key: Hashable {
    var id: String
    var message: String
    var file: String
    var line: String

    init(_ problem: Diagnostic) {
      id = problem.id
      message = problem.message
      file = problem.place?.path ?? ""
      line = problem.place?.lineText ?? ""
    }
  }

  /// What has been told and not mended; a problem may be there several times.
  private var told: [Diagnostic] = []

  /// Takes what is wrong now.
  ///
  /// - Parameters:
  ///   - problems: The problems.
  ///   - isWhole: Whether these are all that there are: where the book could not be read, nothing is known of others.
  /// - Returns: Those that have not been told, and those that are there no more.
  mutating func take(_ problems: [Diagnostic], isWhole: Bool) -> (new: [Diagnostic], mended: [Diagnostic]) {
    var before = Dictionary(grouping: told, by: Key.init)
    var new: [Diagnostic] = []
    for problem in problems where before[Key(problem)]?.popLast() == nil { new.append(problem) }
    let gone = before.values.flatMap { $0 }.sorted()
    told = isWhole ? problems : problems + gone
    return (new, isWhole ? gone : [])
  }
}
