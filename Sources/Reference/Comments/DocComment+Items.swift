internal import Markdown
internal import Text
internal import Words

extension DocComment {
  /// Makes an item of a list a box.
  mutating func box(_ item: Int, _ field: Range<Int>, _ kind: String, _ title: InterfaceWord?) {
    guard let lines = document.lines(of: item) else { return }
    let start = file.lineRange(lines.lowerBound).lowerBound
    guard let end = unwrap(item, indentation: field.lowerBound - start, mark: ">") else { return }
    edits.replace(start..<field.upperBound, by: "\n> [!\(kind)]\n> " + boxTitle(title))
    edits.replace(end..<end, by: "\n")
  }

  /// Makes the items of a list that begin with `term Name:` lists of definitions; the items that are.
  mutating func editTerms(_ list: Int) -> Set<Int> {
    let items = Array(document.children(of: list))
    let terms = items.map(term)
    for (number, item) in items.enumerated() {
      guard let term = terms[number], let lines = document.lines(of: item) else { continue }
      let start = file.lineRange(lines.lowerBound).lowerBound
      guard let end = unwrap(item, indentation: term.start - start, mark: "") else { continue }
      let isFirst = number == 0 || terms[number - 1] == nil
      let isLast = number + 1 == items.count || terms[number + 1] == nil
      edits.replace(start..<term.name.lowerBound, by: isFirst ? "\n<dl>\n<dt>\n\n" : "<dt>\n\n")
      edits.replace(term.name.upperBound..<term.end, by: "\n\n</dt>\n<dd>\n\n")
      edits.replace(end..<end, by: isLast ? "\n\n</dd>\n</dl>\n" : "\n\n</dd>\n")
    }
    return Set(zip(items, terms).compactMap { $1 == nil ? nil : $0 })
  }

  /// Where the text of an item begins with `term Name:`, where the name stands in it, and where what is said of it
  /// begins.
  private func term(_ item: Int) -> (start: Int, name: Range<Int>, end: Int)? {
    guard case let paragraph = Int(document.nodes[item].firstChild), paragraph >= 0,
      document.nodes[paragraph].kind == .paragraph, let range = document.range(of: paragraph),
      case let text = file.bytes[range], text.starts(with: "term ".utf8)
    else { return nil }
    let start = text.dropFirst(5).drop { $0 == UInt8(ascii: " ") }.startIndex
    var isCode = false
    for (place, byte) in zip(text[start...].indices, text[start...]) {
      switch byte {
      case UInt8(ascii: "\n"): return nil
      case UInt8(ascii: "`"): isCode.toggle()
      case UInt8(ascii: ":") where !isCode:
        if place == start { return nil }
        let blanks = text[(place + 1)...].prefix { $0 == UInt8(ascii: " ") }.count
        return (range.lowerBound, start..<place, place + 1 + blanks)
      default: break
      }
    }
    return nil
  }

  /// Takes the indentation of an item from its lines after the first, which begin with a mark instead; where it ends.
  private mutating func unwrap(_ item: Int, indentation: Int, mark: String) -> Int? {
    guard let lines = document.lines(of: item), let range = document.range(of: item) else { return nil }
    var last = min(lines.upperBound, file.line(at: max(range.lowerBound, range.upperBound - 1)))
    while last > lines.lowerBound, file.lineText(last).allSatisfy({ $0 == " " || $0 == "\t" }) { last -= 1 }
    for line in lines.lowerBound + 1..<max(lines.lowerBound + 1, last + 1) {
      let range = file.lineRange(line)
      // What stands before an item's text is the marker, and as many blanks begin its other lines.
      let blanks = file.bytes[range].prefix(indentation).prefix { $0 == UInt8(ascii: " ") }.count
      let isBlank = blanks == range.count || mark.isEmpty
      edits.replace(range.lowerBound..<range.lowerBound + blanks, by: isBlank ? mark : "\(mark) ")
    }
    return file.lineRange(last).upperBound
  }
}
