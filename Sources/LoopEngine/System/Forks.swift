internal import CLinux
internal import Synchronization

/// Notices that the process is a forked child, whose loops must not share kernel objects with the parent's.
enum Forks {
  private static let forks = Atomic<UInt32>(0)
  private static let isWatching: Bool = {
    let result = cl_at_fork { Forks.forks.wrappingAdd(1, ordering: .relaxed) }
    require(result == 0, "pthread_atfork failed (errno \(-result))")
    return true
  }()

  static var generation: UInt32 { forks.load(ordering: .relaxed) }

  static func watch() { _ = isWatching }

  /// Gives the loop descriptors of its own if the process was forked since it last ran.
  @inline(__always)
  static func check(_ core: LoopCore) {
    if isForeign(core) { rebuild(core) }
  }

  /// Whether the loop's descriptors belong to the process that this one was forked from.
  @inline(__always)
  static func isForeign(_ core: LoopCore) -> Bool {
    core.forkGeneration.load(ordering: .relaxed) != generation
  }

  @inline(never)
  private static func rebuild(_ core: LoopCore) {
    core.structure.lock()
    defer { core.structure.unlock() }
    do throws(SystemError) {
      try core.ownPollers()
    } catch {
      // A run cannot throw, and going on would steal the parent's events.
      refuse("a forked child cannot have descriptors of its own: \(error)")
    }
  }
}
