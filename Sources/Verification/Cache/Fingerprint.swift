/// What tells one result in the cache from another: a hash of all that can change it.
package struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  /// Hashes the pieces, in order; where one ends and the next begins counts.
  package init(_ pieces: [String]) {
    var hash = SHA256()
    for piece in pieces { hash.add(piece: piece) }
    bytes = hash.finished()
  }

  /// Hashes a file's content.
  package init(content: [UInt8]) {
    var hash = SHA256()
    hash.add(content)
    bytes = hash.finished()
  }

  /// In hexadecimal digits.
  package var description: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
