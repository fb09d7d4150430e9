import DifferentialModel
import Foundation
import Glibc

// Swift's module of glibc does not offer it: what follows in the child uses nothing that another thread could hold,
// since this process has none.
@_silgen_name("fork")
private func forkProcess() -> pid_t

/// Runs programs on the main thread of a process of their own, a child of this one, which has no other thread and no
/// loop.
enum ForkedRunner {
  /// What the program saw; it has ended if it did so within ten seconds.
  static func run(_ program: Program, _ body: (Program) -> ProgramTrace) -> ProgramTrace {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "pipe failed: \(errno)")
    let child = forkProcess()
    precondition(child >= 0, "fork failed: \(errno)")
    if child == 0 {
      close(ends[0])
      alarm(10)
      write(body(program), to: ends[1])
      _exit(0)
    }
    close(ends[1])
    let bytes = readAll(ends[0])
    close(ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    if status == 0, let trace = try? JSONDecoder().decode(ProgramTrace.self, from: bytes) { return trace }
    var broken = ProgramTrace()
    broken.ended = false
    broken.events = [.noted("the process ended with status \(status)")]
    return broken
  }

  private static func write(_ trace: ProgramTrace, to descriptor: Int32) {
    guard let bytes = try? JSONEncoder().encode(trace) else { _exit(3) }
    var rest = [UInt8](bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { _exit(4) }
      rest = rest.dropFirst(count)
    }
  }

  private static func readAll(_ descriptor: Int32) -> Data {
    var (all, buffer) = (Data(), [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return all }
      all.append(contentsOf: buffer[..<count])
    }
  }
}
