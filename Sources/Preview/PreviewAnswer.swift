package import Text

/// What a browser gets.
package struct PreviewAnswer: Sendable, Hashable {
  package var status: Int
  package var type: String
  package var bytes: [UInt8]
  /// Where it is to go instead.
  package var location: String?

  package init(status: Int = 200, type: String, bytes: [UInt8]) {
    self.status = status
    self.type = type
    self.bytes = bytes
  }

  package init(status: Int = 200, type: String, text: String) {
    self.init(status: status, type: type, bytes: Array(text.utf8))
  }

  /// A sentence.
  package init(status: Int = 200, _ sentence: String) {
    self.init(status: status, type: "text/plain; charset=utf-8", text: sentence + "\n")
  }

  /// A value for a script.
  package init(_ value: JSONValue) {
    self.init(type: "application/json", bytes: value.insideHTML)
  }

  /// Leads to another path, for as long as that is where it leads.
  package init(location: String) {
    self.init(status: 302, "It is at \(location) now.")
    self.location = location
  }

  /// What stands above the bytes.
  ///
  /// A browser is to take nothing for something else than it is, and pages of other sites are neither to show what is
  /// served here, with its buttons, nor to load it.
  var fields: [(name: String, value: String)] {
    [
      ("Content-Type", type), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
      ("Content-Security-Policy", "frame-ancestors 'self'"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Referrer-Policy", "same-origin"),
    ] + (location.map { [("Location", $0)] } ?? [])
  }
}
