internal import Text

/// Addresses of files of a site, as they stand in links.
enum SiteAddress {
  /// A name on a page, as it stands behind `#`: a colon or a parenthesis does not end it there.
  static func fragment(_ name: String) -> String {
    name.utf8.allSatisfy { WebPath.isPlain($0) || "!$'()*+,;=:@?".utf8.contains($0) } ? name : WebPath.encoded(name)
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
}
