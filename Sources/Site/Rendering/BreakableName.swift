internal import Markdown
internal import Text

/// A name in a line of text, which may go on in the next line where a reader would break it.
enum BreakableName {
  /// Writes a name with places to break: as Swift is broken, before the point of a member and behind other signs that
  /// join parts; and before the capitals within.
  static func write(_ name: ArraySlice<UInt8>, to output: inout HTMLOutput) {
    // What is short is better kept together.
    guard name.count > 12 else { return output.text(name) }
    var start = name.startIndex
    for index in name.indices.dropFirst() where isBreak(name, at: index) {
      output.text(name[start..<index])
      output.html("<wbr>")
      start = index
    }
    output.text(name[start...])
  }

  /// A title as HTML: one that is a single name has such places.
  static func html(_ title: String) -> [UInt8] {
    var output = HTMLOutput()
    writeTitle(Array(title.utf8)[...], to: &output)
    return output.bytes
  }

  /// Writes a title, or a part of it.
  static func writeTitle(_ title: ArraySlice<UInt8>, to output: inout HTMLOutput) {
    if title.contains(UInt8(ascii: " ")) { output.text(title) } else { write(title, to: &output) }
  }

  /// Writes a text of a heading, without the mark that names the heading.
  static func writeHeading(_ text: ArraySlice<UInt8>, _ node: Int, _ mark: HeadingMark?, to output: inout HTMLOutput) {
    guard let mark, node >= mark.node else { return writeTitle(text, to: &output) }
    if node == mark.node { writeTitle(text.prefix(mark.shown), to: &output) }
  }

  private static func isBreak(_ name: ArraySlice<UInt8>, at index: Int) -> Bool {
    let (before, after) = (name[index - 1], name[index])
    if after == UInt8(ascii: ".") {
      let isMember = index + 1 < name.endIndex && isWord(name[index + 1])
      return isMember && (isWord(before) || before == UInt8(ascii: ")") || before == UInt8(ascii: "("))
    }
    switch before {
    case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: ","), UInt8(ascii: "("):
      return isWord(after)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(after)
    default: return false
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: false
    }
  }
}
