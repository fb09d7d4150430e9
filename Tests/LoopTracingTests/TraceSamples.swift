import LoopEngine
import LoopTracing

/// Traces and random numbers for the tests of their forms.
enum TraceSamples {
  static let names = [
    "main", "", "Zähler 日本 🧵", "a\u{0}b\u{1}\u{1F}\u{7F}\u{85}\u{2028}\r\n\t", "\"\\/'\u{8}\u{C}", "e\u{301}", "...",
  ]

  static var snapshot: LoopSnapshot {
    let location = SourceLocation(named: "Book/Zähler.swift", line: 12)
    var items: [LoopSnapshot.Item] = []
    let kinds: [LoopSnapshot.Item.Kind] = [.signalSource, .descriptorSource, .port, .timer, .observer]
    for (index, kind) in kinds.enumerated() {
      var item = LoopSnapshot.Item(made: kind)
      item.label = names[index]
      item.order = index.isMultiple(of: 2) ? -index : .max
      item.location = index == 0 ? nil : location
      item.isValid = index != 1
      item.isSignaled = index == 2
      items.append(item)
      item.nextFireDate = [.distantPast, .distantFuture, LoopInstant(nanoseconds: -5)][index % 3]
      item.interval = index == 3 ? .nanoseconds(Int64.max) : .milliseconds(1500)
      item.activities = [.all, [], [.entry, .exit], LoopActivity(rawValue: 8)][index % 4]
      items.append(item)
    }
    var mode = LoopSnapshot.ModeState(made: Mode(names[2]), isCommon: true)
    mode.sources = [items[0]]
    mode.ports = Array(items[2...5])
    mode.timers = [items[6], items[7]]
    mode.observers = [items[8], items[9]]
    let blocks = [
      LoopSnapshot.Block(made: [.default, Mode(names[3])], label: "b", location: location),
      LoopSnapshot.Block(made: [], label: nil, location: nil),
    ]
    return LoopSnapshot(
      made: names[2], currentMode: .tracking, commonModes: [.default, .tracking], commonItems: items,
      modes: [mode, LoopSnapshot.ModeState(made: .default, isCommon: false)], blocks: blocks, isWaiting: true,
      isStopped: true)
  }

  /// Every kind of event, with every value of what it has.
  static var kinds: [TraceEvent.Kind] {
    let callouts: [LoopEvent.Callout] = [.timer, .source, .descriptor, .port, .block, .mainQueue, .observer]
    let reasons: [LoopEvent.WakeReason] = [.wakeUp, .timer, .source, .mainQueue, .timeout, .nothing]
    let results: [RunResult] = [.finished, .stopped, .timedOut, .handledSource]
    let activities: [LoopActivity] = [
      .entry, .beforeTimers, .beforeSources, .beforeWaiting, .afterWaiting, .exit, .all, [], [.entry, .exit],
      LoopActivity(rawValue: .max),
    ]
    var kinds: [LoopEvent.Kind] = [.runBegan(.default), .runBegan(Mode(names[3]))]
    kinds += results.map { .runEnded(.default, $0) } + activities.map { .activity($0) }
    kinds += callouts.flatMap { [.calloutBegan($0), .calloutEnded($0)] } + reasons.map { .woke($0) }
    kinds += [.slept(until: nil), .slept(until: .distantPast), .slept(until: LoopInstant(nanoseconds: 1 << 60))]
    kinds += [.signaled, .wakeUpRequested, .stopRequested(nil), .stopRequested(.tracking), .modeCreated("x")]
    kinds += [.commonModeAdded("x"), .loopMade, .loopEnded, .itemAdded(.common), .itemRemoved(.default)]
    kinds += [.itemInvalidated, .blockQueued, .threadBegan, .threadEnded]
    let others: [TraceEvent.Kind] =
      names.flatMap { [.print($0, .output), .print($0, .error)] } + [
        .snapshot("s", snapshot)
      ]
    return kinds.map { .loop($0) } + others
  }

  static var trace: Trace {
    let times: [Int64] = [0, 1_000_000, -1, .max, .min]
    let events = kinds.enumerated().map { index, kind in
      TraceEvent(
        kind: kind, time: times[index % 5], thread: names[index % 7], loop: names[index % 6],
        mode: index % 3 == 0 ? nil : names[index % 4], label: index % 4 == 0 ? nil : names[index % 5],
        file: index % 5 == 0 ? nil : "Book/Ä.swift", line: index % 5 == 0 ? nil : [0, 12, .max][index % 3])
    }
    return Trace(events: events, clock: .virtual)
  }

  /// The same numbers in every run (SplitMix64).
  struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }
}
