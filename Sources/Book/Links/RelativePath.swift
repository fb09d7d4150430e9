/// Paths from one file of a book to another.
package enum RelativePath {
  /// The path of a file as seen from the folder of another; both are paths in the book.
  package static func path(to target: String, from source: String) -> String {
    let to = target.split(separator: "/")
    let from = source.split(separator: "/").dropLast()
    let shared = zip(to.dropLast(), from).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: from.count - shared) + to.dropFirst(shared).map(String.init)).joined(
      separator: "/")
  }
}
