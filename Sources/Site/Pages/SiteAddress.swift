/// Addresses of files of a site, as they stand in links.
enum SiteAddress {
  /// A path with all escaped that a browser would not take for a part of a path.
  static func encoded(_ path: String) -> String {
    if path.utf8.allSatisfy(isPlain) { return path }
    var bytes: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in path.utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A name on a page, as it stands behind `#`: a colon or a parenthesis does not end it there.
  static func fragment(_ name: String) -> String {
    name.utf8.allSatisfy { isPlain($0) || "!$'()*+,;=:@?".utf8.contains($0) } ? name : encoded(name)
  }

  /// What leads from a page to the site's folder.
  static func root(of page: String) -> String {
    String(repeating: "../", count: page.utf8.count { $0 == UInt8(ascii: "/") })
  }

  /// The path of a web address, without the server: `/guide/` of `https://example.org/guide/`.
  static func path(ofWeb address: String) -> String {
    guard let scheme = address.firstRange(of: "://") else { return "/" }
    return address[scheme.upperBound...].firstIndex(of: "/").map { String(address[$0...]) } ?? "/"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
