internal import Files

/// Whether headers, and the maps that make modules of them, name only what comes with them.
enum HeaderCheck {
  /// Looks at one of a package's files.
  static func check(_ name: String, _ files: [String: [UInt8]]) throws(Unshareable) {
    let text = String(decoding: files[name] ?? [], as: UTF8.self)
    let named = name.hasSuffix(".modulemap") ? quoted(text) : included(text)
    for path in named where leadsOut(path, from: name) {
      throw Unshareable("\(BookPath.name(of: name)) names \(path), which is not beside it")
    }
  }

  /// The texts between quotation marks.
  static func quoted(_ text: String) -> [String] {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }

  /// What a header includes, wherever that stands.
  private static func included(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.drop { $0 == " " || $0 == "\t" }
      guard words.first == "#" else { return nil }
      let directive = words.dropFirst().drop { $0 == " " || $0 == "\t" }
      guard ["include", "import", "embed"].contains(where: directive.hasPrefix),
        let start = directive.firstIndex(where: { $0 == "\"" || $0 == "<" })
      else { return nil }
      let path = directive[directive.index(after: start)...]
      return String(path.prefix { $0 != "\"" && $0 != ">" })
    }
  }

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
