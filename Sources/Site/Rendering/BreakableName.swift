internal import Markdown
internal import Text

/// A name in a line of text, which may go on in the next line where a reader would break it.
enum BreakableName {
  /// Writes a name with places to break: behind what joins its parts, and before the capitals within.
  static func write(_ name: ArraySlice<UInt8>, to output: inout HTMLOutput) {
    // What is short is better kept together.
    guard name.count > 10 else { return output.text(name) }
    var start = name.startIndex
    for index in name.indices.dropFirst() where isBreak(name, at: index) {
      output.text(name[start..<index])
      output.html("<wbr>")
      start = index
    }
    output.text(name[start...])
  }

  private static func isBreak(_ name: ArraySlice<UInt8>, at index: Int) -> Bool {
    let (before, after) = (name[index - 1], name[index])
    switch before {
    case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: ","):
      return isWord(after)
    case UInt8(ascii: "("): return isWord(after) || after == UInt8(ascii: ".")
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(after) { return true }
      // Empty parentheses stay with their name.
      return after == UInt8(ascii: "(") && index + 1 < name.endIndex && isWord(name[index + 1])
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
