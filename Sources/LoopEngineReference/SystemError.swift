import Glibc

/// A system call that failed.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The call, "epoll_ctl" for example.
  public let call: String
  /// The error's number.
  public let errno: Int32

  /// Names the call and its error.
  public init(call: String, errno: Int32) {
    self.call = call
    self.errno = errno
  }

  /// The call and the system's text and number for the error.
  public var description: String { "\(call): \(String(cString: strerror(errno))) (errno \(errno))" }
}
