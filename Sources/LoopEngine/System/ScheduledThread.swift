internal import CLinux

/// A thread that a scheduler starts for its own purposes.
package enum ScheduledThread {
  private final class Start: Sendable {
    let name: String
    let scheduler: ThreadScheduler
    let ticket: UInt64
    let body: @Sendable () -> Void

    init(_ name: String, _ scheduler: ThreadScheduler, _ ticket: UInt64, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.scheduler = scheduler
      self.ticket = ticket
      self.body = body
    }
  }

  /// Starts a thread that calls `body` when it is its turn.
  ///
  /// The caller keeps the scheduler alive until it has told it that the thread has ended. Throws when the system gives
  /// no thread.
  package static func start(
    name: String, under scheduler: ThreadScheduler, ticket: UInt64, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let start = Unmanaged.passRetained(Start(name, scheduler, ticket, body))
    var thread: UInt = 0
    let result = name.withCString { name in
      cl_thread_start(
        &thread, 0, name,
        { argument in
          // Not null: it is the start that was passed below.
          let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
          ThreadIdentity(name: start.name).adopt()
          Kernel.adopt(start.scheduler, ticket: start.ticket)
          start.scheduler.scheduling.began(start.ticket)
          start.body()
          return nil
        }, start.toOpaque())
    }
    if result != 0 {
      start.release()
      throw SystemError(call: "pthread_create", errno: -result)
    }
    // The thread is ours and is never joined, so this cannot fail.
    _ = cl_thread_detach(thread)
  }
}
