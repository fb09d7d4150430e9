internal import Glibc

/// Why a file was not replaced; it is as it was.
package enum FileReplacementError: Error, Sendable, Hashable, CustomStringConvertible {
  /// It is no longer what it was when it was read.
  case changed(path: String)
  /// A system call failed.
  case system(call: String, path: String, errno: Int32)

  /// One sentence without a full stop at its end.
  package var description: String {
    switch self {
    case .changed(let path): "\(path) was changed by someone else in the meantime"
    case .system(let call, let path, let number):
      "\(path) cannot be written: \(String(cString: strerror(number))) (\(call))"
    }
  }
}
