internal import Files
internal import Glibc
package import Text

/// Why a site could not be written: a system call that failed, or a folder that is not ours.
package struct SiteFailure: Error, Hashable {
  package var message: String
  package var cure: String?

  /// Whether another folder or file was to be named; otherwise the machine is at fault.
  package var isMisuse = false

  init(_ message: String, cure: String? = nil, isMisuse: Bool = false) {
    self.message = message
    self.cure = cure
    self.isMisuse = isMisuse
  }

  /// Something that could not be done with a file.
  init(_ error: FileError, cure: String? = nil) {
    let isMisuse = [ENOTDIR, ENAMETOOLONG, ELOOP].contains(error.code)
    self.init(error.description, cure: cure, isMisuse: isMisuse)
  }

  /// The failure as a message.
  package var diagnostic: Diagnostic { Diagnostic(id: "not-written", message, at: nil, cure: cure) }
}
