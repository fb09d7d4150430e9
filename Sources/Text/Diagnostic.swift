/// One thing that is wrong with a book, with its place and its cure.
package struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  package enum Severity: Int, Comparable, Sendable {
    case error
    case warning

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// A further place or fact that explains the message.
  package struct Note: Hashable, Sendable {
    package var message: String
    package var place: SourcePlace?

    package init(_ message: String, at place: SourcePlace? = nil) {
      self.message = message
      self.place = place
    }
  }

  package var severity: Severity

  /// The short name of the kind of problem, such as `unknown-attribute`: the same in every report.
  package var id: String

  /// What is wrong, in one sentence without a full stop at its end.
  package var message: String

  /// Where; `nil` where no file can be blamed.
  package var place: SourcePlace?

  package var notes: [Note]

  /// What mends it: a command, or a sentence.
  package var cure: String?

  /// Its number among the problems that others may only follow from, and that are told before all others; `nil` for one
  /// that is told by its place.
  package var precedence: Int?

  /// The same as an error.
  package var asError: Diagnostic {
    var error = self
    error.severity = .error
    return error
  }

  package init(
    _ severity: Severity = .error, id: String, _ message: String, at place: SourcePlace?, notes: [Note] = [],
    cure: String? = nil
  ) {
    self.severity = severity
    self.id = id
    self.message = message
    self.place = place
    self.notes = notes
    self.cure = cure
  }
}

extension Diagnostic: Comparable {
  /// Causes first, then by file, line and column: the order in which a reader would mend them.
  package static func < (left: Self, right: Self) -> Bool {
    if left.precedence != right.precedence { return left.precedence ?? .max < right.precedence ?? .max }
    if left.place != right.place {
      guard let leftPlace = left.place else { return true }
      guard let rightPlace = right.place else { return false }
      if leftPlace < rightPlace { return true }
      if rightPlace < leftPlace { return false }
    }
    return (left.severity, left.id, left.message) < (right.severity, right.id, right.message)
  }
}
