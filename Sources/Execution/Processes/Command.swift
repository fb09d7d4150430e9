/// A program to run, with all that it depends on spelled out.
package struct Command: Sendable {
  /// The program's file.
  package var path: String

  /// What the program is told that it is called; `nil`: its file's name.
  package var name: String?

  /// What comes after the program's name.
  package var arguments: [String]

  /// The whole environment: nothing is inherited.
  package var environment: [String: String]

  /// The folder it starts in; `nil`: this program's own.
  package var folder: String?

  /// How long it may take; `nil`: as long as it likes.
  package var timeout: Duration?

  /// How much processor time each of its processes may use, in whole seconds; 0: any.
  package var processorSeconds: UInt64 = 0

  /// How many bytes of private memory each of its processes may have; 0: any.
  package var memory: UInt64 = 0

  /// Whether it leaves the processors to others that want them.
  package var isInBackground = false

  /// How many bytes of output, and as many of errors, are kept; more than that ends the command.
  package var outputLimit = 16 << 20

  package init(
    _ path: String, _ arguments: [String], environment: [String: String] = [:], folder: String? = nil,
    timeout: Duration? = nil
  ) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.folder = folder
    self.timeout = timeout
  }
}

/// How a command went.
package struct CommandResult: Sendable {
  package var ending: ProcessEnding

  /// What it wrote to its standard output.
  package var output: [UInt8]

  /// What it wrote to its standard error.
  package var errors: [UInt8]

  /// Whether it ended by itself, with status 0.
  package var succeeded: Bool { ending == .exited(0) }
}

/// Why a process is no more.
package enum ProcessEnding: Hashable, Sendable {
  /// It ended by itself, with this status.
  case exited(Int32)
  /// A signal ended it.
  case signaled(Int32)
  /// It took longer than it may.
  case timedOut
  /// It wrote more than it may.
  case flooded
  /// This program ended it, because it is ending itself.
  case stopped

  /// Takes a status as `waitpid` gives it.
  init(status: Int32) {
    self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(status & 0x7F)
  }
}
