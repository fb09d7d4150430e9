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
    let shell = ["/bin/sh", "-c", String(decoding: script, as: UTF8.self)]
    let own = ProcessInfo.processInfo.environment
    var environment = own.filter { underTestNeeds.contains($0.key) }
    let path = own["PATH"] ?? "/usr/bin:/bin"
    environment["PATH"] = "\(BuiltProducts.folder):\(path)"
    environment["HOME"] = folder.path
    environment["XDG_CACHE_HOME"] = BuiltProducts.caches
    environment["TMPDIR"] = folder.path
    environment["LANG"] = "C.UTF-8"
    let command = own[underTest].map { [$0, folder.path] + shell } ?? shell
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = work
    process.environment = environment
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

  /// The variable that names a program which runs a command, after the folder that the command works in, with a
  /// loopbook of its own; see `scripts/check-installed`.
  private static let underTest = "LOOPBOOK_UNDER_TEST"
  /// What that program is told by `scripts/check-installed`.
  private static let underTestNeeds = ["INSTALLED", "TOOLCHAIN", "CACHES"]
}
