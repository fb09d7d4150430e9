/// What a program may use before it is ended.
package struct Limits: Hashable, Sendable {
  /// Time on the wall.
  package var timeout: Duration
  /// Processor time of each of its processes, in whole seconds.
  package var processorSeconds: UInt64
  /// Bytes of memory, of all its processes together.
  package var memory: UInt64
  /// Bytes that it may print, and as many to standard error.
  package var output: Int
  /// Bytes in its temporary folder.
  package var files: UInt64
  /// Processes at once.
  package var processes: UInt32
  /// Descriptors that each of its processes may have open.
  package var openFiles: UInt32

  package init(
    timeout: Duration = .seconds(10), processorSeconds: UInt64 = 10, memory: UInt64 = 512 << 20, output: Int = 1 << 20,
    files: UInt64 = 64 << 20, processes: UInt32 = 32, openFiles: UInt32 = 1024
  ) {
    self.timeout = timeout
    self.processorSeconds = processorSeconds
    self.memory = memory
    self.output = output
    self.files = files
    self.processes = processes
    self.openFiles = openFiles
  }
}
