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
    readme(package)?.text ?? "# \(package.products.first?.name ?? package.name)\n"
  }

  private func readme(_ package: Package) -> ReadmeChapter? {
    let folder = BookPath.join(folder, package.path)
    for name in ["README.md", "Readme.md", "readme.md"] {
      guard let bytes = Disk.bytes(of: BookPath.join(folder, name)), !bytes.isEmpty,
        String(validating: bytes, as: UTF8.self) != nil
      else { continue }
      return ReadmeChapter(SourceFile(path: name, bytes: bytes), in: folder)
    }
    return nil
  }

  func hasReadme(of package: Package) -> Bool { readme(package) != nil }

  /// Where links of the README led that are only text in the book, since it does not have what they lead to.
  func leftLinks(of package: Package) -> [String] { readme(package)?.leftLinks ?? [] }

  /// The pictures that the README shows, by their paths in the book, and where they lie in the package.
  func referencePictures(_ package: Package) -> [(path: String, original: String)] {
    let folder = BookPath.join(folder, package.path)
    return (readme(package)?.pictures ?? []).sorted().map { ($0, BookPath.join(folder, $0)) }
  }
}

/// A package's README as a chapter of a book: of what it leads to beside itself only pictures come into the book, and
/// what it lists is seldom a whole program.
private struct ReadmeChapter {
  /// The chapter.
  let text: String
  /// The pictures that it shows, by their paths in the package.
  let pictures: Set<String>
  /// Where its links led that are only text in the book, each once.
  let leftLinks: [String]

  /// Reads the README of the package in a folder.
  init(_ file: SourceFile, in folder: String) {
    var pictures: Set<String> = []
    /// Whether a link leads to another file, and not to a picture that the book has, too.
    func leadsAway(_ destination: String) -> Bool {
      if WebAddress.isExternal(destination) || destination.hasPrefix("#") { return false }
      guard let picture = Self.picture(destination, in: folder) else { return true }
      pictures.insert(picture)
      return false
    }
    let document = MarkdownDocument(file, from: file.lineStarts[0])
    var edits: [TextEdit] = []
    var leftOut: [String] = []
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
        edits += HTMLLinks.tags(in: file.bytes[range], where: leadsAway).map { tag in
          TextEdit(range: tag.range, bytes: tag.isLoaded ? [] : Array("<a>".utf8))
        }
        leftOut += HTMLLinks.links(in: file.bytes[range]).filter { !$0.isLoaded }.map(\.destination).filter(leadsAway)
      }
      guard kind == .link || kind == .image, let range = document.range(of: node), range.lowerBound >= end,
        leadsAway(document.string(document.nodes[node].text))
      else { continue }
      end = range.upperBound
      // A badge that leads away is still to be seen.
      let pictures = document.descendants(of: node).filter { document.nodes[$0].kind == .image }
      let kept = pictures.compactMap { picture -> ArraySlice<UInt8>? in
        guard !leadsAway(document.string(document.nodes[picture].text)), let place = document.range(of: picture) else {
          return nil
        }
        return file.bytes[place]
      }
      if kind == .link { leftOut.append(document.string(document.nodes[node].text)) }
      edits.append(
        TextEdit(range: range, bytes: kept.isEmpty ? Array(document.plainText(of: node).utf8) : Array(kept.joined())))
    }
    text = String(decoding: TextEdit.apply(edits, to: file.bytes), as: UTF8.self)
    self.pictures = pictures
    leftLinks = leftOut.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The path of the picture in the package that a link leads to.
  private static func picture(_ destination: String, in folder: String) -> String? {
    guard BookPath.isPicture(destination), let decoded = PercentEncoding.decoded(destination) else { return nil }
    let path = BookPath.clean(decoded)
    let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
    guard !isHidden, BookPath.contains(".", path), let whole = Disk.realPath(folder),
      case let picture = BookPath.join(folder, path), Disk.kind(of: picture) == .file,
      let real = Disk.realPath(picture), BookPath.contains(whole, real)
    else { return nil }
    return path
  }
}
