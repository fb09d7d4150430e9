import Foundation

/// A machine with a book of its own in a folder of its own: nothing but a shared cache connects it with others.
final class Machine {
  /// What a command said, and how it ended.
  struct Ending {
    var code: Int32
    var output: String
    var errors: String
    var all: String { output + errors }
  }

  let folder: URL
  var environment: [String: String]

  var book: URL { folder.appending(path: "checkout/book") }

  init(_ files: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "machine-\(UUID().uuidString)")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    environment = ["PATH": path, "HOME": folder.path, "TMPDIR": folder.path, "LANG": "C.UTF-8"]
    for (path, text) in files { try write(text, to: path) }
  }

  deinit {
    // What is left lies in the folder for temporary files.
    try? FileManager.default.removeItem(at: folder)
  }

  /// Writes a file of the book.
  func write(_ text: String, to path: String) throws {
    let file = book.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// A file that a command wrote.
  func text(of path: String) throws -> String { try String(contentsOf: folder.appending(path: path), encoding: .utf8) }

  /// Starts a command on the book.
  func start(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = Self.builtProducts.appending(path: "loopbook")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = environment
    // Files, not pipes: no reader can be too slow for them.
    for name in ["stdout", "stderr"] { try Data().write(to: folder.appending(path: name)) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "stdout"))
    process.standardError = try FileHandle(forWritingTo: folder.appending(path: "stderr"))
    try process.run()
    return process
  }

  /// Runs a command on the book to its end.
  func run(_ verb: String, _ arguments: String...) throws -> Ending {
    let process = try start([verb, "checkout/book"] + arguments)
    process.waitUntilExit()
    return Ending(code: process.terminationStatus, output: try text(of: "stdout"), errors: try text(of: "stderr"))
  }

  /// The folder of the test bundle, which is the program that runs; loopbook lies beside it.
  private static let builtProducts = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()
}
