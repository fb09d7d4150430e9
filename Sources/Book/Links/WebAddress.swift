/// Tells links to the web from links within the book.
package enum WebAddress {
  /// Whether a destination begins with a scheme, such as `https:` or `mailto:`, or with the `//` of a host.
  package static func isExternal(_ destination: String) -> Bool {
    if destination.hasPrefix("//") { return true }
    let bytes = destination.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = bytes[..<colon]
    // One letter is a drive of another system, which nobody can open either.
    guard scheme.count > 1, let first = scheme.first, isLetter(first) else { return false }
    return scheme.allSatisfy {
      isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
