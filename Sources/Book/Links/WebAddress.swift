internal import Text

/// Tells links to the web from links within the book.
package enum WebAddress {
  /// What stands in a chapter and leads somewhere.
  package enum Use: Sendable {
    case link
    case picture
    /// In HTML, where an author may do what a page can do.
    case html
  }

  /// The destination of a picture that is the drawing of the loop's flow.
  package static let flowChart = "loopbook:flow-chart"

  /// Whether a destination begins with a scheme, such as `https:` or `mailto:`, or with the `//` of a host.
  package static func isExternal(_ destination: String) -> Bool {
    destination.hasPrefix("//") || scheme(of: destination) != nil
  }

  /// Whether what stands at a destination comes from another machine.
  static func needsNetwork(_ destination: String) -> Bool {
    ["http", "https", "ftp"].contains(scheme(of: destination)) || destination.hasPrefix("//")
  }

  /// Why a destination out of the book cannot lead a reader anywhere; `nil` where it can.
  static func problem(_ destination: String, _ use: Use) -> LinkProblem? {
    let shown = Excerpt.short(destination)
    if destination.hasPrefix("//") {
      return LinkProblem(
        id: "broken-link", message: "'\(shown)' has no scheme, so it does not work from disk",
        cure: "write 'https:\(shown)'")
    }
    if let scheme = scheme(of: destination), usual.contains(scheme),
      destination.dropFirst(scheme.count + 1).allSatisfy({ $0 == "/" })
    {
      return LinkProblem(
        id: "broken-link", message: "nothing follows '\(shown)', so this leads nowhere",
        cure: "write the whole address, or remove the link")
    }
    switch (scheme(of: destination), use) {
    case ("file", _):
      return LinkProblem(
        id: "broken-link", message: "'\(shown)' is a file on this machine, which readers do not have",
        cure: "put the file itself into the book")
    case ("javascript", .link), ("vbscript", .link), ("javascript", .picture), ("vbscript", .picture):
      return LinkProblem(
        id: "script-link", message: "this link runs a script",
        cure: "link to a page; if you need a script, write HTML")
    case ("loopbook", _) where destination != flowChart || use != .picture:
      return LinkProblem(
        id: "broken-link", message: "loopbook has no drawing called '\(shown)'",
        cure: "write '![What it shows](\(flowChart))'")
    case ("data", .link):
      return LinkProblem(
        id: "broken-link", message: "browsers do not open a link that holds its own data",
        cure: "put the data into the book as a file")
    case (let scheme?, _) where !usual.contains(scheme):
      // Only what is nearly one of these is a slip: there are hundreds of others.
      return NearestName.suggestion(for: scheme, among: usual).map { near in
        LinkProblem(
          id: "broken-link", message: "'\(shown)' begins with '\(scheme):', which browsers do not know",
          cure: "did you mean '\(near):'?")
      }
    default: return nil
    }
  }

  private static let usual = ["http", "https", "mailto"]

  /// What stands before the colon of a destination out of the book, in small letters.
  static func scheme(of destination: String) -> String? {
    let bytes = destination.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = bytes[..<colon]
    // One letter is a drive of another system, which does not open here either.
    guard scheme.count > 1, let first = scheme.first, isLetter(first) else { return nil }
    let isScheme = scheme.allSatisfy {
      isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0)
    }
    return isScheme ? destination[..<colon].lowercased() : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
