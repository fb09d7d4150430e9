internal import Book
internal import Files
internal import Markdown
internal import Text

extension NewBook {
  /// The files of the smallest book about a package: its API, and its README as the first page.
  func referenceFiles(_ package: Package) -> [(path: String, text: String)] {
    [(Configuration.fileName, referenceConfiguration(package)), ("README.md", referencePreface(package))]
  }

  private func referenceConfiguration(_ package: Package) -> String {
    let title = package.products.first?.name ?? package.name
    return """
      title: \(Self.scalar(title))
      language: en
      \(siteLine)
      # The package, and pages made from its doc comments, whose examples are verified.
      package: \(package.path)
      reference: {}

      # Names in listings show their declarations, and each symbol lists the examples that use it.
      examples: {types: true}
      \(package.isInMode6 ? "\n# The language mode of the package.\nswift: 6\n" : "")
      """
  }

  /// The package's README as a chapter, or a title where it has none.
  private func referencePreface(_ package: Package) -> String {
    let folder = BookPath.join(folder, package.path)
    for name in ["README.md", "Readme.md", "readme.md"] {
      guard let bytes = Disk.bytes(of: BookPath.join(folder, name)), !bytes.isEmpty,
        String(validating: bytes, as: UTF8.self) != nil
      else { continue }
      return ReadmeChapter(SourceFile(path: name, bytes: bytes)).text
    }
    return "# \(package.products.first?.name ?? package.name)\n"
  }
}

/// A package's README as a chapter of a book: what it leads to beside itself is not in the book, and what it lists is
/// seldom a whole program.
private struct ReadmeChapter {
  /// The chapter.
  let text: String

  init(_ file: SourceFile) {
    let document = MarkdownDocument(file, from: file.lineStarts[0])
    var edits: [TextEdit] = []
    for fence in document.fences where fence.infoString.split(whereSeparator: { " ,".contains($0) }).first == "swift" {
      let isQuoted = fence.infoString.split(whereSeparator: { " ,".contains($0) }).contains("quote")
      if !isQuoted {
        edits.append(
          TextEdit(range: fence.infoRange.upperBound..<fence.infoRange.upperBound, bytes: Array(" quote".utf8)))
      }
    }
    var end = 0
    for node in document.nodes.indices {
      let kind = document.nodes[node].kind
      if kind == .htmlBlock || kind == .htmlInline, let range = document.range(of: node), range.lowerBound >= end {
        // What a link is around stays, too.
        edits += HTMLLinks.tags(in: file.bytes[range], where: Self.leadsAway).map { tag in
          TextEdit(range: tag.range, bytes: tag.isLoaded ? [] : Array("<a>".utf8))
        }
      }
      guard kind == .link || kind == .image, let range = document.range(of: node), range.lowerBound >= end,
        Self.leadsAway(document.string(document.nodes[node].text))
      else { continue }
      end = range.upperBound
      // The text of a link stays; a picture that is not there says nothing.
      let words = kind == .link ? document.plainText(of: node) : ""
      edits.append(TextEdit(range: range, bytes: Array(words.utf8)))
    }
    text = String(decoding: TextEdit.apply(edits, to: file.bytes), as: UTF8.self)
  }

  /// Whether a link leads to another file.
  private static func leadsAway(_ destination: String) -> Bool {
    !WebAddress.isExternal(destination) && !destination.hasPrefix("#")
  }
}
