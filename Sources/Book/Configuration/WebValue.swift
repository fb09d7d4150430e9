internal import Text

/// Values that end up in the site's HTML: addresses and language tags.
enum WebValue {
  /// An address that a browser can open.
  static func address(_ text: String) throws(AddressProblem) -> String {
    let lower = text.lowercased()
    guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { throw .noScheme }
    guard lower.utf8.count > scheme.utf8.count else { throw .noHost }
    guard
      !text.unicodeScalars.contains(where: {
        $0.value <= 0x20 || $0.value == 0x7F || "\"<>".unicodeScalars.contains($0)
      })
    else { throw .badCharacter }
    return text
  }

  /// The address of a folder, with a slash at its end.
  static func siteAddress(_ text: String) throws(AddressProblem) -> String {
    let address = try address(text)
    guard !address.contains("?"), !address.contains("#") else { throw .notFolder }
    let host = address[(address.firstRange(of: "://")?.upperBound ?? address.startIndex)...].prefix { $0 != "/" }
    // Domain names beyond ASCII have a form of their own, which no encoding of bytes gives.
    guard host.utf8.allSatisfy({ $0 < 0x80 }) else { throw .foreignHost }
    return encoded(address.hasSuffix("/") ? address : address + "/")
  }

  /// An address as RFC 3986 has it, and so sitemaps, which people may write with any letters.
  private static func encoded(_ address: String) -> String {
    address.unicodeScalars.map { $0.isASCII ? String($0) : WebPath.encoded(String($0)) }.joined()
  }

  /// An address with a place for the chapter's path.
  static func editLink(_ text: String) throws(AddressProblem) -> String {
    let address = try address(text)
    guard text.contains("{path}") else { throw .noPath }
    return address
  }

  /// An address with a place for a source file's path, and perhaps one for the line.
  static func sourceLink(_ text: String) throws(AddressProblem) -> String {
    let address = try address(text)
    guard text.contains("{path}") else { throw .noSourcePath }
    return address
  }

  /// A language tag: words of up to eight letters or digits, joined by hyphens.
  static func language(_ text: String) throws(LanguageProblem) -> String {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isTag = parts.allSatisfy { part in
      (1...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    guard isTag, let first = parts.first, first.allSatisfy(\.isLetter), first.count > 1 else { throw LanguageProblem() }
    return text
  }
}

/// Why a text is not a web address.
enum AddressProblem: ValueProblem {
  case noScheme
  case noHost
  case foreignHost
  case badCharacter
  case noPath
  case noSourcePath
  case notFolder

  static let form = "a web address"

  var message: String {
    switch self {
    case .noScheme: "it does not begin with https://"
    case .noHost: "it does not name a host"
    case .foreignHost: "its host has characters other than ASCII"
    case .badCharacter: "it has a character that addresses do not have"
    case .noPath, .noSourcePath: "it has no {path}"
    case .notFolder: "it has something after the folder"
    }
  }

  var cure: String? {
    switch self {
    case .noPath: "write {path} where the chapter's path belongs, such as https://example.org/edit/main/content/{path}"
    case .noSourcePath:
      "write {path} where the file's path belongs, such as https://example.org/blob/main/{path}#L{line}"
    case .noScheme: "write the whole address, such as https://example.org/book"
    case .notFolder: "write the address of the folder, without '?' and '#'"
    case .foreignHost:
      "write the host's name in ASCII, as browsers send it, such as xn--bcher-kva.example for bücher.example"
    case .noHost, .badCharacter: nil
    }
  }
}

/// Why a text is not a language tag.
struct LanguageProblem: ValueProblem {
  static let form = "a language tag"
  let message = "it is empty, or has something other than letters, digits and hyphens"
  let cure: String? = "write it as HTML does, such as en, de or zh-Hans"
}
