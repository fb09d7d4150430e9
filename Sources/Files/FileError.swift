internal import Glibc

/// Why something could not be done with a file or a folder.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was to be done, as the word after "cannot be".
  package enum Action: String, Sendable {
    case linked, made, opened, read, replaced, written
  }

  /// What stood in the way.
  package enum Reason: Hashable, Sendable {
    /// A system call failed with this number.
    case system(Int32)
    /// A folder, a pipe or a device is there.
    case notAFile
    /// The file has more than so many bytes.
    case tooLarge(limit: Int)
    /// The file has changed since it was read.
    case changed
    /// Another process holds the lock.
    case inUse
  }

  package var action: Action
  package var path: String
  package var reason: Reason

  package init(_ action: Action, _ path: String, _ reason: Reason) {
    self.action = action
    self.path = path
    self.reason = reason
  }

  /// A system call failed with the number given.
  package init(_ action: Action, _ path: String, _ code: Int32) { self.init(action, path, .system(code)) }

  /// The number of the system's error, where it was one.
  package var code: Int32? {
    if case .system(let code) = reason { code } else { nil }
  }

  /// Whether nothing is there.
  package var isMissing: Bool { code == ENOENT }

  /// What is wrong, as the end of a sentence.
  package var message: String {
    switch reason {
    case .system(let code): String(cString: strerror(code))
    case .notAFile: "it is not an ordinary file"
    case .tooLarge(let limit): "it is larger than \(limit >> 20) MB"
    case .changed: "it was changed by another program in the meantime"
    case .inUse: "another process is using it"
    }
  }

  /// One sentence without a full stop at its end.
  package var description: String {
    if reason == .changed { return "\(path) was changed by another program in the meantime" }
    return "\(path) cannot be \(action.rawValue): \(message)"
  }
}
