package import Text

/// What a book says of the pages that are made from doc comments.
package struct ReferenceSettings: Sendable {
  /// The products whose modules have pages; `nil` for all libraries that there are.
  package var products: [String]?

  /// Where the book names each of them.
  package var places: [SourcePlace] = []

  /// The folder in the book that the pages stand in.
  package var folder = "api"

  /// Whether a public declaration without a doc comment is an error.
  package var isStrict = false

  /// Where a source file can be read; `{path}` stands for its path in the package, `{line}` for the line.
  package var sourceLink: String?

  /// Where the book says that it wants them.
  package var place: SourcePlace

  package init(place: SourcePlace) {
    self.place = place
  }

  /// Whether a chapter, by its path in the book, is made from doc comments.
  package func includes(_ path: String) -> Bool { path.hasPrefix(folder + "/") }
}

/// Why a text is not a folder in the book.
enum BookFolderProblem: ValueProblem {
  case empty
  case leadsOut
  case hidden
  case badCharacter

  static let form = "a folder in the book"

  var message: String {
    switch self {
    case .empty: "it has no name"
    case .leadsOut: "it leads out of the book"
    case .hidden: "its name begins with a dot"
    case .badCharacter: "it has a character that is not a letter, a digit, '-', '_' or '.'"
    }
  }

  var cure: String? { "write a name such as api" }

  /// A path of folders in the book, such as `api` or `reference/api`.
  static func folder(_ text: String) throws(BookFolderProblem) -> String {
    var path = text
    while path.hasSuffix("/") { path.removeLast() }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if path.isEmpty || parts.contains("") { throw text.hasPrefix("/") ? .leadsOut : .empty }
    if parts.contains("..") { throw .leadsOut }
    if parts.contains(where: { $0.hasPrefix(".") }) { throw .hidden }
    let isPlain = path.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isXIDContinue || "-./".unicodeScalars.contains(scalar)
    }
    guard isPlain else { throw .badCharacter }
    return path
  }
}
