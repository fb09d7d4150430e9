import Glibc
import TestSupport
import Testing

/// Programs that must not compile: what is not thread-safe cannot be handed to another thread.
@Suite("Rejected programs")
struct RejectedProgramsTests {
  /// A program and the words of the error that the compiler must report.
  struct Program: CustomTestStringConvertible {
    let name: String
    let source: String
    /// Nil for one that compiles, without which the others would prove nothing.
    let error: String?

    var testDescription: String { name }
  }

  static let programs = [
    Program(
      name: "a loop used on its own thread compiles",
      source: """
        func use() { Loop.current.perform { Loop.current.stop() } }
        """, error: nil),
    Program(
      name: "a loop captured by a Sendable closure",
      source: """
        func use(_ loop: Loop) {
          let body: @Sendable () -> Void = { loop.stop() }
          body()
        }
        """, error: "capture of 'loop' with non-Sendable type 'Loop' in a '@Sendable' closure"),
    Program(
      name: "a loop sent to another loop's thread",
      source: """
        func use(_ loop: Loop, _ other: LoopHandle) { other.perform { loop.wakeUp() } }
        """, error: "capture of 'loop' with non-Sendable type 'Loop' in a '@Sendable' closure"),
    Program(
      name: "a timer sent to another loop's thread",
      source: """
        func use(_ other: LoopHandle) {
          let timer = LoopTimer(after: .seconds(1)) { _ in }
          other.perform { timer.invalidate() }
        }
        """, error: "capture of 'timer' with non-Sendable type 'LoopTimer' in a '@Sendable' closure"),
    Program(
      name: "an observer sent to another loop's thread",
      source: """
        func use(_ observer: LoopObserver, _ other: LoopHandle) { other.perform { observer.invalidate() } }
        """, error: "capture of 'observer' with non-Sendable type 'LoopObserver' in a '@Sendable' closure"),
    Program(
      name: "the current loop in an asynchronous function",
      source: """
        func use() async { Loop.current.stop() }
        """, error: "'current' is unavailable from asynchronous contexts"),
    Program(
      name: "waiting for another loop in an asynchronous function",
      source: """
        func use(_ other: LoopHandle) async throws { try other.performAndWait {} }
        """, error: "'performAndWait' is unavailable from asynchronous contexts"),
  ]

  @Test(arguments: programs, ["LoopEngine", "LoopEngineReference"])
  func rejected(_ program: Program, module: String) async throws {
    let path = "\(BuiltProducts.folder)/rejected-\(module)-\(program.name.replacing(" ", with: "-")).swift"
    try write("import \(module)\n" + program.source + "\n", to: path)
    defer { unlink(path) }
    let maps = ["CLinux", "CReference"].flatMap { name in
      ["-Xcc", "-fmodule-map-file=\(BuiltProducts.folder)/\(name).build/module.modulemap"]
    }
    let command =
      ["swiftc", "-typecheck", "-swift-version", "6", "-I", "\(BuiltProducts.folder)/Modules"] + maps + [path]
    let result = try await Lanes.run { try BehaviorProcess.run(command) }
    guard let error = program.error else {
      #expect(result.status == 0, "\(result.output)")
      return
    }
    #expect(result.status != 0)
    #expect(result.output.contains(error), "\(result.output)")
  }

  private func write(_ text: String, to path: String) throws {
    guard let stream = fopen(path, "w") else {
      throw BehaviorProcess.Failure(description: "fopen: \(String(cString: strerror(errno)))")
    }
    defer { fclose(stream) }
    guard fputs(text, stream) >= 0 else {
      throw BehaviorProcess.Failure(description: "fputs: \(String(cString: strerror(errno)))")
    }
  }
}
