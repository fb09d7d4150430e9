/// A path of a file as part of a URI.
enum RelativeReference {
  /// The path with every byte that a URI's path may not hold as `%` and two digits.
  ///
  /// `./` and `//` at the start go away: SARIF allows neither, and the second would name a host. So does a colon in the
  /// first part, which would name a scheme.
  static func text(_ path: String) -> String {
    let isAbsolute = path.hasPrefix("/")
    let parts = path.split(separator: "/").filter { $0 != "." }
    return (isAbsolute ? "/" : "") + parts.map { escaped($0.utf8) }.joined(separator: "/")
  }

  private static func escaped(_ part: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in part {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return text
  }
}
