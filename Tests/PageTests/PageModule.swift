import Foundation
import LoopTracing
import TestSupport

/// The module of `scripts/build-page-catalogue`.
struct PageModule: Sendable {
  /// How one of its programs went.
  struct Run {
    let status: Int32
    let output: String
    let errors: String
    let recording: [UInt8]
    /// What was recorded of the loop at a moment.
    let state: [UInt8]
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let path: String

  /// Built once for all tests, beside them.
  static let built = Result {
    let folder = BuiltProducts.path("page")
    let result = try start("scripts/build-page-catalogue", [folder])
    guard result.status == 0 else {
      throw Failure(description: "the engine cannot be built for a page:\n\(result.errors)")
    }
    return PageModule(path: "\(folder)/catalogue.wasm")
  }

  /// Runs the program of that number under a schedule, and looks at its loop at a moment.
  func run(_ program: Int, _ schedule: Schedule = .inOrder, at moment: RecordingMoment? = nil) throws -> Run {
    let order = "\(schedule)" + (moment.map { "@\($0)" } ?? "")
    let result = try Self.start("timeout", ["--signal=KILL", "120", "wasmkit", "run", path, "\(program)", order])
    // The status and three lengths, then what they are of, and the state.
    guard result.status == 0, result.output.count >= 16 else {
      throw Failure(description: "wasmkit ended with status \(result.status): \(result.errors)")
    }
    let head = (0..<4).map { number in
      result.output.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: number * 4, as: UInt32.self) }
    }
    var rest = result.output.dropFirst(16)
    let parts = head.dropFirst().map { length in
      defer { rest = rest.dropFirst(Int(length)) }
      return Array(rest.prefix(Int(length)))
    }
    guard moment != nil || rest.isEmpty, zip(parts, head.dropFirst()).allSatisfy({ $0.count == Int($1) }) else {
      throw Failure(description: "what the module wrote has other lengths than it says")
    }
    return Run(
      status: Int32(bitPattern: head[0]), output: String(decoding: parts[0], as: UTF8.self),
      errors: String(decoding: parts[1], as: UTF8.self), recording: parts[2], state: Array(rest))
  }

  /// Runs a program with arguments.
  static func start(
    _ program: String, _ arguments: [String]
  ) throws -> (status: Int32, output: [UInt8], errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let output = Pipe()
    process.standardOutput = output
    // To a file, since nothing reads it while the other is read.
    let errors = try TemporaryFolder("page-errors")
    try errors.write("errors.txt", "")
    process.standardError = try FileHandle(forWritingTo: errors.url.appending(path: "errors.txt"))
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = try String(contentsOf: errors.url.appending(path: "errors.txt"), encoding: .utf8)
    return (process.terminationStatus, Array(bytes), text)
  }
}
