/// What the hidden lines of a book's examples begin with, such as `# ` in books that were made for rustdoc or mdBook.
///
/// Such a line is compiled without the prefix. A line that has to begin with the prefix and be shown is written with
/// the prefix's first character twice: `## x` is the line `# x`.
package struct HiddenPrefix: Sendable, Hashable {
  /// The prefix as it is written.
  package let text: String

  private let whole: [UInt8]
  /// Without the blanks at its end, which an editor may remove from a line that has nothing else.
  private let bare: [UInt8]
  private let escape: [UInt8]

  /// A prefix; `nil` for a text that has nothing but blanks, or begins with one.
  package init?(_ text: String) {
    guard let first = text.unicodeScalars.first, !first.properties.isWhitespace,
      !text.unicodeScalars.contains(where: { $0.value < 0x20 })
    else { return nil }
    self.text = text
    whole = Array(text.utf8)
    bare = Array(whole.reversed().drop { $0 == UInt8(ascii: " ") }.reversed())
    escape = Array(String(first).utf8)
  }

  /// What a line of a fence says.
  struct Line {
    var text: String
    /// The bytes of what was written that are left out.
    var gap: Range<Int>
    var isHidden: Bool
  }

  /// The line without the prefix, or without what protects it; `nil` for a line that has neither.
  func line(_ written: String) -> Line? {
    let bytes = Array(written.utf8)
    let margin = bytes.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    let rest = bytes[margin...]
    func line(without count: Int, isHidden: Bool) -> Line {
      Line(
        text: String(decoding: bytes[..<margin] + rest.dropFirst(count), as: UTF8.self),
        gap: margin..<(margin + count), isHidden: isHidden)
    }
    // A prefix of one character begins what is protected, too.
    let isEscaped = rest.starts(with: escape + whole) || rest.elementsEqual(escape + bare)
    if isEscaped { return line(without: escape.count, isHidden: false) }
    if rest.starts(with: whole) { return line(without: whole.count, isHidden: true) }
    return rest.elementsEqual(bare) ? line(without: bare.count, isHidden: true) : nil
  }
}
