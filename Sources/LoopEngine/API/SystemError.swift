internal import CLinux

/// A system call that failed.
///
/// ```swift
/// do throws(SystemError) {
///   try Loop.current.add(DescriptorSource(-1, label: "nothing") { _ in })
/// } catch {
///   print(error.call, error.errno)
///   print(error)
/// }
/// ```
///
/// ```output
/// epoll_ctl 9
/// epoll_ctl: Bad file descriptor (errno 9)
/// ```
///
/// Two of the same call and number are equal, however they came about.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The call: "epoll_ctl".
  public let call: String
  /// The kernel's error number.
  public let errno: Int32

  /// The failure of `call` with that number.
  public init(call: String, errno: Int32) {
    self.call = call
    self.errno = errno
  }

  /// "epoll_create1: Too many open files (errno 24)".
  public var description: String {
    "\(call): \(String(cString: cl_error_text(errno))) (errno \(errno))"
  }
}

extension SystemError {
  /// Returns what `call` returned, or throws when that is a negated error number.
  static func check(_ call: String, _ result: Int32) throws(SystemError) -> Int32 {
    if result < 0 { throw SystemError(call: call, errno: -result) }
    return result
  }
}
