public import DifferentialModel
import Dispatch
import LoopEngine

/// Every behaviour of the catalogue, runnable on the loop that this module is compiled against.
public enum Catalogue {
  static let sections: [Section] = [
    dataModel, commonModes, ordering, entryAndExit, iteration, sourcePass, timers, timerDates, blocks, observers,
    stopAndWake, runLoop, threads, mainQueue, descriptors, executors,
  ]

  private static let entries: [Section.Entry] = sections.flatMap(\.entries)

  /// The behaviours in the order of the catalogue.
  public static var behaviours: [Behaviour] { entries.map(\.behaviour) }

  /// Runs the behaviour named `id` on a fresh thread and returns its trace.
  ///
  /// A behaviour that does not end within ten seconds is given up: its trace so far ends with the word "HANGS".
  /// Returns nil where there is no behaviour of that name.
  public static func trace(of id: String) -> [String]? {
    guard let entry = entries.first(where: { $0.behaviour.id == id }) else { return nil }
    let probe = Probe()
    let finished = DispatchSemaphore(value: 0)
    probe.thread("behaviour") { loop in
      entry.program(probe, loop)
      finished.signal()
    }
    guard finished.wait(timeout: .now() + 10) == .success else { return probe.words + ["HANGS"] }
    probe.joinThreads()
    return probe.words
  }

  /// Runs the behaviour named `id` on the calling thread, which must be the main thread, and returns its trace.
  ///
  /// Returns nil where there is no behaviour of that name.
  public static func traceOnMainThread(of id: String) -> [String]? {
    guard let entry = entries.first(where: { $0.behaviour.id == id }) else { return nil }
    let probe = Probe()
    entry.program(probe, Loop.current)
    probe.joinThreads()
    return probe.words
  }
}
