internal import Text

/// Where a cache is that machines share.
///
/// Its description has no name and no password, even where it was written with them.
package struct CacheAddress: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The address as it may be shown: without a login, and without a slash at the end.
  package let description: String

  /// The login that stood in the address, as `user:password`; a secret.
  package let login: String?

  /// Whether what is sent cannot be read on the way: it is encrypted, or does not leave the machine.
  package let isProtected: Bool

  package var debugDescription: String { description }

  /// Reads an address of the form `https://cache.example.org/path`.
  package init(parsing text: String) throws(CacheAddressProblem) {
    guard
      text.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) && !"\"<>\\^`{|}".unicodeScalars.contains($0) })
    else { throw .badCharacter }
    guard let mark = text.firstRange(of: "://") else { throw .noScheme }
    let scheme = text[..<mark.lowerBound].lowercased()
    guard ["http", "https"].contains(scheme) else { throw .noScheme }
    let rest = text[mark.upperBound...]
    guard !rest.contains(where: { $0 == "?" || $0 == "#" }) else { throw .hasQuery }
    let authority = rest.prefix { $0 != "/" }
    var path = rest.dropFirst(authority.count)
    // Both would be taken for other paths than are written here.
    guard !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else { throw .badPath }
    while path.last == "/" { path = path.dropLast() }
    let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count <= 2, let place = parts.last else { throw .badHost }
    let (host, port) = Self.hostAndPort(place)
    guard let host, Self.isHost(host) else { throw .badHost }
    if let port { guard UInt16(port) ?? 0 > 0, port.allSatisfy(\.isNumber) else { throw .badPort } }
    if parts.count == 2 {
      guard let decoded = PercentEncoding.decoded(String(parts[0])), decoded.contains(":"),
        decoded.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
      else { throw .badLogin }
      login = decoded
    } else {
      login = nil
    }
    let name = host.lowercased()
    isProtected = scheme == "https" || Self.isLoopback(name)
    description = "\(scheme)://\(name)\(port.map { ":\($0)" } ?? "")\(path)"
  }

  private static func hostAndPort(_ place: Substring) -> (Substring?, Substring?) {
    if place.first == "[" {
      guard let end = place.firstIndex(of: "]") else { return (nil, nil) }
      let rest = place[place.index(after: end)...]
      guard rest.isEmpty || rest.first == ":" else { return (nil, nil) }
      return (place[...end], rest.isEmpty ? nil : rest.dropFirst())
    }
    let parts = place.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.first, parts.count == 2 ? parts[1] : nil)
  }

  private static func isHost(_ host: Substring) -> Bool {
    if host.first == "[" {
      return host.count > 3 && host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" }
    }
    return !host.isEmpty && host.utf8.count <= 253
      && host.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." || $0 == "_" }
  }

  private static func isLoopback(_ host: String) -> Bool {
    if ["localhost", "[::1]"].contains(host) { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}

/// Why a text is not the address of a cache.
package enum CacheAddressProblem: ValueProblem {
  case noScheme
  case badCharacter
  case badHost
  case badPort
  case badPath
  case badLogin
  case hasQuery
  /// A login stands in a file that others read.
  case publicLogin

  package static let form = "the address of a cache"

  package var message: String {
    switch self {
    case .noScheme: "it does not begin with https:// or http://"
    case .badCharacter: "it has a character that addresses do not have"
    case .badHost: "it does not name a host"
    case .badPort: "its port is not a number from 1 to 65535"
    case .badPath: "its path has . or .. in it"
    case .badLogin: "the login before the @ does not have the form user:password"
    case .hasQuery: "it has a ? or a #, which the cache's protocol does not allow"
    case .publicLogin: "it contains a login, which everyone who has the book could read"
    }
  }

  package var cure: String? {
    switch self {
    case .noScheme: "write the whole address, such as https://cache.example.org/book"
    case .badLogin: "write special characters as escapes such as %40"
    case .publicLogin:
      "name the address with a login in LOOPBOOK_REMOTE_CACHE, or put the login into LOOPBOOK_REMOTE_CACHE_TOKEN"
    case .badCharacter, .badHost, .badPort, .badPath, .hasQuery: nil
    }
  }
}
