internal import Files
internal import Text

/// A directive of mdBook in a chapter: `{{#include file.swift:2:10}}`.
struct IncludeDirective {
  enum Kind {
    /// `include`, and `rustdoc_include`, whose other lines are hidden there and left out here.
    case text
    /// `playground`: a whole file, as a fence of Rust.
    case program
    /// `title`, which names the page.
    case title
    /// A directive after a backslash, which is meant as text.
    case escaped
  }

  var kind: Kind
  /// What stands behind the name.
  var argument: String
  /// The bytes from the braces, or the backslash, to the closing braces.
  var range: Range<Int>

  private static let kinds: [String: Kind] = [
    "include": .text, "rustdoc_include": .text, "playground": .program, "playpen": .program, "title": .title,
  ]

  /// Finds the next directive in a range of a file.
  init?(in file: SourceFile, _ range: Range<Int>) {
    let bytes = file.bytes
    var index = range.lowerBound
    // Three bytes that seldom stand together are looked for, since most chapters have none.
    while index + 2 < range.upperBound {
      guard let start = bytes[index..<range.upperBound].place(of: UInt8(ascii: "{")), start + 2 < range.upperBound
      else {
        return nil
      }
      index = start + 1
      guard bytes[start + 1] == UInt8(ascii: "{"), bytes[start + 2] == UInt8(ascii: "#"),
        let end = Self.end(bytes, start + 3..<range.upperBound)
      else { continue }
      if start > range.lowerBound, bytes[start - 1] == UInt8(ascii: "\\") {
        (kind, argument, self.range) = (.escaped, "", start - 1..<end)
        return
      }
      let inner = bytes[start + 3..<end - 2]
      let name = inner.prefix { $0 > UInt8(ascii: " ") }
      guard let kind = Self.kinds[String(decoding: name, as: UTF8.self)], name.endIndex < inner.endIndex else {
        continue
      }
      self.kind = kind
      argument = Self.trimmed(inner[name.endIndex...])
      self.range = start..<end
      return
    }
    return nil
  }

  /// The end of the closing braces, which stand on the same line.
  private static func end(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index + 1 < range.upperBound, bytes[index] != UInt8(ascii: "\n"), index - range.lowerBound < 4096 {
      if bytes[index] == UInt8(ascii: "}"), bytes[index + 1] == UInt8(ascii: "}") { return index + 2 }
      index += 1
    }
    return nil
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let start = bytes.drop { $0 <= UInt8(ascii: " ") }
    return String(
      decoding: start[..<(start.lastIndex { $0 > UInt8(ascii: " ") }.map { $0 + 1 } ?? start.startIndex)], as: UTF8.self
    )
  }

  /// The file of an argument, which for a program may be followed by words, and the part of it that is meant.
  var target: (path: String, part: IncludePart) {
    let word = kind == .program ? String(argument.prefix { $0 != " " }) : argument
    let words = word.split(separator: ":", omittingEmptySubsequences: false)
    return (String(words[0]), IncludePart(words.dropFirst().map(String.init)))
  }
}

/// Which part of a file is meant.
enum IncludePart {
  case all
  /// Lines, counted from 1, both included.
  case lines(ClosedRange<Int>)
  /// What stands between `ANCHOR: name` and `ANCHOR_END: name`, or `// snippet.name` and `// snippet.end`.
  case anchor(String)

  /// Reads what stands behind a path and a colon: `2`, `2:10`, `:10`, `2:` or a name.
  init(_ words: [String]) {
    guard let first = words.first, !(words.count == 1 && first.isEmpty) else {
      self = .all
      return
    }
    let start = Int(first)
    guard start != nil || first.isEmpty else {
      self = .anchor(first)
      return
    }
    let last = words.count == 1 ? start : Int(words[1]) ?? .max
    let lower = max(start ?? 1, 1)
    self = .lines(lower...max(lower, last ?? .max))
  }

  /// The parts of a file's bytes, without the last end of a line; `nil` where there is no such anchor.
  ///
  /// Lines that only mark anchors are not part of what an anchor names.
  func ranges(in file: SourceFile) -> [Range<Int>]? {
    switch self {
    case .all: return [file.lineStarts[0]..<Self.end(file, file.lineCount)]
    case .lines(let lines):
      guard lines.lowerBound <= file.lineCount else { return [] }
      let last = min(lines.upperBound, file.lineCount)
      return [file.lineStarts[lines.lowerBound - 1]..<Self.end(file, last)]
    case .anchor(let name): return Self.anchored(name, in: file)
    }
  }

  private static func end(_ file: SourceFile, _ line: Int) -> Int { line > 0 ? file.lineRange(line).upperBound : 0 }

  private static func anchored(_ name: String, in file: SourceFile) -> [Range<Int>]? {
    var ranges: [Range<Int>] = []
    var isIn = false
    var isFound = false
    for line in 1...max(file.lineCount, 1) {
      let mark = mark(on: file.bytes[file.lineRange(line)])
      if let mark {
        switch mark {
        case .anchor(let other) where other == name, .slice(let other) where other == name:
          isIn = true
          isFound = true
        case .anchorEnd(let other) where other == name: isIn = false
        // A slice ends where another begins.
        case .slice, .sliceEnd: isIn = false
        case .anchor, .anchorEnd: break
        }
      } else if isIn {
        let whole =
          file.lineStarts[line - 1]..<(line < file.lineStarts.count ? file.lineStarts[line] : file.bytes.count)
        if let last = ranges.last, last.upperBound == whole.lowerBound {
          ranges[ranges.count - 1] = last.lowerBound..<whole.upperBound
        } else {
          ranges.append(whole)
        }
      }
    }
    guard isFound else { return nil }
    if let last = ranges.last {
      let line = file.line(at: max(last.lowerBound, last.upperBound - 1))
      ranges[ranges.count - 1] = last.lowerBound..<max(last.lowerBound, end(file, line))
    }
    return ranges
  }

  /// What a line marks that only marks something.
  private enum Mark {
    case anchor(String)
    case anchorEnd(String)
    case slice(String)
    case sliceEnd
  }

  /// The anchor, or the slice of a snippet, that a line begins or ends.
  private static func mark(on bytes: ArraySlice<UInt8>) -> Mark? {
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
    for (word, isEnd) in [("ANCHOR:", false), ("ANCHOR_END:", true)] {
      guard let found = line.firstRange(of: word) else { continue }
      let name = line[found.upperBound...].drop { $0 == " " }.prefix {
        $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-"
      }
      if !name.isEmpty { return isEnd ? .anchorEnd(String(name)) : .anchor(String(name)) }
    }
    return nil
  }
}
