import Text

/// Problems as a person is told of them: where the same is wrong at many places, that is one message.
struct ProblemBlocks {
  /// The messages, sorted by the first place of each.
  let diagnostics: [Diagnostic]

  /// So many of one kind are told one by one.
  static let usualLimit = 3

  private static let recordable: Set = ["missing-recording", "empty-recording"]
  private static let differing: Set = ["output-differs", "error-differs", "trace-differs"]

  /// Each has a second place, without which its first says little.
  private static let ofTwoPlaces: Set = ["data-race"]

  private struct Kind: Hashable {
    let severity: Diagnostic.Severity
    let id: String
    let message: String
    /// What helps, since it may not help the others; `nil` also for those that can be recorded: only the name of what
    /// `accept` is given differs there.
    let cure: String?
    let isAcceptable: Bool

    init(_ problem: Diagnostic) {
      severity = problem.severity
      id = problem.id
      message = problem.message
      isAcceptable = problem.cure?.contains("loopbook accept") ?? false
      cure = isAcceptable ? nil : problem.cure
    }
  }

  /// Puts sorted problems together.
  ///
  /// - Parameters:
  ///   - problems: What is wrong.
  ///   - limit: How many of one kind are told one by one; `nil`: all.
  ///   - target: What `accept` would have to be given.
  ///   - width: The columns of a line; lists of places are broken there.
  init(_ problems: [Diagnostic], limit: Int?, accepting target: String?, width: Int) {
    guard let limit else {
      diagnostics = problems
      return
    }
    let groups = Dictionary(grouping: problems) { Kind($0) }
    let alsoDiffers = problems.contains { Self.differing.contains($0.id) }
    diagnostics = problems.compactMap { problem in
      let kind = Kind(problem)
      let group = groups[kind] ?? []
      guard group.count > limit, !Self.ofTwoPlaces.contains(problem.id), group.allSatisfy({ $0.place?.position != nil })
      else { return problem }
      guard problem == group[0] else { return nil }
      var whole = problem
      whole.notes.append(
        Diagnostic.Note(
          "the same at \(group.count - 1) other places:\n"
            + PlaceList(group.dropFirst().compactMap(\.place), width: width, rest: "which --verbose names").text))
      if Self.recordable.contains(problem.id), kind.isAcceptable, let target {
        let besides = alsoDiffers ? "; with --dry-run it shows what else it would change" : ""
        whole.cure = "if they are right, `loopbook accept \(target)` records all \(group.count)\(besides)"
      }
      return whole
    }
  }
}
