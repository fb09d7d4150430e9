public import DifferentialModel
import LoopEngine

/// Every behavior of the catalogue, runnable on the loop that this module is compiled against.
public enum Catalogue {
  static let sections: [Section] = everywhere + ofTheSystem

  private static let everywhere = [
    dataModel, commonModes, ordering, entryAndExit, iteration, sourcePass, timers, timerDates, blocks, observers,
    stopAndWake, runLoop, threads, permanentThreads, performingOnThreads,
  ]

  /// What a page has not: Dispatch, descriptors, Swift's tasks, a processor's clock.
  private static let ofTheSystem: [Section] = {
    #if hasFeature(Embedded)
      []
    #else
      [mainQueue, descriptors, executors, processorTime]
    #endif
  }()

  private static let entries: [Section.Entry] = sections.flatMap { $0.entries }

  /// The behaviors that need what a page has not.
  public static var behaviorsOfTheSystem: [Behavior] {
    ofTheSystem.flatMap { $0.entries }.map { $0.behavior }
  }

  /// The behaviors in the order of the catalogue.
  public static var behaviors: [Behavior] { entries.map { $0.behavior } }

  /// Runs the behavior named `id` and returns its trace, nil where there is no behavior of that name.
  ///
  /// It runs on a fresh thread, or on the calling thread if it needs the main thread, which the caller then must be.
  /// One on a fresh thread that does not end within ten seconds is given up: its trace so far ends with the word
  /// "HANGS".
  public static func trace(of id: String) -> [String]? {
    guard let entry = entries.first(where: { $0.behavior.id == id }) else { return nil }
    let probe = Probe()
    if entry.behavior.place == .mainThread {
      entry.program(probe, Loop.current)
      probe.finish()
      return probe.words
    }
    let finished = LoopSemaphore()
    let thread = Probe.makeThread("behavior") { loop in
      entry.program(probe, loop)
      probe.finish()
      finished.signal()
    }
    guard finished.wait(for: .seconds(10)) else { return probe.words + ["HANGS"] }
    thread.join()
    return probe.words
  }
}
