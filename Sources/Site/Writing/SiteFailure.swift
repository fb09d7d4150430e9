package import SourceText

/// Why a site could not be written: a system call that failed, or a folder that is not ours.
package struct SiteFailure: Error, Hashable {
  package var message: String
  package var cure: String?

  init(_ message: String, cure: String? = nil) {
    self.message = message
    self.cure = cure
  }

  /// A system call that failed on a path.
  init(_ what: String, _ path: String, _ code: Int32, cure: String? = nil) {
    self.init("\(path) cannot be \(what): \(ErrorText.of(code))", cure: cure)
  }

  /// The failure as a message.
  package var diagnostic: Diagnostic { Diagnostic(id: "not-written", message, at: nil, cure: cure) }
}
