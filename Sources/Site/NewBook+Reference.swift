internal import Book
internal import Files

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

  /// A chapter that includes the package's README, or a title where it has none.
  private func referencePreface(_ package: Package) -> String {
    guard let name = readme(of: package) else { return "# \(package.products.first?.name ?? package.name)\n" }
    return """
      ---
      # What a README lists is seldom a whole program: without the next line, its examples are verified.
      examples: quote
      ---

      {{#include \(BookPath.join(package.path, name))}}

      """
  }

  /// The name of the package's README; `nil` where it has none that says something.
  func readme(of package: Package) -> String? {
    ["README.md", "Readme.md", "readme.md"].first { name in
      let bytes = Disk.bytes(of: BookPath.join(BookPath.join(folder, package.path), name)) ?? []
      return !bytes.isEmpty && String(validating: bytes, as: UTF8.self) != nil
    }
  }
}
