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
    let groups = Dictionary(grouping: problems) { Kind(severity: $0.severity, id: $0.id, message: $0.message) }
    let alsoDiffers = problems.contains { Self.differing.contains($0.id) }
    diagnostics = problems.compactMap { problem in
      let group = groups[Kind(severity: problem.severity, id: problem.id, message: problem.message)] ?? []
      guard group.count > limit, !Self.ofTwoPlaces.contains(problem.id), group.allSatisfy({ $0.place?.position != nil })
      else { return problem }
      guard problem == group[0] else { return nil }
      var whole = problem
      whole.notes.append(
        Diagnostic.Note("the same at \(group.count - 1) other places:\n" + Self.places(group.dropFirst(), width: width))
      )
      let isOffered = group.allSatisfy { $0.cure?.contains("loopbook accept") ?? false }
      if Self.recordable.contains(problem.id), isOffered, let target {
        let besides = alsoDiffers ? "; with --dry-run it shows what else it would change" : ""
        whole.cure = "if they are right, `loopbook accept \(target)` records all \(group.count)\(besides)"
      }
      return whole
    }
  }

  /// So many lines of places are told; `--verbose` and the reports for programs have them all.
  private static let mostLines = 8

  /// The lines of each file, file after file.
  private static func places(_ problems: ArraySlice<Diagnostic>, width: Int) -> String {
    var files: [(path: String, lines: [String])] = []
    for place in problems.compactMap(\.place) {
      let line = place.position.map { "\($0.line)" } ?? ""
      if files.last?.path == place.path {
        if files[files.count - 1].lines.last != line { files[files.count - 1].lines.append(line) }
      } else {
        files.append((place.path, [line]))
      }
    }
    var lines: [String] = []
    for (index, file) in files.enumerated() {
      let words = "\(file.path):\(file.lines.joined(separator: ","))"
      if let last = lines.last, last.displayWidth + 2 + words.displayWidth <= width {
        lines[lines.count - 1] += "  " + words
      } else if lines.count < mostLines {
        lines.append("  " + words)
      } else {
        lines.append("  and \(files.count - index) more files, which --verbose names")
        break
      }
    }
    return lines.joined(separator: "\n")
  }
}
