import Glibc

/// Calls a function again and again, from a thread of its own, until it is stopped.
final class ProgressTicker: Sendable {
  private final class Work: Sendable {
    let descriptor: Int32
    let milliseconds: Int32
    let body: @Sendable () -> Void

    init(_ descriptor: Int32, _ milliseconds: Int32, _ body: @escaping @Sendable () -> Void) {
      self.descriptor = descriptor
      self.milliseconds = milliseconds
      self.body = body
    }

    /// Returns when the other end is shut down.
    func run() {
      var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while true {
        let count = poll(&end, 1, milliseconds)
        if count > 0 || count < 0 && errno != EINTR { return }
        if count == 0 { body() }
      }
    }
  }

  private let thread: pthread_t
  private let readEnd: Int32
  private let writeEnd: Int32

  /// Starts; `nil` if the system has no descriptor or thread to spare, and progress is then shown when the work tells
  /// of it.
  init?(every interval: Duration, _ body: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    (readEnd, writeEnd) = (ends[0], ends[1])
    let milliseconds = interval.components.attoseconds / 1_000_000_000_000_000
    let work = Unmanaged.passRetained(Work(ends[0], Int32(milliseconds), body))
    // Signals are for the threads that expect them: a new one has its creator's mask.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { argument in
        // The creator always gives its work.
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    guard error == 0 else {
      work.release()
      close(ends[0])
      close(ends[1])
      return nil
    }
    self.thread = thread
  }

  /// Ends the thread and waits for it; to be called once.
  func stop() {
    // Unlike closing, this also works while a program that was just forked still has the descriptor.
    shutdown(writeEnd, Int32(SHUT_RDWR))
    pthread_join(thread, nil)
    close(writeEnd)
    close(readEnd)
  }
}
