internal import Files
internal import Text

/// What a line marks that only marks something.
enum IncludeMark: Hashable {
  case anchor(String)
  case anchorEnd(String)
  case slice(String)
  case sliceEnd
}

/// The lines of a file that begin and end anchors and slices of snippets.
///
/// Only a line that has nothing but a comment is such a line: mdBook takes each line with `ANCHOR:`, and code that
/// stands before it would be lost.
struct IncludeMarks {
  /// By the numbers of lines, counted from 1.
  private let marks: [Int: IncludeMark]

  subscript(line: Int) -> IncludeMark? { marks[line] }

  init(of file: SourceFile) {
    var marks: [Int: IncludeMark] = [:]
    for line in 1...max(file.lineCount, 1) { marks[line] = Self.mark(on: file.bytes[file.lineRange(line)]) }
    self.marks = marks
  }

  /// The anchor, or the slice of a snippet, that a line begins or ends.
  private static func mark(on bytes: ArraySlice<UInt8>) -> IncludeMark? {
    // All lines of a file are asked, and hardly any is one: to take each for a text was most of what an edit cost.
    guard ["snippet.", "ANCHOR"].contains(where: bytes.containsBytes) else { return nil }
    let line = String(decoding: bytes, as: UTF8.self)
    if let slice = line.wholeMatch(of: /\s*\/\/\s*snippet\.(\S+)\s*/)?.output.1 {
      switch slice {
      // These tell which lines of an example are shown.
      case "hide", "show": return nil
      case "end": return .sliceEnd
      default: return .slice(String(slice))
      }
    }
    // What begins a comment in one of the languages of listings, or nothing at all.
    let comment = /\s*(?:\/\/+!?|\/\*+|#+|--+|;+|%+|<!--|\(\*|\*)?\s*ANCHOR(_END)?:\s*([\w-]+)(.*)/
    guard let match = line.wholeMatch(of: comment), !match.output.3.contains(/(?:\*\/|-->|\*\))\s*\S/) else {
      return nil
    }
    let name = String(match.output.2)
    return match.output.1 == nil ? .anchor(name) : .anchorEnd(name)
  }
}
