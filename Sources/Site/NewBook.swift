internal import Book
internal import Files
internal import Glibc

/// A new book, which builds and verifies at once.
package struct NewBook: Sendable {
  /// The book's folder, as short as it can be written.
  package let folder: String

  /// The SwiftPM package that it is about; `nil` where there is none.
  private let package: Package?

  /// Where its site goes, as seen from its folder.
  private let site: String

  /// Whether it is only about the package's API.
  private let isReference: Bool

  /// Whether readers can change its examples.
  private let isLive: Bool

  /// Plans a book in a folder; beside a `Package.swift`, it is the package's.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - isReference: Whether it is to be the smallest book with the package's API.
  ///   - isLive: Whether readers can change its examples on their pages.
  package init(_ folder: String, isReference: Bool = false, isLive: Bool = false) {
    self.folder = BookPath.clean(folder)
    self.isReference = isReference
    self.isLive = isLive
    package = Self.package(around: self.folder)
    site = Self.site(of: self.folder)
  }

  /// Where every book's site goes that does not say otherwise.
  private static let usualSite = "../site"

  /// A book beside another one, or beside what may be its site, gets a site that is named after it.
  private static func site(of folder: String) -> String {
    let around = BookPath.join(folder, "..")
    let name = BookPath.name(of: folder.hasPrefix("/") ? folder : BookPath.join(Disk.absolute("."), folder))
    let isTaken =
      Disk.kind(of: BookPath.join(folder, usualSite)) != nil
      || FileTree.names(in: around).contains { other in
        other != name && Disk.kind(of: BookPath.join(around, "\(other)/\(Configuration.fileName)")) == .file
      }
    return isTaken ? "\(usualSite)-\(name)" : usualSite
  }

  /// The line of the configuration that says so, where one has to.
  var siteLine: String {
    site == Self.usualSite
      ? "" : "\n# Where the site goes; \(Self.usualSite) is for the book beside it.\noutput: \(Self.scalar(site))\n"
  }

  private var libraries: [Product] { package?.products ?? [] }

  /// The names of the package's libraries.
  package var products: [String] { libraries.map(\.name) }

  /// Where its site goes.
  package var output: String { BookPath.join(folder, site) }

  /// The files of the book, by their paths in it.
  package var files: [(path: String, text: String)] {
    if isReference, let package { return referenceFiles(package) }
    return [
      ("loopbook.yml", configuration), ("SUMMARY.md", summary), ("README.md", preface),
      ("first-example.md", firstExample),
    ] + (libraries.isEmpty ? [] : [("library.md", library)])
  }

  /// The name of the package's README, if that is its first page.
  package var readme: String? { isReference ? package.flatMap(readme) : nil }

  /// Writes the book into a folder that is not there yet or is empty; nothing is ever overwritten.
  package func write() throws(SiteFailure) {
    if isReference, package == nil {
      throw SiteFailure(
        "there is no Package.swift above \(folder) to take doc comments from",
        cure: "Name a folder in that of a package.", isMisuse: true)
    }
    let kind = Disk.kind(of: folder)
    if let kind {
      guard kind == .folder else {
        throw SiteFailure("\(folder) already exists and is not a folder", cure: "Name another folder.", isMisuse: true)
      }
      guard FileTree.isEmpty(folder) else { throw occupied }
    } else if Disk.kind(of: folder, followingLinks: false) != nil {
      throw SiteFailure(
        "\(folder) is a link to something that does not exist", cure: "Name another folder.", isMisuse: true)
    }
    var written: [String] = []
    do throws(FileError) {
      try FileTree.make(folder)
      for (path, text) in files {
        written.append("\(folder)/\(path)")
        try Disk.create("\(folder)/\(path)", Array(text.utf8))
      }
    } catch {
      for file in written { unlink(file) }
      if kind == nil { rmdir(folder) }
      throw SiteFailure(error)
    }
  }

  /// Why a folder with files in it is left alone.
  private var occupied: SiteFailure {
    if Disk.kind(of: "\(folder)/\(Configuration.fileName)") != nil {
      return SiteFailure(
        "\(folder) is a book already", cure: "loopbook build \(ShellWord.quoted(folder))", isMisuse: true)
    }
    let hasChapters = !BookFiles(folder).markdown.isEmpty
    return SiteFailure(
      "\(folder) is not empty",
      cure: hasChapters
        ? "To make a book of its files, write a file '\(Configuration.fileName)' with the line 'title: …' into it."
        : "Name a folder that does not exist yet, such as \(ShellWord.quoted(BookPath.join(folder, "content"))).",
      isMisuse: true)
  }

  private var title: String { libraries.first?.name ?? "A new book" }

  private var configuration: String {
    var text = """
      title: \(Self.scalar(title))
      language: en

      """
    text += siteLine
    if let package {
      // Without a library there is nothing to import, and so nothing to build.
      let mark = libraries.isEmpty ? "# " : ""
      text += """

        # What examples may import; it is built when it has changed.
        \(mark)package: \(package.path)
        \(mark)products: [\(products.map(Self.scalar).joined(separator: ", "))]

        """
      if package.isInMode6 { text += "\n# The language mode of the package.\nswift: 6\n" }
    }
    return text + "\n# The other keys, and what holds without them:\n#\n" + otherKeys
  }

  /// The keys that a new book does not need, as comments.
  private var otherKeys: String {
    var set: Set<ConfigurationKey> = [.title, .language]
    if site != Self.usualSite { set.insert(.output) }
    if package != nil { set.formUnion([.package, .products]) }
    if package?.isInMode6 == true { set.insert(.swift) }
    return ConfigurationKey.allCases.filter { !set.contains($0) }.map { key in
      let indentation = key.group == nil ? "" : "  "
      let (form, meaning, standard) = key.documentation
      if isLive, key == .live { return "  live: true  # \(meaning)\n" }
      if form == "a group of keys" { return "\(isLive && key == .examples ? "" : "# ")\(key.name):  # \(meaning)\n" }
      return "# \(indentation)\(key.name): \(form); \(meaning) (\(standard))\n"
    }.joined()
  }

  /// A text as YAML reads it back.
  static func scalar(_ text: String) -> String {
    let isPlain =
      text.utf8.first.map { $0 >= UInt8(ascii: "A") } ?? false
      && text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0123456789_- ".unicodeScalars.contains($0) }
    let isWord = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
    return isPlain && !isWord
      ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  private var summary: String {
    """
    # Summary

    [Preface](README.md)

    # First steps

    - [A first example](first-example.md)
    \(libraries.isEmpty ? "" : "- [The library](library.md)\n")
    """
  }

  private var preface: String {
    """
    # \(title)

    This book's examples are compiled and run whenever it is built, and below each one is what it did. Begin with
    [a first example](first-example.md).

    > [!TIP]
    > A chapter is a Markdown file that `SUMMARY.md` lists.

    """
  }

  private var firstExample: String {
    """
    # A first example

    A fence of Swift is a program. It runs when the book is verified.

    ```swift
    let words = ["examples", "that", "cannot", "lie"]
    print(words.joined(separator: " "))
    ```

    ```output
    examples that cannot lie
    ```

    Change it, and `loopbook accept` records what it does then.\(liveSentence)

    ## What must not compile

    An example may show a mistake. Its message is recorded like an output.

    ```swift fails
    let number: Int = "seven"
    ```

    ```error
    1:19: error: cannot convert value of type 'String' to specified type 'Int'
    ```

    ## What does not run

    ```swift norun
    while true {}
    ```

    """
  }

  private var liveSentence: String {
    isLive ? " Readers can change it, too: **Change it** on its page runs it in their browser." : ""
  }

  private var library: String {
    """
    # The library

    Examples import what `products` in `loopbook.yml` lists.

    ```swift
    import \(libraries[0].module)

    print("ready")
    ```

    ```output
    ready
    ```

    """
  }
}
