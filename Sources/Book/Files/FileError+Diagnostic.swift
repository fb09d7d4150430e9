package import Files
package import Text

extension FileError {
  /// The error that a file of a book cannot be read.
  package var diagnostic: Diagnostic {
    Diagnostic(id: "cannot-read", "this cannot be read: \(message)", at: SourcePlace(path: path))
  }
}
