import DifferentialModel
import LoopEngine

/// One section of the behavior catalogue: its behaviors with the programs that show them.
struct Section: Sendable {
  /// What a behavior does on its thread, given the probe that records it and the thread's loop.
  typealias Program = @Sendable (Probe, Loop) -> Void

  /// A behavior and its program.
  struct Entry: Sendable {
    let behavior: Behavior
    let program: Program
  }

  private(set) var entries: [Entry] = []

  /// The section that `fill` writes.
  init(_ fill: (inout Section) -> Void) {
    fill(&self)
  }

  /// Adds a behavior that needs a thread of its own.
  mutating func add(
    _ id: String, _ title: String, _ expected: String, _ reach: Behavior.Reach = .both, _ program: @escaping Program
  ) {
    let behavior = Behavior(id, title, expected: expected, reach: reach, place: .ownThread)
    entries.append(Entry(behavior: behavior, program: program))
  }

  /// Adds a behavior that needs a process of its own.
  mutating func addInProcess(
    _ id: String, _ title: String, _ expected: String, _ reach: Behavior.Reach = .both, _ program: @escaping Program
  ) {
    let behavior = Behavior(id, title, expected: expected, reach: reach, place: .ownProcess)
    entries.append(Entry(behavior: behavior, program: program))
  }

  /// Adds a behavior that needs the main thread.
  mutating func addOnMain(
    _ id: String, _ title: String, _ expected: String, _ reach: Behavior.Reach = .both, _ program: @escaping Program
  ) {
    let behavior = Behavior(id, title, expected: expected, reach: reach, place: .mainThread)
    entries.append(Entry(behavior: behavior, program: program))
  }
}
