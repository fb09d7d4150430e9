internal import Recordings

/// What other tools read behind the language of a fence: titles, and lines to mark or to number.
enum ForeignAttributes {
  private static let numbering: Set = ["showlinenumbers", "linenums", "linenos", "line-numbers"]
  private static let others: Set = [
    "title", "filename", "file", "caption", "highlight", "hl_lines", "hl-lines", "copy", "nocopy", "wrap", "nowrap",
    "ins",
    "del", "mark", "collapse", "startline", "linenostart", "frame", "diff",
  ]

  /// Whether other tools have an attribute of this name.
  static func knows(_ name: String) -> Bool {
    name.hasPrefix("{") || others.contains(name.lowercased()) || isNumbering(name)
  }

  private static func isNumbering(_ name: String) -> Bool { numbering.contains(name.lowercased()) }

  /// What to do about words that are not attributes; `nil` unless all of them belong to other tools.
  static func cure(for words: [InfoString.Word]) -> String? {
    guard words.allSatisfy({ knows($0.name) }) else { return nil }
    let what = words.count == 1 ? "it" : "them"
    let removal = "leave \(what) out, as only other tools read \(what)"
    return words.contains { isNumbering($0.name) } ? removal + "; `lines=numbered` numbers the lines" : removal
  }

  /// The words of a fence, with those that a comma divides within braces as one: `{1,3-4}`.
  static func joined(_ words: [InfoString.Word], in bytes: [UInt8]) -> [InfoString.Word] {
    var joined: [InfoString.Word] = []
    var isOpen = false
    for word in words {
      if isOpen, let last = joined.indices.last {
        let range = joined[last].nameRange.lowerBound..<word.range.upperBound
        joined[last].name = String(decoding: bytes[range], as: UTF8.self)
        joined[last].nameRange = range
        joined[last].value = nil
        joined[last].valueRange = range.upperBound..<range.upperBound
      } else {
        joined.append(word)
        isOpen = word.name.hasPrefix("{")
      }
      if isOpen, let last = joined.last {
        isOpen = !bytes[last.range.lowerBound..<word.range.upperBound].contains(UInt8(ascii: "}"))
      }
    }
    return joined
  }
}
