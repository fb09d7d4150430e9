internal import CSystem

/// How this process asks the system for memory.
package enum ProcessMemory {
  /// Takes so many bytes at once from now on, for all threads that begin to need some.
  ///
  /// What is not used takes no room.
  package static func grow(inSteps bytes: Int32) { cs_grow_in_steps(bytes) }
}
