internal import Files

/// Whether headers, and the maps that make modules of them, name only what comes with them.
///
/// It knows nothing of comments, strings or conditions that begin elsewhere, so that nothing can hide from it: what
/// looks like a directive counts as one wherever it stands.
package enum HeaderCheck {
  /// Looks at one of a package's files.
  static func check(_ name: String, _ files: [String: [UInt8]]) throws(Unshareable) {
    let bytes = files[name] ?? []
    let named = name.hasSuffix(".modulemap") ? try quoted(bytes, in: name) : try mentioned(bytes, in: name)
    for path in named where leadsOut(path, from: name) {
      throw Unshareable("\(BookPath.name(of: name)) names \(path), which is not beside it")
    }
  }

  /// All that stands between a quotation mark of a map and the next one.
  private static func quoted(_ map: [UInt8], in name: String) throws(Unshareable) -> [String] {
    guard !map.contains(UInt8(ascii: "\\")) else {
      throw Unshareable("\(BookPath.name(of: name)) writes names with backslashes")
    }
    return Array(parts(ofMap: map).dropFirst().dropLast())
  }

  /// What a map consists of: every other part is the text between two quotation marks, and the first is not.
  package static func parts(ofMap map: [UInt8]) -> [String] {
    map.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).map(text)
  }

  /// A folder of headers, and the files outside of it that they include by paths, with what those include; not what
  /// they look for in other folders that the compiler is told of, nor the machine's own.
  ///
  /// What they only ask for counts, too, whether it is there or not. A header that does not name directly what it
  /// includes may mean all headers beside its folder, but for those of a folder with a package: all that was ever built
  /// lies there, too. One that does not name directly what it embeds, or asks for, may mean any file of its package.
  package static func reached(from folder: String) -> [String] {
    var waiting = headers(in: folder)
    var seen = Set(waiting)
    while let path = waiting.popLast() {
      let own = BookPath.folder(of: path)
      let mentions = Disk.bytes(of: path).map { HeaderMentions(in: $0).all } ?? []
      // In angle brackets it is looked for in the folder itself.
      var files = mentions.compactMap(\.path).flatMap { path in
        [own, folder].map { BookPath.join($0, path) }
      }
      let unnamed = mentions.filter { $0.path == nil }
      if unnamed.contains(where: { $0.kind == .included }) { files += headers(beside: own) }
      if unnamed.contains(where: { $0.kind != .included }) { files += filesOfPackage(around: own) }
      waiting += files.filter { !$0.hasPrefix("/usr/") && seen.insert($0).inserted }
    }
    return [folder] + seen.filter { !BookPath.contains(folder, $0) }.sorted()
  }

  /// The headers that a map names, with all that they reach, and those of the machine's own that they name directly.
  static func reached(fromMap map: String) -> [String] {
    let parts = parts(ofMap: Disk.bytes(of: map) ?? [])
    let named = parts.indices.filter { $0 % 2 == 1 }.map { BookPath.join(BookPath.folder(of: map), parts[$0]) }
    let own = named.filter { !$0.hasPrefix("/usr/") }
    let folders = Set(own.map { Disk.kind(of: $0) == .folder ? $0 : BookPath.folder(of: $0) })
    let all = Set(own + folders.flatMap { reached(from: $0) + headers(in: $0) })
    let mentioned = all.flatMap { path in
      (Disk.bytes(of: path).map { HeaderMentions(in: $0).all } ?? []).compactMap(\.path)
    }
    let machines = mentioned.flatMap { path in machineFolders.map { BookPath.join($0, path) } } + named
    return Set(all.union(machines.filter { $0.hasPrefix("/usr/") })).filter { Disk.kind(of: $0) == .file }.sorted()
  }

  /// Where the compiler looks for the machine's own headers.
  private static let machineFolders = ["/usr/local/include", "/usr/include"]

  private static func headers(in folder: String) -> [String] {
    FileTree.shownFiles(in: folder).filter { headers.contains(where: $0.hasSuffix) }.map { "\(folder)/\($0)" }
  }

  private static func headers(beside folder: String) -> [String] {
    let above = BookPath.folder(of: folder)
    return above.count > 1 && !Disk.isReadable("\(above)/Package.swift") ? headers(in: above) : []
  }

  private static func filesOfPackage(around folder: String) -> [String] {
    let above = sequence(first: folder) { $0.count > 1 ? BookPath.folder(of: $0) : nil }
    let root = above.first { Disk.isReadable("\($0)/Package.swift") } ?? folder
    return FileTree.shownFiles(in: root).map { "\(root)/\($0)" }
  }

  private static let headers = [".h", ".hh", ".hpp", ".hxx", ".inc", ".inl", ".ipp", ".def"]

  /// What a header includes, embeds or asks for.
  private static func mentioned(_ header: [UInt8], in name: String) throws(Unshareable) -> [String] {
    var paths: [String] = []
    for mention in HeaderMentions(in: header).all {
      guard let path = mention.path else {
        let verb = mention.kind == .asked ? "asks for" : "includes"
        throw Unshareable("\(BookPath.name(of: name)) does not name what it \(verb) directly: \(mention.words)")
      }
      paths.append(path)
    }
    return paths
  }

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
