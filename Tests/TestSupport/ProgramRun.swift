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
    process.arguments = ["--signal=KILL", "20", program] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }
}
