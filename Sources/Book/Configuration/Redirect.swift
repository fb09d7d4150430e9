package import Text

/// An address that a page had, and where its readers are sent.
package struct Redirect: Sendable, Hashable {
  /// The old address in the site: `guide/old.html`.
  package var old: String

  /// A chapter or page of the book, perhaps with a heading: `guide/new.md#stop`; or a web address.
  package var target: String

  /// Where the book says so.
  package var place: SourcePlace

  package init(old: String, target: String, place: SourcePlace) {
    self.old = old
    self.target = target
    self.place = place
  }
}
