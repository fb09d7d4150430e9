internal import Markdown
internal import Text

extension ChapterExamples {
  /// Why what a chapter includes is for its author to change.
  static let unwrittenFiles = "`loopbook accept` changes included files only if they are Markdown"

  /// Whether a fence stands in another file of Markdown that is included, with its last line and all before that.
  func includes(_ fence: Fence) -> Bool {
    guard let closing = fence.closing else { return false }
    return file.isIncludedMarkdown(at: closing.lowerBound)
      && file.piece(at: fence.closingStart) == file.piece(at: closing.lowerBound)
  }

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
    return isMadeOfComments || path == file.path || includes(example.fence)
      ? Self.cureForSharedText : Self.cure(forTextIn: path)
  }
}
