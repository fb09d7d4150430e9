import Foundation
import LoopTracing
import TestSupport

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
    let folder = try TemporaryFolder()
    let (file, object, library) = (folder.path("main.swift"), folder.path("main.o"), folder.path("example.so"))
    try folder.write("main.swift", source)
    let modules = [
      "-I", BuiltProducts.path("Modules"),
      "-Xcc", "-fmodule-map-file=\(BuiltProducts.path("CLinux.build/module.modulemap"))",
      "-Xcc", "-fmodule-map-file=\(BuiltProducts.path("CReference.build/module.modulemap"))",
    ]
    try Self.tool(
      "swiftc",
      ["-frontend", "-c", "-module-name", "main", "-swift-version", "6", file, "-o", object] + modules
        + side.aliases)
    try Self.tool("ld.lld", ["-shared", try Self.startObject(), object, "-o", library])
    let recording = folder.path("trace")
    status = try Self.host([Self.runtime(side), recording, clock, schedule, library]).status
    trace = try TraceJournal.read(folder: recording).trace
  }

  /// What the host says when it is asked to begin so.
  static func answer(on side: Side, folder: String, clock: String, schedule: String) throws -> String {
    try host([runtime(side), folder, clock, schedule]).output
  }

  private static func host(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun(BuiltProducts.path("runtime-host"), arguments)
  }

  private static func runtime(_ side: Side) -> String { BuiltProducts.path(side.library) }

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
    let result = try ProgramRun(name, arguments)
    guard result.status == 0 else { throw Failure(description: "\(name): \(result.output)") }
    return result.output
  }
}
