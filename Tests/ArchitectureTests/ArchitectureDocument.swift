/// What ARCHITECTURE.md says of folders and modules, in two blocks of code.
struct ArchitectureDocument {
  /// The folders of the tree, by their paths from the root.
  let folders: [String]
  /// The modules of `Sources` in their order, and those that each imports.
  let arrows: [(module: String, imports: [String])]

  /// Reads the document.
  init(text: String) {
    folders = Self.folders(in: Self.block(below: "## The tree", of: text))
    arrows = Self.arrows(in: Self.block(below: "## The arrows", of: text))
  }

  /// The modules that one may import; none for one that the document does not know.
  func imports(of module: String) -> Set<String> {
    Set(arrows.first { $0.module == module }?.imports ?? [])
  }

  /// The first block of code below a heading, without the blanks before it.
  private static func block(below heading: String, of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != heading }.drop { !$0.hasPrefix("    ") }.prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
  }

  /// Names that end with a slash, up to what is said of them; two blanks more lead into the folder above.
  private static func folders(in lines: [Substring]) -> [String] {
    var parents: [String] = []
    var folders: [String] = []
    for line in lines {
      let depth = line.prefix { $0 == " " }.count / 2
      let names = line.split(separator: " ").prefix { $0.hasSuffix("/") }.map { String($0.dropLast()) }
      guard let last = names.last, depth <= parents.count else { continue }
      parents.removeSubrange(depth...)
      folders += names.map { (parents + [$0]).joined(separator: "/") }
      parents.append(last)
    }
    return folders
  }

  /// Lines like `Module -> Other, Another`; one that begins with a blank goes on with the line before.
  private static func arrows(in lines: [Substring]) -> [(module: String, imports: [String])] {
    var joined: [String] = []
    for line in lines {
      if line.hasPrefix(" "), let last = joined.indices.last {
        joined[last] += line
      } else {
        joined.append(String(line))
      }
    }
    return joined.map { line in
      let words = line.split { " ,".contains($0) }.map(String.init)
      return (words.first ?? "", Array(words.dropFirst(2)))
    }
  }
}
