internal import CLinux
internal import Synchronization

/// What the engine calls a thread.
final class ThreadIdentity: Sendable {
  let name: String
  /// Whether a `LoopThread` started it.
  let isLoopThread: Bool

  init(name: String, isLoopThread: Bool = false) {
    self.name = name
    self.isLoopThread = isLoopThread
  }

  private static let unnamed = Atomic<Int>(0)

  static func nextName() -> String {
    "thread-\(unnamed.wrappingAdd(1, ordering: .relaxed).newValue)"
  }

  /// The calling thread's, made on first use: "main", the name its LoopThread was given, or "thread-1" and so on.
  static var current: ThreadIdentity {
    let thread = cl_thread()
    if let known = thread.pointee.identity {
      return Unmanaged<ThreadIdentity>.fromOpaque(known).takeUnretainedValue()
    }
    let made = ThreadIdentity(name: cl_is_main_thread() ? "main" : nextName())
    made.adopt()
    return made
  }

  /// Makes it the calling thread's, which has none yet.
  func adopt() {
    ThreadEnd.arrange()
    cl_thread().pointee.identity = Unmanaged.passRetained(self).toOpaque()
  }
}

/// What is done when a thread ends that used the engine.
enum ThreadEnd {
  /// Sees to it that the calling thread's loop, posts and name are let go at its end.
  static func arrange() {
    let result = cl_thread_on_exit {
      // Held, since the loop may have been the last to hold it.
      let scheduler = Kernel.scheduler
      // What the loop held may make the thread another one as it goes.
      while let loop = cl_thread().pointee.loop {
        Unmanaged<Loop>.fromOpaque(loop).takeUnretainedValue().end()
        cl_thread().pointee.loop = nil
        Unmanaged<Loop>.fromOpaque(loop).release()
      }
      BlockChunk.abandon()
      if let identity = cl_thread().pointee.identity {
        cl_thread().pointee.identity = nil
        Unmanaged<ThreadIdentity>.fromOpaque(identity).release()
      }
      // Last: from here on the thread does nothing that another could see.
      if let scheduler {
        scheduler.scheduling.ended()
        Kernel.adopt(nil, ticket: 0)
      }
    }
    require(result == 0, "the process has used up its thread-specific keys (errno \(-result))")
  }
}
