import Glibc

// glibc declares it for programs that ask for its extensions, which Swift's module of glibc does not.
@_silgen_name("pthread_timedjoin_np")
private func timedJoin(
  _ thread: pthread_t, _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ limit: UnsafePointer<timespec>
) -> Int32

/// A plain thread: what runs on it makes its own loop on first use.
public final class ProgramThread: Sendable {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  private let thread: pthread_t

  /// Starts the thread, and ends the process when the system has none to give.
  public init(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Body(body)).toOpaque()
    let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
      // The argument is the body that was retained for this one thread.
      Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
      return nil
    }
    let failure = pthread_create(&thread, nil, start, argument)
    precondition(failure == 0, "pthread_create failed: \(failure)")
    self.thread = thread
  }

  /// Waits until the thread is gone, its loop with it.
  ///
  /// To be called once.
  public func join() {
    pthread_join(thread, nil)
  }

  /// Waits until the thread is gone, its loop with it; after `seconds` it lets the thread go on unobserved and returns
  /// false.
  ///
  /// To be called once.
  public func join(within seconds: Int) -> Bool {
    var limit = timespec()
    clock_gettime(CLOCK_REALTIME, &limit)
    limit.tv_sec += seconds
    if timedJoin(thread, nil, &limit) == 0 { return true }
    pthread_detach(thread)
    return false
  }
}
