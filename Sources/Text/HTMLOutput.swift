/// HTML that is being written.
package struct HTMLOutput: Sendable {
  /// What has been written.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Makes room for as many bytes in all.
  package mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(count)
  }

  /// Adds HTML as it is.
  package mutating func html(_ string: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: string.utf8Start, count: string.utf8CodeUnitCount))
  }

  /// Adds HTML as it is.
  package mutating func html(_ string: String) {
    bytes.append(contentsOf: string.utf8)
  }

  /// Adds HTML as it is.
  package mutating func html(_ bytes: some Collection<UInt8>) {
    self.bytes.append(contentsOf: bytes)
  }

  /// Adds text, with what would be markup escaped; it can stand between tags and in attributes.
  package mutating func text(_ string: String) {
    bytes.appendEscapedForHTML(string, quotes: .double)
  }

  /// Adds text, with what would be markup escaped; it can stand between tags and in attributes.
  package mutating func text(_ text: ArraySlice<UInt8>) {
    text.withUnsafeBufferPointer { bytes.appendEscapedForHTML($0, quotes: .double) }
  }

  /// Adds a URL for an attribute; what may not stand in URLs is escaped as `%20`.
  package mutating func url(_ url: ArraySlice<UInt8>) {
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in url {
      switch byte {
      case UInt8(ascii: "&"): html("&amp;")
      case UInt8(ascii: "'"): html("&#x27;")
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"),
        UInt8(ascii: "%"), UInt8(ascii: "(")...UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ";"),
        UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      }
    }
  }

  /// Starts a new line, unless one has just begun.
  package mutating func newLine() {
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
  }
}
