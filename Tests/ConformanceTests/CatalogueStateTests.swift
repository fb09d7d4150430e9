import DifferentialModel
import DifferentialOnEngine
import LoopEngine
import LoopTracing
import Synchronization
import Testing

/// What is seen of loops while the catalogue's programs run, against the loops' own snapshots.
///
/// What watches is the process's, so each test has a process of its own.
@Suite("States of the catalogue")
struct CatalogueStateTests {
  private static var behaviors: [Behavior] {
    Catalogue.behaviors.filter { $0.place == .ownThread && $0.id != "6.5d" }
  }

  @Test("each behavior is the same where the loops are looked at")
  func undisturbed() async {
    await #expect(processExitsWith: .success) {
      for behavior in Self.behaviors {
        let (words, looks) = try Self.run(behavior, against: nil)
        #expect(words == behavior.expected, "\(behavior)")
        #expect(looks.isWhole, "\(behavior)")
      }
    }
  }

  @Test("at each event a loop is seen as its own snapshot has it right after")
  func snapshots() async {
    await #expect(processExitsWith: .success) {
      var count = 0
      for behavior in Self.behaviors {
        let (_, looks) = try Self.run(behavior, against: LoopRecording.loopHere)
        count += looks.compared
        #expect(looks.differences == [], "\(behavior)")
      }
      #expect(count > 5_000)
    }
  }

  /// What a program left, and what came of looking at its loops; `against` says which loop's own snapshot is taken
  /// where one is seen.
  private static func run(
    _ behavior: Behavior, against own: @escaping @autoclosure @Sendable () -> Loop?
  ) throws -> (words: [String], looks: Looks) {
    let looks = Looks()
    let watch = StateWatch(nil) { moment, seen in
      let isNested = looks.state.withLock { state in
        state.looked += 1
        return state.isLooking
      }
      // To take the snapshot may be an event.
      guard !isNested, let seen, let loop = own(), loop.handle.name == seen.loop else { return }
      looks.state.withLock { $0.isLooking = true }
      let taken = loop.snapshot()
      looks.state.withLock { state in
        state.isLooking = false
        state.compared += 1
        if let difference = difference(seen, taken) { state.differences.append("\(moment): \(difference)") }
      }
    }
    let sink = Sink(watch, looks)
    let outcome = try VirtualRun().run { _ in
      LoopRecording.install(sink)
      LoopRecording.watch(watch)
      let words = Catalogue.trace(of: behavior.id) ?? ["unknown"]
      LoopRecording.install(nil)
      LoopRecording.watch(nil)
      return words
    }
    if case .deadlocked(let deadlock) = outcome.ending { return (["\(deadlock)"], looks) }
    return (try outcome.expectFinished(), looks)
  }

  /// Nil where the two say the same.
  ///
  /// To take a snapshot makes the modes that waiting blocks name, and has not the blocks of a pass that is under way.
  private static func difference(_ seen: LoopSnapshot, _ own: LoopSnapshot) -> String? {
    var same = seen
    same.modes += own.modes.dropFirst(seen.modes.count)
    same.blocks = seen.blocks.suffix(own.blocks.count)
    let areNewEmpty = own.modes.dropFirst(seen.modes.count).allSatisfy { mode in
      mode.sources.isEmpty && mode.ports.isEmpty && mode.timers.isEmpty && mode.observers.isEmpty
    }
    return same == own && areNewEmpty ? nil : "\(seen)\nis not\n\(own)"
  }
}

private final class Looks: Sendable {
  struct State {
    var recorded = 0
    var looked = 0
    var compared = 0
    var differences: [String] = []
    var isLooking = false
  }
  let state = Mutex(State())

  /// Whether each event was looked at, but for what had not been done when the program ended.
  var isWhole: Bool { state.withLock { $0.recorded > 0 && $0.looked == $0.recorded } }
  var compared: Int { state.withLock { $0.compared } }
  var differences: [String] { state.withLock { $0.differences } }
}

private final class Sink: LoopEventSink {
  private let watch: StateWatch
  private let looks: Looks

  init(_ watch: StateWatch, _ looks: Looks) {
    self.watch = watch
    self.looks = looks
  }

  func record(_ event: LoopEvent) {
    looks.state.withLock { $0.recorded += 1 }
    watch.hasRecorded()
  }
}
