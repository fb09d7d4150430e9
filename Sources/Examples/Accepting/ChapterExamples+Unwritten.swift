internal import Text

extension ChapterExamples {
  /// Why what a chapter includes is for its author to change.
  static let unwrittenFiles = "`loopbook accept` does not change files that chapters include"

  /// What to do where nothing is recorded in a file that a chapter includes.
  static func cure(forTextIn file: String) -> String {
    "if this is right, write it into '\(file)' yourself: \(unwrittenFiles)"
  }

  /// What to do where other text is in the way.
  static let cureForSharedText = "recording it here would change other text, too: write it yourself"

  /// What to do about a declaration that a line of an example asks for, and that cannot be recorded there; `nil` where
  /// it can.
  package func cure(ofUnrecordable declaration: String, of query: TypeQuery, in example: Example) -> String? {
    // In one file alone, nothing is in the way.
    guard !file.pieces.isEmpty else { return nil }
    let acceptance = Acceptance(of: self, outcomes: [:], types: [example.id: [query.line: declaration]])
    guard acceptance.changes.isEmpty else { return nil }
    let path = file.place(example.lines[query.line].range).path
    return isMadeOfComments || path == file.path ? Self.cureForSharedText : Self.cure(forTextIn: path)
  }
}
