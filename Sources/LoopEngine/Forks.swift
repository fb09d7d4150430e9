internal import CLinux
internal import Synchronization

/// Notices that the process is a forked child, whose loops must not share kernel objects with the parent's.
enum Forks {
  private static let forks = Atomic<UInt32>(0)
  private static let watched: Bool = {
    let result = cl_at_fork { Forks.forks.wrappingAdd(1, ordering: .relaxed) }
    precondition(result == 0, "pthread_atfork failed (errno \(-result))")
    return true
  }()

  static var generation: UInt32 { forks.load(ordering: .relaxed) }

  static func watch() { _ = watched }

  /// Gives the loop descriptors of its own if the process was forked since it last ran.
  @inline(__always)
  static func check(_ core: LoopCore) {
    let now = generation
    if core.forkGeneration != now { rebuild(core, now) }
  }

  @inline(never)
  private static func rebuild(_ core: LoopCore, _ now: UInt32) {
    do throws(SystemError) {
      try core.rebuildPollers()
    } catch {
      // A run cannot throw, and going on would steal the parent's events.
      preconditionFailure("a forked child cannot have descriptors of its own: \(error)")
    }
    core.forkGeneration = now
  }
}
