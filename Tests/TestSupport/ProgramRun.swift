internal import Foundation

/// A program that has come to its end.
package struct ProgramRun: Sendable {
  /// Its exit status, or the number of the signal that ended it.
  package let status: Int32
  /// What it wrote to standard output and standard error, in its order.
  package let output: String

  /// Runs a program of the PATH with the environment of the tests, and kills it when it takes longer than 20 seconds.
  package init(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    // By a signal that cannot be blocked: the threads that run tests block the others, and what they start inherits
    // that.
    // Where hostile programs of other tests have used up the user's timers, it warns, and takes another clock. What it
    // says is not the program's.
    process.arguments = ["--signal=KILL", "20", "/bin/sh", "-c", "exec \"$0\" \"$@\" 2>&1", program] + arguments
    process.standardError = FileHandle.nullDevice
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }
}
