internal import Files

/// Whether headers, and the maps that make modules of them, name only what comes with them.
///
/// It knows nothing of comments, strings or conditions that begin elsewhere, so that nothing can hide from it: what
/// looks like a directive counts as one wherever it stands.
package enum HeaderCheck {
  /// Looks at one of a package's files.
  static func check(_ name: String, _ files: [String: [UInt8]]) throws(Unshareable) {
    let bytes = files[name] ?? []
    let named = name.hasSuffix(".modulemap") ? try quoted(bytes, in: name) : try included(bytes, in: name)
    for path in named where leadsOut(path, from: name) {
      throw Unshareable("\(BookPath.name(of: name)) names \(path), which is not beside it")
    }
  }

  /// All that stands between a quotation mark of a map and the next one.
  private static func quoted(_ map: [UInt8], in name: String) throws(Unshareable) -> [String] {
    guard !map.contains(UInt8(ascii: "\\")) else {
      throw Unshareable("\(BookPath.name(of: name)) writes names with backslashes")
    }
    return map.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).dropFirst().dropLast().map(text)
  }

  /// A folder of headers, and the files outside of it that they include by paths, with what those include; not what
  /// they look for in other folders that the compiler is told of, nor the machine's own.
  ///
  /// A header that does not name directly what it includes may mean all headers beside its folder, but for those of a
  /// folder with a package: all that was ever built lies there, too.
  package static func reached(from folder: String) -> [String] {
    var waiting = headers(in: folder)
    var seen = Set(waiting)
    while let path = waiting.popLast() {
      let own = BookPath.folder(of: path)
      let named = Disk.bytes(of: path).map { bytes in try? included(bytes, in: path) } ?? []
      let files = named.map { $0.map { BookPath.join(own, $0) } } ?? headers(beside: own)
      waiting += files.filter { !$0.hasPrefix("/usr/") && seen.insert($0).inserted }
    }
    return [folder] + seen.filter { !BookPath.contains(folder, $0) }.sorted()
  }

  private static func headers(in folder: String) -> [String] {
    FileTree.shownFiles(in: folder).filter { headers.contains(where: $0.hasSuffix) }.map { "\(folder)/\($0)" }
  }

  private static func headers(beside folder: String) -> [String] {
    let above = BookPath.folder(of: folder)
    return above.count > 1 && !Disk.isReadable("\(above)/Package.swift") ? headers(in: above) : []
  }

  private static let headers = [".h", ".hh", ".hpp", ".hxx", ".inc", ".inl", ".ipp", ".def"]

  /// What a header includes.
  private static func included(_ header: [UInt8], in name: String) throws(Unshareable) -> [String] {
    let bytes = joined(header)
    var paths: [String] = []
    for start in bytes.indices {
      guard let directive = afterHash(bytes[start...]) else { continue }
      let words = withoutBlanks(directive)
      guard directives.contains(where: { words.starts(with: $0.utf8) }) else { continue }
      let rest = withoutBlanks(words.drop { letters.contains($0) || $0 == UInt8(ascii: "_") })
      let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      let closer: UInt8? =
        switch line.first {
        case UInt8(ascii: "\""): UInt8(ascii: "\"")
        case UInt8(ascii: "<"): UInt8(ascii: ">")
        default: nil
        }
      guard let closer, let end = line.dropFirst().firstIndex(of: closer) else {
        let said = text(line.prefix(60))
        throw Unshareable("\(BookPath.name(of: name)) does not name what it includes directly: \(said)")
      }
      paths.append(text(line[..<end].dropFirst()))
    }
    return paths
  }

  private static let directives = ["include", "import", "embed"]
  private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

  /// What follows the character that begins a directive, in one of its three spellings.
  private static func afterHash(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    switch bytes.first {
    case UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "?"):
      ["#", "%:", "??="].first { bytes.starts(with: $0.utf8) }.map { bytes.dropFirst($0.utf8.count) }
    default: nil
    }
  }

  /// The text with lines that end in a backslash joined with what follows, as the compiler reads it.
  private static func joined(_ header: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(header.count)
    var rest = header[...]
    while let byte = rest.first {
      if let spliced = afterSplice(rest) {
        rest = spliced
      } else {
        bytes.append(byte)
        rest.removeFirst()
      }
    }
    return bytes
  }

  /// What follows a backslash, or what stands for one, blanks and the end of the line.
  private static func afterSplice(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard bytes.first == UInt8(ascii: "\\") || bytes.first == UInt8(ascii: "?"),
      let backslash = ["\\", "??/"].first(where: { bytes.starts(with: $0.utf8) })
    else { return nil }
    let rest = bytes.dropFirst(backslash.utf8.count).drop(while: isBlank)
    guard let end = ["\r\n", "\n", "\r"].first(where: { rest.starts(with: $0.utf8) }) else { return nil }
    return rest.dropFirst(end.utf8.count)
  }

  /// The text from its first word on: without blanks and comments before it.
  private static func withoutBlanks(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop(while: isBlank)
    while text.starts(with: "/*".utf8) {
      var inside = text.dropFirst(2)
      while !inside.isEmpty, !inside.starts(with: "*/".utf8) { inside.removeFirst() }
      text = inside.dropFirst(2).drop(while: isBlank)
    }
    return text
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0, 9, 11, 12, 32].contains(byte) }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func leadsOut(_ path: String, from name: String) -> Bool {
    if path.hasPrefix("/") { return true }
    guard path.split(separator: "/").contains("..") else { return false }
    // All headers lie in folders of one, each with what was found beside it.
    let root = name.split(separator: "/").prefix(2).joined(separator: "/")
    let isMap = name.hasSuffix(".modulemap")
    let target = BookPath.join(BookPath.folder(of: name), path)
    return !BookPath.contains(isMap ? PortablePackage.headers : root, target)
  }
}
