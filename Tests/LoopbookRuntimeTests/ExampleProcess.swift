import Foundation
import LoopTracing

/// An example, compiled as Loopbook does it, loaded beside a runtime library and recorded.
struct ExampleProcess {
  /// What an example is compiled against.
  enum Side: String, CaseIterable, CustomStringConvertible {
    case engine
    case reference

    var description: String { rawValue }

    fileprivate var library: String {
      self == .engine ? "libLoopbookRuntime.so" : "libLoopbookRuntimeOnReference.so"
    }

    /// How the example's imports become the modules of this side.
    fileprivate var aliases: [String] {
      if self == .engine { return [] }
      let aliased = ["LoopEngine": "LoopEngineReference", "LoopTracing": "LoopTracingOnReference"]
      return aliased.sorted { $0.key < $1.key }.flatMap { ["-module-alias", "\($0.key)=\($0.value)"] }
    }
  }

  /// Why an example could not be run.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let status: Int32
  let trace: Trace

  /// The trace in its text form.
  var text: String { TraceText(trace).text }

  /// Compiles, loads and records the example.
  init(_ source: String, on side: Side, clock: String, schedule: String = "") throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, object) = (folder.appending(path: "main.swift"), folder.appending(path: "main.o"))
    let library = folder.appending(path: "example.so")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let modules = [
      "-I", Self.products.appending(path: "Modules").path,
      "-Xcc", "-fmodule-map-file=\(Self.products.appending(path: "CLinux.build/module.modulemap").path)",
      "-Xcc", "-fmodule-map-file=\(Self.products.appending(path: "CReference.build/module.modulemap").path)",
    ]
    try Self.tool(
      "swiftc",
      ["-frontend", "-c", "-module-name", "main", "-swift-version", "6", file.path, "-o", object.path] + modules
        + side.aliases)
    try Self.tool("ld.lld", ["-shared", try Self.startObject(), object.path, "-o", library.path])
    let recording = folder.appending(path: "trace").path
    status = try Self.host([Self.runtime(side), recording, clock, schedule, library.path]).status
    trace = try TraceJournal.read(folder: recording).trace
  }

  /// What the host says when it is asked to begin so.
  static func answer(on side: Side, folder: String, clock: String, schedule: String) throws -> String {
    try host([runtime(side), folder, clock, schedule]).output
  }

  private static func host(_ arguments: [String]) throws -> (status: Int32, output: String) {
    try run(products.appending(path: "runtime-host").path, arguments)
  }

  private static func runtime(_ side: Side) -> String { products.appending(path: side.library).path }

  /// The folder of the test bundle, where everything was built.
  private static let products =
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

  /// The object that tells the Swift runtime of a library's metadata.
  private static func startObject() throws -> String {
    struct Target: Decodable {
      struct Paths: Decodable { let runtimeResourcePath: String }
      struct Triple: Decodable { let arch: String }
      let paths: Paths
      let target: Triple
    }
    let info = try tool("swiftc", ["-print-target-info"])
    let target = try JSONDecoder().decode(Target.self, from: Data(info.utf8))
    return "\(target.paths.runtimeResourcePath)/linux/\(target.target.arch)/swiftrt.o"
  }

  @discardableResult
  private static func tool(_ name: String, _ arguments: [String]) throws -> String {
    let result = try run("/usr/bin/env", [name] + arguments)
    guard result.status == 0 else { throw Failure(description: "\(name): \(result.output)") }
    return result.output
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    // By a signal that nobody blocks: the threads that run tests block the others, and what they start inherits that.
    process.arguments = ["--signal=KILL", "20", program] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
