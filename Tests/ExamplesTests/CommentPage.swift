import Examples
import Markdown
import Text

/// A page that is made of the doc comments of a Swift file, as the compiler reads them.
enum CommentPage {
  /// The page's examples.
  static func examples(_ swift: SourceFile, withLineEnds: Bool, isQuoted: Bool = false) -> ChapterExamples {
    var rules = FenceRules()
    rules.isMadeOfComments = true
    return ChapterExamples(
      chapter: "api/Garden",
      document: MarkdownDocument(text(swift, withLineEnds: withLineEnds, isQuoted: isQuoted)), rules: rules)
  }

  /// The page: a heading for each comment, and its lines.
  ///
  /// - Parameters:
  ///   - withLineEnds: Whether the ends of lines are those of the file.
  ///   - isQuoted: Whether the page quotes the lines, as it does with DocC's asides.
  private static func text(_ swift: SourceFile, withLineEnds: Bool, isQuoted: Bool) -> SourceFile {
    var words = ""
    var parts: [(isSwift: Bool, range: Range<Int>)] = []
    func add(_ text: String) {
      parts.append((false, words.utf8.count..<words.utf8.count + text.utf8.count))
      words += text
    }
    for (number, comment) in comments(in: swift).enumerated() {
      add("# Part \(number)\n\n")
      for line in comment {
        let full = line.upperBound..<lineEnd(after: line.upperBound, in: swift)
        if isQuoted { add("> ") }
        let hasEnd = withLineEnds && swift.lineRange(swift.line(at: line.lowerBound)).upperBound == line.upperBound
        parts.append((true, hasEnd ? line.lowerBound..<full.upperBound : line))
        if !hasEnd { add("\n") }
      }
      add("\n")
    }
    // As pages are put together: what stands beside each other in a file is one piece.
    var joined: [(isSwift: Bool, range: Range<Int>)] = []
    for part in parts {
      if let last = joined.last, last.isSwift == part.isSwift, last.range.upperBound == part.range.lowerBound {
        joined[joined.count - 1].range = last.range.lowerBound..<part.range.upperBound
      } else {
        joined.append(part)
      }
    }
    let own = SourceFile(path: "api/Garden.md", text: words)
    var start = 0
    return SourceFile(
      path: "api/Garden.md",
      joining: joined.map { isSwift, range in
        defer { start += range.count }
        return SourcePiece(file: isSwift ? swift : own, range: range, start: start)
      })
  }

  private static func lineEnd(after offset: Int, in file: SourceFile) -> Int {
    let line = file.line(at: offset)
    return line < file.lineStarts.count ? file.lineStarts[line] : file.bytes.count
  }

  /// What each comment says: the bytes of its lines' texts.
  private static func comments(in file: SourceFile) -> [[Range<Int>]] {
    var comments: [[Range<Int>]] = []
    var current: [Range<Int>] = []
    var isInBlock = false
    var indentation: Int?
    func end() {
      if !current.isEmpty { comments.append(current) }
      current = []
      indentation = nil
    }
    for number in 1...max(1, file.lineCount) {
      let line = file.lineRange(number)
      let start = file.bytes[line].firstIndex { !isBlank($0) } ?? line.upperBound
      let rest = file.bytes[start..<line.upperBound]
      if isInBlock {
        let text = rest.first == UInt8(ascii: "*") ? start + 1 : line.lowerBound
        let close = rest.indices.first { rest[$0...].starts(with: Array("*/".utf8)) }
        // The end may stand behind a line's text.
        if close != start { current.append(trimmed(text..<(close ?? line.upperBound), in: file, &indentation)) }
        guard close != nil else { continue }
        isInBlock = false
        end()
      } else if rest.starts(with: Array("///".utf8)) {
        current.append(trimmed(start + 3..<line.upperBound, in: file, &indentation))
      } else {
        end()
        isInBlock = rest.starts(with: Array("/**".utf8))
      }
    }
    end()
    return comments
  }

  /// A line without the blanks that the first line of its comment has.
  private static func trimmed(_ line: Range<Int>, in file: SourceFile, _ indentation: inout Int?) -> Range<Int> {
    let own = file.bytes[line].prefix(while: isBlank).count
    let known = indentation ?? own
    indentation = known
    return min(line.lowerBound + min(known, own), line.upperBound)..<line.upperBound
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
