import Glibc
import Synchronization

/// A stream that text is written to at once: standard output or standard error.
///
/// A reader that has gone away is not an error: what follows is dropped, and the program goes on to its exit code.
final class DescriptorOutput: Sendable {
  private enum Condition {
    case open
    case abandoned
    case failed(Int32)
  }

  private let descriptor: Int32
  private let condition = Mutex(Condition.open)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Whether it is a terminal.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The columns of the terminal; `nil` if it has none.
  var columns: Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The errno of the write that failed, unless the reader only went away.
  var failure: Int32? {
    condition.withLock { condition in
      guard case .failed(let code) = condition else { return nil }
      return code
    }
  }

  /// Writes all of a text.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes all of these bytes.
  func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { write($0) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    // The lock's body ends before this function does, and with it the bytes.
    nonisolated(unsafe) let bytes = bytes
    condition.withLock { condition in
      guard case .open = condition else { return }
      if let code = Self.write(bytes, to: descriptor) { condition = code == EPIPE ? .abandoned : .failed(code) }
    }
  }

  /// Opens what the caller has closed of the descriptors 0 to 2, onto nothing.
  ///
  /// Otherwise the first file that is opened would get the number of standard output, and with it the results.
  static func openStandardDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the one that is missing.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// The errno of a failure.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    withoutPipeSignal {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // Somebody we share it with has made it non-blocking.
          var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&waiting, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }

  /// Runs `body` with SIGPIPE held back in this thread, and swallows the one that it causes.
  ///
  /// Ignoring the signal in the whole process would pass on to the programs it starts.
  private static func withoutPipeSignal(_ body: () -> Int32?) -> Int32? {
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    var waiting = sigset_t()
    sigpending(&waiting)
    let wasPending = sigismember(&waiting, SIGPIPE) == 1
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    let result = body()
    if result == EPIPE, !wasPending {
      var atOnce = timespec()
      while sigtimedwait(&pipe, nil, &atOnce) < 0, errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    return result
  }
}
