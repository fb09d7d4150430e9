internal import Files

/// What the compiler would answer to what sources of C ask for, and what they embed.
///
/// The compiler uses a module of C again as long as what it was made of is the same; what was only asked for, and what
/// was embedded, is not among that. SwiftPM does the same with what it built.
struct HeaderAnswers {
  /// What has the compiler and SwiftPM make all of it anew once other answers would be given: a macro that nothing
  /// reads.
  ///
  /// Nothing where there is nothing that is asked for, as in most packages, and in those that only ask for
  /// headers of the system.
  let flags: [String]

  /// Looks through the files of packages.
  init(in folders: [String]) {
    let files = folders.map { ($0, FileTree.shownFiles(in: $0)) }
    var asked: Set<[Substring]> = []
    var embedded: Set<[Substring]> = []
    var mayBeAny = false
    for (folder, names) in files {
      for name in names where Self.mayBeOfC(name) {
        guard let bytes = Disk.bytes(of: "\(folder)/\(name)"),
          ["__has_", "embed"].contains(where: bytes.containsBytes)
        else { continue }
        for mention in HeaderMentions(in: bytes).all where mention.kind != .included {
          guard let path = mention.path else {
            mayBeAny = true
            continue
          }
          // Wherever the compiler looks for it, its path ends so.
          let parts = path.split(separator: "/").filter { $0 != ".." && $0 != "." }
          if mention.kind == .embedded { embedded.insert(parts) } else { asked.insert(parts) }
        }
      }
    }
    guard mayBeAny || !asked.isEmpty || !embedded.isEmpty else {
      flags = []
      return
    }
    var pieces: [[UInt8]] = []
    for (number, (folder, names)) in files.enumerated() {
      for name in names {
        let parts = name.split(separator: "/")
        let isRead = mayBeAny || Self.isEnd(of: parts, in: embedded)
        guard isRead || Self.isEnd(of: parts, in: asked) else { continue }
        pieces.append(Array("\(number) \(name)".utf8))
        if isRead { pieces.append(Disk.bytes(of: "\(folder)/\(name)") ?? []) }
      }
    }
    let macro = "-D_LOOPBOOK_ANSWERS=0x\(ContentHash(of: pieces).text.prefix(16))"
    flags = pieces.isEmpty ? [] : ["-Xcc", macro, "-Xcxx", macro]
  }

  private static func isEnd(of parts: [Substring], in wanted: Set<[Substring]>) -> Bool {
    parts.indices.contains { wanted.contains(Array(parts[$0...])) }
  }

  /// Headers may have no ending, too.
  private static func mayBeOfC(_ name: String) -> Bool {
    let parts = BookPath.name(of: name).split(separator: ".")
    return parts.count < 2 || PackageSources.endingsOfC.contains(parts[parts.count - 1].lowercased())
  }
}
