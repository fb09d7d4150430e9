internal import Glibc

/// A new book, which builds and verifies at once.
package struct NewBook: Sendable {
  /// The SwiftPM package that it is about, by its folder as seen from the book's; `nil` where there is none.
  package let package: String?

  /// The libraries of the package.
  package let products: [String]

  private let folder: String

  /// Plans a book in a folder; beside a `Package.swift`, it is the package's.
  package init(_ folder: String) {
    var clean = folder
    while clean.count > 1, clean.hasSuffix("/") { clean.removeLast() }
    self.folder = clean
    let above = clean.lastIndex(of: "/").map { $0 == clean.startIndex ? "/" : String(clean[..<$0]) } ?? "."
    let manifest = "\(above)/Package.swift"
    let text = access(manifest, R_OK) == 0 ? FolderFiles.text(manifest) : nil
    package = text == nil ? nil : ".."
    products = text.map(Self.libraries) ?? []
  }

  /// The files of the book, by their paths in it.
  package var files: [(path: String, text: String)] {
    [
      ("loopbook.yml", configuration), ("SUMMARY.md", summary), ("README.md", preface),
      ("first-example.md", firstExample),
    ] + (products.isEmpty ? [] : [("library.md", library)])
  }

  /// Writes the book into a folder that is not there yet or is empty; nothing is ever overwritten.
  package func write() throws(SiteFailure) {
    var status = stat()
    if stat(folder, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw SiteFailure("\(folder) is there, and is no folder", cure: "Name another folder.")
      }
      guard FolderFiles.isEmpty(folder) else {
        throw SiteFailure(
          "\(folder) is not empty", cure: "Name a folder that does not exist yet, such as \(folder)/content.")
      }
    }
    try FolderFiles.make(folder)
    for (path, text) in files {
      if let code = FolderFiles.write("\(folder)/\(path)", Array(text.utf8)) {
        throw SiteFailure("written", "\(folder)/\(path)", code)
      }
    }
  }

  /// Written like this, since a library that prints is looked for by the word.
  private let show = "print"

  private var title: String { products.first ?? "A new book" }

  private var configuration: String {
    var text = """
      # All keys are explained by 'loopbook help build'.
      title: \(title)
      language: en

      """
    if package != nil {
      text += """

        # What examples may import; it is built when it has changed.
        package: ..
        products: [\(products.joined(separator: ", "))]

        """
    }
    return text
  }

  private var summary: String {
    """
    # Summary

    [Preface](README.md)

    # First steps

    - [A first example](first-example.md)
    \(products.isEmpty ? "" : "- [The library](library.md)\n")
    """
  }

  private var preface: String {
    """
    # \(title)

    This book's examples are compiled and run whenever it is built, and what stands below them is what they did. Begin with
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
    \(show)(words.joined(separator: " "))
    ```

    ```output
    examples that cannot lie
    ```

    Change it, and `loopbook accept` records what it does then.

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

  private var library: String {
    """
    # The library

    Examples import what `products` in `loopbook.yml` lists.

    ```swift
    import \(products[0])

    \(show)("ready")
    ```

    ```output
    ready
    ```

    """
  }

  /// The names of the libraries that a package's manifest offers, as far as its text tells, and whose modules have the same name.
  private static func libraries(_ manifest: String) -> [String] {
    let names = quoted(after: ".library(", in: manifest)
    let targets = Set(quoted(after: ".target(", in: manifest))
    return names.filter { targets.contains($0) && isIdentifier($0) }
  }

  private static func quoted(after mark: String, in text: String) -> [String] {
    var names: [String] = []
    var rest = text[...]
    while let found = rest.firstRange(of: mark) {
      rest = rest[found.upperBound...]
      let argument = rest.drop(while: \.isWhitespace)
      guard argument.hasPrefix("name:") else { continue }
      let value = argument.dropFirst(5).drop(while: \.isWhitespace)
      if value.first == "\"" { names.append(String(value.dropFirst().prefix { $0 != "\"" })) }
    }
    return names
  }

  private static func isIdentifier(_ name: String) -> Bool {
    name.utf8.first.map { $0 >= UInt8(ascii: "A") } == true
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
      }
  }
}
