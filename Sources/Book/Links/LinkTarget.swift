/// Where a link or an image of a chapter leads.
package enum LinkTarget: Hashable, Sendable {
  /// A page of the web, a mail address and the like.
  case external
  /// An article or a symbol of the book's pages of doc comments, by its name there, which is looked up elsewhere.
  case documentation(String)
  /// A chapter of the book, by its path, and the name of an element in it.
  case chapter(String, fragment: String?)
  /// A file of the book that is copied, by its path; `suffix` is what the link has after it, from its `?` or `#` on.
  case asset(String, suffix: String)
}

/// Why a link leads nowhere.
package struct LinkProblem: Error, Hashable {
  /// The short name of the kind of problem.
  package var id: String
  package var message: String
  package var cure: String?
}
