package import Text

/// A library whose names for things readers may know better than those of the code: `CoreFoundation`.
package struct NamingLibrary: Sendable, Hashable {
  package var name: String

  /// Where the book says so.
  package var place: SourcePlace
}
