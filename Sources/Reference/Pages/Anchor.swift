/// Names of headings and of pages, such that any address, file system and Markdown can have them.
enum Anchor {
  /// What may stand in an address and in a heading's mark as it is.
  private static let plain = Set("-._~!$&'()*+,;=:@/?".utf8)

  /// The name of a symbol's heading; one that lost a character is longer by a hash.
  static func name(_ symbol: GraphSymbol) -> String {
    let name = symbol.name
    let kept = name.unicodeScalars.map { scalar in
      isKept(scalar) || scalar.isASCII && plain.contains(UInt8(scalar.value)) ? String(scalar) : "_"
    }.joined()
    return kept == name ? name : "\(kept)-\(StableHash.text(symbol.usr))"
  }

  /// The name of a file that stands for a symbol.
  ///
  /// Letters other than ASCII's are left out, since file systems disagree on how they are composed.
  static func fileName(_ name: String, usr: String) -> String {
    let kept = name.unicodeScalars.map { scalar in
      scalar.isASCII && (isKept(scalar) || scalar == "." || scalar == "-") ? String(scalar) : "_"
    }.joined()
    let isReserved = reserved.contains(kept.prefix { $0 != "." }.lowercased())
    return kept == name && !isReserved && kept.utf8.count <= 100
      ? name : "\(kept.prefix(100))-\(StableHash.text(usr))"
  }

  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || ("0"..."9").contains(scalar) || scalar.properties.isAlphabetic
  }

  /// What Windows has no files of, and the names that stand for their folder.
  private static let reserved: Set<String> = Set(
    ["con", "prn", "aux", "nul", "index", "readme"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })
}

/// The names of pages: where several would be the same without regard to case, each has a hash.
struct PageNames {
  private var counts: [String: Int] = [:]
  private var isCounting = true

  /// Ends the round in which names are only counted.
  mutating func decide() { isCounting = false }

  /// The name, without its ending, of a page for a symbol.
  mutating func name(_ name: String, in folder: String, usr: String) -> String {
    let name = Anchor.fileName(name, usr: usr)
    let key = "\(folder)/\(name)".lowercased()
    if isCounting { counts[key, default: 0] += 1 }
    return counts[key] == 1 ? name : "\(name)-\(StableHash.text(usr))"
  }
}
