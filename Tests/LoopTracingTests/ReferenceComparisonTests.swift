import LoopDifferences
import LoopEngine
import Testing

@testable import LoopTracing

/// The order on the engine beside the order on CoreFoundation, in traces written by hand.
@Suite("Comparison with CoreFoundation") struct ReferenceComparisonTests {
  /// A trace of words such as "entry T S timer:tick exit", each with the milliseconds before it when these change.
  private static func trace(_ threads: [(name: String, words: String)], clock: Trace.Clock = .virtual) -> Trace {
    var trace = Trace(clock: clock)
    for (thread, words) in threads {
      var time: Int64 = 0
      for word in words.split(separator: " ") {
        if let milliseconds = Int64(word) {
          time = milliseconds * 1_000_000
          continue
        }
        let parts = word.split(separator: ":").map(String.init)
        for (kind, label, by, loop) in events(parts, thread) {
          trace.events.append(
            TraceEvent(kind: .loop(kind), time: time, thread: by, loop: loop, label: label))
        }
      }
    }
    return trace
  }

  private static func events(
    _ word: [String], _ thread: String
  ) -> [(LoopEvent.Kind, label: String?, by: String, loop: String)] {
    let item = word.count > 1 ? word[1] : nil
    func one(_ kind: LoopEvent.Kind) -> [(LoopEvent.Kind, label: String?, by: String, loop: String)] {
      [(kind, item, thread, thread)]
    }
    switch word[0] {
    case "entry":
      let mode = item.map { Mode($0) } ?? .default
      return [(.runBegan(mode), nil, thread, thread), (.activity(.entry), nil, thread, thread)]
    case "T": return one(.activity(.beforeTimers))
    case "S": return one(.activity(.beforeSources))
    case "W": return one(.activity(.beforeWaiting))
    case "A": return one(.activity(.afterWaiting))
    case "exit", "timeout":
      let result: RunResult = word[0] == "exit" ? .finished : .timedOut
      return [(.activity(.exit), nil, thread, thread), (.runEnded(.default, result), nil, thread, thread)]
    case "queued": return [(.blockQueued, item, word[2], thread)]
    case "invalidated": return one(.itemInvalidated)
    case "woken": return [(.wakeUpRequested, nil, word[1], thread)]
    case "{":
      // A known word: the tests' own.
      return [(.calloutBegan(LoopEvent.Callout(rawValue: word[1])!), word.count > 2 ? word[2] : nil, thread, thread)]
    case "}": return [(.calloutEnded(LoopEvent.Callout(rawValue: word[1])!), nil, thread, thread)]
    default:
      // A known word: the tests' own.
      let callout = LoopEvent.Callout(rawValue: word[0])!
      return one(.calloutBegan(callout)) + one(.calloutEnded(callout))
    }
  }

  private static func compare(_ engine: String, _ reference: String) -> ReferenceComparison {
    ReferenceComparison(
      engine: trace([("main", engine)]), reference: trace([("main", reference)], clock: .real))
  }

  @Test("times, reasons and threads' interleaving do not count")
  func same() {
    let main = "entry T S W 10 A timer:tick exit"
    let worker = "entry:other T S block:x W A exit"
    let comparison = ReferenceComparison(
      engine: Self.trace([("main", main), ("worker", worker)]),
      reference: Self.trace([("worker", worker), ("main", main.replacing("10", with: "13"))], clock: .real))
    #expect(comparison.verdict == .same)
    #expect(comparison.isExplained)
    #expect(comparison.sentence == "Same order of activities and callouts on CoreFoundation")
    #expect(comparison.threads.map(\.name) == ["main", "worker"])
  }

  @Test(
    "a deviation that nothing explains is a mismatch",
    arguments: [
      ("entry T S timer:a timer:b exit", "entry T S timer:b timer:a exit"),
      ("entry T S timer:a exit", "entry T S exit"),
      ("entry T S exit", "entry T S timer:a exit"),
      ("entry T S exit", "entry T S timeout"),
      ("entry T S exit", "entry:other T S exit"),
      ("entry T S block:a exit", "entry T S block:b exit"),
      ("entry T S W 5 A timer:a T S exit", "entry T S W A timer:a T S W A T S exit"),
      ("entry T S W 5 A timer:a T S W 6 A timer:b exit", "entry T S W A timer:a timer:b exit"),
      ("entry T S exit", ""), ("", "entry T S exit"),
    ])
  func different(_ engine: String, _ reference: String) {
    let comparison = Self.compare(engine, reference)
    #expect(comparison.verdict == .different, "\(comparison)")
    #expect(comparison.differences == [])
    #expect(!comparison.isExplained)
  }

  @Test("a mismatch shows both orders, aligned")
  func readable() {
    let comparison = Self.compare("entry T S block:a W A timer:t exit", "entry T S W A block:a timer:t exit")
    #expect(
      comparison.description == #"""
        CoreFoundation differs on main

        main: different (- CoreFoundation, + LoopEngine)
          entry default
          beforeTimers
          beforeSources
        +   block "a"
          beforeWaiting
          afterWaiting
        -   block "a"
            timer "t"
          exit finished

        """#)
  }

  @Test("timers due at one virtual instant may take two turns of real time")
  func atOnce() {
    let two = "entry T S W A timer:a T S W A timer:b exit"
    #expect(Self.compare("entry T S W 5 A timer:a timer:b exit", two).verdict == .sameButForTiming)
    #expect(Self.compare("entry T S W 5 A timer:a T S W 6 A timer:b exit", two).verdict == .same)
    // In the wrong order they may not.
    let swapped = "entry T S W A timer:b T S W A timer:a exit"
    #expect(Self.compare("entry T S W 5 A timer:a timer:b exit", swapped).verdict == .different)
  }

  @Test("timers that CoreFoundation fires at other times are no tie: a tolerance made them one")
  func tolerance() {
    let shared = "entry T S W 150 A timer:a timer:b exit"
    let apart = Self.compare(shared, "entry T S W 100 A timer:a T S W 120 A timer:b exit")
    #expect(apart.verdict == .known(["timer-tolerance"]))
    // One that waits for another may come behind it, too.
    let behind = Self.compare(
      "entry T S W 100 A timer:b T S W 150 A timer:a exit", "entry T S W 50 A timer:a T S W 100 A timer:b exit")
    #expect(behind.verdict == .known(["timer-tolerance"]))
    // CoreFoundation was late: no tolerance of the engine's explains that.
    let late = "entry T S W 100 A timer:a T S W 200 A timer:b exit"
    #expect(Self.compare("entry T S W 100 A timer:a timer:b exit", late).verdict == .different)
    // A turn of the engine's own is none that a tolerance makes.
    #expect(
      Self.compare("entry T S W 50 A timer:a T S W 100 A timer:b exit", shared.replacing("150", with: "20")).verdict
        == .different)
  }

  @Test("what observers of entry take of a run's limit is known")
  func slowEntry() {
    let engine = "entry 60 T S W 80 A timeout"
    #expect(
      Self.compare(engine, "entry 60 T S W 100 A timer:t T S W 140 A timeout").verdict
        == .known(["limit-from-call"]))
    let quick = "entry T S W 80 A timeout"
    #expect(Self.compare(quick, "entry T S W 100 A timer:t T S W 140 A timeout").verdict == .different)
  }

  @Test("a timer due at its run's limit may come too late, one due before may not")
  func atLimit() {
    let late = "entry T S W A timeout"
    #expect(Self.compare("entry T S W 9 A timer:a timeout", late).verdict == .sameButForTiming)
    #expect(Self.compare("entry T S W 8 A timer:a 9 timeout", late).verdict == .different)
  }

  @Test("blocks of several threads come in each thread's order")
  func posts() {
    func words(_ order: String) -> String {
      "queued:a1:x queued:a2:x queued:b1:y queued:b2:y entry T S \(order) exit"
    }
    let engine = words("block:a1 block:a2 block:b1 block:b2")
    #expect(Self.compare(engine, words("block:b1 block:a1 block:b2 block:a2")).verdict == .sameButForTiming)
    #expect(Self.compare(engine, words("block:a1 block:a2 W A T S block:b1 block:b2")).verdict == .sameButForTiming)
    #expect(Self.compare(engine, words("block:a2 block:a1 block:b1 block:b2")).verdict == .different)
    #expect(Self.compare(engine, words("block:a1 block:a2 block:b1")).verdict == .different)
  }

  @Test("what was asked for at different moments is no tie, nor what comes much later on CoreFoundation")
  func apart() {
    let engine = "queued:a:x entry T S block:a W 100 queued:b:y A block:b exit"
    let swapped = "queued:a:x queued:b:y entry T S block:b block:a W 100 A exit"
    #expect(Self.compare(engine, swapped).verdict == .different)
    let slept = "queued:a:x entry T S W 100 A block:a queued:b:y block:b exit"
    #expect(Self.compare(engine, slept).verdict == .different)
    #expect(Self.compare(engine, slept.replacing("100 A", with: "10 A")).verdict == .different)
    let soon = "queued:a:x entry T S W A block:a T S W 100 queued:b:y A block:b exit"
    #expect(Self.compare(engine, soon).verdict == .sameButForTiming)
  }

  @Test("a listed difference of places explains an order at one moment, and no other")
  func places() {
    func words(_ order: String) -> String { "entry:other T S exit entry T S W 50 A \(order) exit" }
    let (engine, reference) = (words("timer:a timer:b"), words("timer:b timer:a"))
    #expect(Self.compare(engine, reference).verdict == .known(["ready-place-kept"]))
    #expect(Self.compare(words("timer:a 60 timer:b"), words("60 timer:b timer:a")).verdict == .different)
  }

  @Test("wake-ups of another thread make turns, and nothing else")
  func wakeUps() {
    let engine = "entry T S W 5 woken:x A T S W 90 A timer:t exit"
    #expect(Self.compare(engine, "entry T S W 5 A T S W A T S W 90 A timer:t exit").verdict == .sameButForTiming)
    #expect(Self.compare(engine, "entry T S W 5 A T S W 90 timer:t A exit").verdict == .different)
    // They make none where nothing woke the loop.
    #expect(Self.compare(engine, "entry T S W 5 A T S W 50 A T S W 90 A timer:t exit").verdict == .different)
  }

  @Test("a wake for nothing after a timer was taken away, or of an outer limit, is known")
  func wakesForNothing() {
    let removed = Self.compare(
      "invalidated:t entry T S W 9 A timer:b exit", "invalidated:t entry T S W A T S W A timer:b exit")
    #expect(removed.verdict == .known(["last-timer-disarmed"]))
    #expect(removed.differences.map(\.id) == ["last-timer-disarmed"])
    #expect(removed.sentence == "CoreFoundation differs in a known way (known difference: last-timer-disarmed)")
    let outer = Self.compare(
      "entry T S W A timeout entry T S W A timer:b exit", "entry T S W A timeout entry T S W A T S W A timer:b exit")
    #expect(outer.verdict == .known(["outer-limit-silent"]))
    // The engine must not wake for nothing.
    let engine = Self.compare(
      "invalidated:t entry T S W A T S W A timer:b exit", "invalidated:t entry T S W 9 A timer:b exit")
    #expect(engine.verdict == .different)
  }

  @Test("a run nested in an afterWaiting observer fires timers on the engine only")
  func nested() {
    func words(_ inner: String, _ after: String) -> String {
      "entry T S W 9 A {:observer:o entry:default T S \(inner) timeout }:observer \(after) exit"
    }
    #expect(
      Self.compare(words("timer:t", ""), words("", "timer:t")).verdict == .known(["taken-timer-fires-nested"]))
    #expect(Self.compare(words("block:t", ""), words("", "block:t")).verdict == .different)
  }

  @Test("every difference that is named is in the table")
  func table() {
    let ids = Set(Difference.all.map(\.id))
    #expect(Set(ReferenceComparison.visible).isSubset(of: ids))
  }
}
