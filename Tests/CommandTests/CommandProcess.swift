import Foundation
import TestSupport

/// A command as a user would type it, run to its end in a folder of its own.
struct CommandProcess {
  let exitCode: Int32
  let output: [UInt8]
  let errors: [UInt8]
  /// What is in the folder afterwards.
  let files: FileTree

  /// Runs a script of sh in an environment that is the same on every machine.
  static func run(script: [UInt8], in input: FileTree) throws -> CommandProcess {
    let temporary = try TemporaryFolder()
    let folder = temporary.url
    let work = folder.appending(path: "work")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    try input.write(to: work)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", String(decoding: script, as: UTF8.self)]
    process.currentDirectoryURL = work
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = [
      "PATH": "\(BuiltProducts.folder):\(path)", "HOME": folder.path, "TMPDIR": folder.path, "LANG": "C.UTF-8",
    ]
    // Files, not pipes: no reader can be too slow for them.
    let output = folder.appending(path: "stdout")
    let errors = folder.appending(path: "stderr")
    for file in [output, errors] { try Data().write(to: file) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return CommandProcess(
      exitCode: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
      output: Array(try Data(contentsOf: output)), errors: Array(try Data(contentsOf: errors)),
      files: try FileTree(work))
  }
}
