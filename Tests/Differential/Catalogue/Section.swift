import DifferentialModel
import LoopEngine

/// One section of the behaviour catalogue: its behaviours with the programs that show them.
struct Section: Sendable {
  /// What a behaviour does on its thread, given the probe that records it and the thread's loop.
  typealias Program = @Sendable (Probe, Loop) -> Void

  /// A behaviour and its program.
  struct Entry: Sendable {
    let behaviour: Behaviour
    let program: Program
  }

  private(set) var entries: [Entry] = []

  /// The section that `fill` writes.
  init(_ fill: (inout Section) -> Void) {
    fill(&self)
  }

  /// Adds a behaviour that needs a thread of its own.
  mutating func add(
    _ id: String, _ title: String, _ expected: String, _ reach: Behaviour.Reach = .both, _ program: @escaping Program
  ) {
    let behaviour = Behaviour(id, title, expected: expected, reach: reach, place: .ownThread)
    entries.append(Entry(behaviour: behaviour, program: program))
  }

  /// Adds a behaviour that needs a process of its own.
  mutating func addInProcess(
    _ id: String, _ title: String, _ expected: String, _ reach: Behaviour.Reach = .both, _ program: @escaping Program
  ) {
    let behaviour = Behaviour(id, title, expected: expected, reach: reach, place: .ownProcess)
    entries.append(Entry(behaviour: behaviour, program: program))
  }

  /// Adds a behaviour that needs the main thread.
  mutating func addOnMain(
    _ id: String, _ title: String, _ expected: String, _ reach: Behaviour.Reach = .both, _ program: @escaping Program
  ) {
    let behaviour = Behaviour(id, title, expected: expected, reach: reach, place: .mainThread)
    entries.append(Entry(behaviour: behaviour, program: program))
  }
}
