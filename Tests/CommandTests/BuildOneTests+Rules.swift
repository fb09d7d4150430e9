extension BuildOneTests {
  static let rules = turnRules + waitRules + itemRules + blockRules

  /// The order of what a turn does, and how it ends.
  private static let turnRules = [
    Rule(
      "blocks come before sources",
      "      performBlocks(mode)\n      var handled = performSources(onlyOne: endsAfterSource)\n",
      "      var handled = performSources(onlyOne: endsAfterSource)\n      performBlocks(mode)\n",
      noticedBy: "every-step"),
    Rule(
      "blocks come again after sources",
      "      if handled { performBlocks(mode) }\n",
      "", noticedBy: "block-beside-a-source"),
    Rule(
      "blocks come again only after sources",
      "      if handled { performBlocks(mode) }\n",
      "      performBlocks(mode)\n", noticedBy: "block-queued-by-a-block"),
    Rule(
      "blocks come after the wait",
      "      ready?.serve()\n      performBlocks(mode)\n",
      "      ready?.serve()\n", noticedBy: "block-queued-by-a-block"),
    Rule(
      "what is served comes before blocks",
      "      ready?.serve()\n      performBlocks(mode)\n",
      "      performBlocks(mode)\n      ready?.serve()\n", noticedBy: "every-step"),
    Rule(
      "there is no sleep after a source",
      "let sleeps = !handled && !polls",
      "let sleeps = !polls", noticedBy: "timer-without-a-sleep"),
    Rule(
      "a run of no time does not sleep",
      "let sleeps = !handled && !polls",
      "let sleeps = !handled", noticedBy: "zero-seconds"),
    Rule(
      "a run of no time takes what comes in its turn",
      "polls ? .distantFuture : limit",
      "limit", noticedBy: "zero-seconds-and-a-late-message"),
    Rule(
      "a run that returns after a source performs one",
      "&& !(onlyOne && handled)",
      "", noticedBy: "one-source-of-two"),
    Rule(
      "sources count as handled",
      "      handled = handled || ready?",
      "      handled = ready?", noticedBy: "precedence-of-results"),
    Rule(
      "a message counts as a source",
      " || ready?.reason == .source",
      "", noticedBy: "message-ends-the-run"),
    Rule(
      "work from the main queue counts as a source",
      " || ready?.reason == .mainQueue",
      "", noticedBy: "main-queue-counts-as-a-source"),
    Rule(
      "a source is told before the limit",
      "      if handled && endsAfterSource { return .handledSource }\n      if limit <= .now { return .timedOut }\n",
      "      if limit <= .now { return .timedOut }\n      if handled && endsAfterSource { return .handledSource }\n",
      noticedBy: "precedence-of-results"),
    Rule(
      "the limit is told before a stop",
      "      if limit <= .now { return .timedOut }\n      if isStopped { return .stopped }\n",
      "      if isStopped { return .stopped }\n      if limit <= .now { return .timedOut }\n",
      noticedBy: "precedence-of-results"),
    Rule(
      "a stop is told before the end of all items",
      "      if isStopped { return .stopped }\n      if isEmpty(mode) { return .finished }\n",
      "      if isEmpty(mode) { return .finished }\n      if isStopped { return .stopped }\n",
      noticedBy: "precedence-of-results"),
    Rule(
      "a run that is stopped at entry does no turn",
      "    if isStopped { return .stopped }\n    let polls",
      "    let polls", noticedBy: "stopped-at-entry"),
    Rule(
      "a run has a mode of its own",
      "      shared.withLock { $0.run = (mode, isStopped: false, ignoresWakeUps: false) }\n",
      "      if outer == nil { shared.withLock { $0.run = (mode, isStopped: false, ignoresWakeUps: false) } }\n",
      noticedBy: "nested-mode"),
    Rule(
      "a run that is over leaves no record",
      "      shared.withLock { $0.run = outer }\n",
      "", noticedBy: "nested-mode"),
    Rule(
      "a stop ends one run",
      "      shared.withLock { $0.run = outer }\n",
      "      let stopped = result == .stopped\n"
        + "      shared.withLock { $0.run = outer.map { ($0.mode, isStopped: stopped, ignoresWakeUps: true) } }\n",
      noticedBy: "stop-ends-the-innermost"),
    Rule(
      "a run of nothing passes no point",
      "    if !isEmpty(mode) {\n      shared",
      "    if true {\n      shared", noticedBy: "empty-mode"),
  ]

  /// What a wait brings, and what becomes of wake-ups.
  private static let waitRules = [
    Rule(
      "a wait takes what became ready first",
      "ready.min { $0.since < $1.since }",
      "ready.max { $0.since < $1.since }", noticedBy: "one-port-all-timers"),
    Rule(
      "an awake loop drops wake-ups",
      "      shared.withLock { $0.run?.ignoresWakeUps = true }\n",
      "", noticedBy: "wake-ups-that-count"),
    Rule(
      "wake-ups count again in the next turn",
      "      shared.withLock { $0.run?.ignoresWakeUps = false }\n",
      "", noticedBy: "long-work-elsewhere"),
    Rule(
      "a wake-up is forgotten where there is no run",
      "$0.run?.ignoresWakeUps == false",
      "$0.run?.ignoresWakeUps != true", noticedBy: "wake-up-before-a-run"),
    Rule(
      "a wake-up is kept with the moment of the first",
      "$0.wakeUp = $0.wakeUp ?? stamp()",
      "$0.wakeUp = stamp()", noticedBy: "two-wake-ups"),
    Rule(
      "a wait takes a wake-up away",
      "first?.reason == .wakeUp || ",
      "", noticedBy: "wake-ups-that-count"),
    Rule(
      "the end of the time takes a wake-up with it",
      " || first?.reason == .timeout",
      "", noticedBy: "limit-takes-the-wake-up"),
    Rule(
      "the main queue is looked at before a sleep",
      "looksAtQueue = ready?.reason != .mainQueue",
      "looksAtQueue = false", noticedBy: "main-queue-counts-as-a-source"),
    Rule(
      "the main queue comes after all else",
      "    let first = ready.min { $0.since < $1.since } ?? queuedWork\n",
      "    let first = queuedWork ?? ready.min { $0.since < $1.since }\n", noticedBy: "message-before-the-queue"),
    Rule(
      "the main queue is served in common modes",
      "self === Loop.main && commonModes.contains(mode)",
      "self === Loop.main", noticedBy: "main-queue-and-modes"),
    Rule(
      "only the main thread's loop serves the main queue",
      "self === Loop.main && commonModes.contains(mode)",
      "commonModes.contains(mode)", noticedBy: "empty-mode"),
    Rule(
      "a run inside the main queue does not serve it",
      " && !mainQueue.isCalled",
      "", noticedBy: "nested-run-with-a-timer"),
    Rule(
      "the main queue wakes its loop",
      "    Loop.main.bell.signal()\n",
      "", noticedBy: "main-queue-from-another-thread"),
    Rule(
      "a message wakes its loop",
      "    for loop in loops.withLock(\\.self) where isPort { loop.bell.signal() }\n",
      "", noticedBy: "life-of-a-loop"),
    Rule(
      "ports take turns",
      "      if !calls.isEmpty { calls[0].since = stamp() }\n",
      "", noticedBy: "one-port-all-timers"),
    Rule(
      "each message is kept",
      "if isPort || $0.isEmpty {",
      "if $0.isEmpty {", noticedBy: "messages-wait"),
    Rule(
      "a signal is kept once",
      "if isPort || $0.isEmpty {",
      "if true {", noticedBy: "signal-from-a-handler"),
  ]

  /// What modes hold.
  private static let itemRules = [
    Rule(
      "a run serves one mode",
      "currentMode.flatMap { mode in items[mode] } ?? []",
      "items.values.flatMap { $0 }", noticedBy: "one-mode-at-a-time"),
    Rule(
      "common is not a mode to run in",
      "    if mode == .common { return true }\n",
      "", noticedBy: "common-is-a-mark"),
    Rule(
      "common items go into every marked mode",
      "    for marked in commonModes where mode == .common { add(item, to: marked) }\n",
      "", noticedBy: "common-is-a-mark"),
    Rule(
      "common items go into modes that are marked later",
      "    for item in items[.common, default: []] { add(item, to: mode) }\n",
      "", noticedBy: "common-modes-of-the-main-loop"),
    Rule(
      "a mode stays marked",
      "    commonModes.insert(mode)\n",
      "", noticedBy: "cure-common-modes"),
    Rule(
      "an item is removed from its mode",
      "    items[mode]?.removeAll { $0 === item }\n",
      "", noticedBy: "one-timer-two-modes"),
    Rule(
      "an item is removed from the mode that is named",
      "    items[mode]?.removeAll { $0 === item }\n",
      "    for mode in items.keys { items[mode]?.removeAll { $0 === item } }\n", noticedBy: "one-timer-two-modes"),
    Rule(
      "what is removed as common leaves every marked mode",
      "    for marked in commonModes where mode == .common { remove(item, from: marked) }\n",
      "", noticedBy: "taken-out-of-one-mode"),
    Rule(
      "an item is in a mode once",
      "    if contains(item, in: mode) { return }\n",
      "", noticedBy: "observer-called-once"),
    Rule(
      "what is invalid is passed over",
      "return here.compactMap { $0 as? Kind }.filter(\\.isValid)",
      "return here.compactMap { $0 as? Kind }", noticedBy: "two-timers-one-wake"),
    Rule(
      "what is invalid keeps no run alive",
      "{ $0.isValid && !($0 is LoopObserver) }",
      "{ !($0 is LoopObserver) }", noticedBy: "every-step"),
    Rule(
      "observers keep no run alive",
      " && !($0 is LoopObserver)",
      "", noticedBy: "empty-mode"),
    Rule(
      "sources go by their order",
      "($0.order, $0.number) < ($1.order, $1.number)",
      "$0.number < $1.number", noticedBy: "order-of-sources"),
    Rule(
      "sources of one order go by their signals",
      "($0.order, $0.number) < ($1.order, $1.number)",
      "$0.order < $1.order", noticedBy: "order-of-sources"),
    Rule(
      "a timer keeps its phase",
      "while fireDate <= .now { fireDate = fireDate + interval }",
      "fireDate = .now + interval", noticedBy: "phase-is-kept"),
    Rule(
      "a timer without an interval fires once",
      "    if interval == .zero { return invalidate() }\n",
      "    if interval == .zero { return fireDate = .distantFuture }\n", noticedBy: "block-queued-by-a-block"),
    Rule(
      "all timers that are due fire in one turn",
      "    for timer in due where",
      "    for timer in due.prefix(1) where", noticedBy: "two-timers-one-wake"),
    Rule(
      "a timer that was not due waits for the next turn",
      "    let due = timers.filter { $0.fireDate <= now }\n",
      "    let due = timers\n", noticedBy: "handler-of-another-timer"),
    Rule(
      "a timer that was moved does not fire",
      "where timer.isValid && timer.fireDate <= now {",
      "where timer.isValid {", noticedBy: "handler-of-another-timer"),
    Rule(
      "a timer that was invalidated does not fire",
      "where timer.isValid && timer.fireDate <= now {",
      "where timer.fireDate <= now {", noticedBy: "handler-of-another-timer"),
    Rule(
      "timers fire by their dates",
      ".sorted { $0.fireDate < $1.fireDate }",
      "", noticedBy: "two-timers-one-wake"),
    Rule(
      "a timer is not fired inside itself",
      ".filter { !$0.isCalled }",
      "", noticedBy: "run-inside-a-run"),
    Rule(
      "observers go by their order",
      ".sorted(by: { $0.order < $1.order })",
      "", noticedBy: "order-of-observers"),
    Rule(
      "an observer is not called inside itself",
      " && !observer.isCalled",
      "", noticedBy: "observer-inside-itself"),
    Rule(
      "an observer that was invalidated is passed over",
      "    where observer.isValid && ",
      "    where ", noticedBy: "observer-added-in-an-observer"),
    Rule(
      "an observer is called at its points",
      " && observer.activities.contains(activity)",
      "", noticedBy: "order-of-observers"),
    Rule(
      "an observer that does not repeat is called once",
      "      if !observer.repeats { observer.invalidate() }\n",
      "", noticedBy: "observer-called-once"),
  ]

  private static let blockRules = [
    Rule(
      "a block keeps a run alive",
      "!blocks(for: mode).isEmpty",
      "false", noticedBy: "block-keeps-a-run"),
    Rule(
      "the main queue keeps a run alive",
      "    if servesQueue(mode) || ",
      "    if ", noticedBy: "main-does-not-count-as-empty"),
    Rule(
      "a block runs in its modes",
      "$0.modes.contains(mode) || ",
      "true || ", noticedBy: "blocks-by-mode"),
    Rule(
      "a common block runs in every marked mode",
      " || $0.modes.contains(.common) && commonModes.contains(mode)",
      "", noticedBy: "blocks-by-mode"),
    Rule(
      "a block runs once",
      "    shared.withLock { $0.blocks.removeAll { block in due.contains { $0.item === block.item } } }\n",
      "", noticedBy: "two-blocks"),
    Rule(
      "a block queued by a block waits",
      "    for block in due { call(.block, block.item, block.body) }\n",
      "    for block in due { call(.block, block.item, block.body) }\n    if !due.isEmpty { performBlocks(mode) }\n",
      noticedBy: "block-queued-by-a-block"),
    Rule(
      "to queue a block wakes no loop",
      "    tell(.blockQueued, label)\n",
      "    tell(.blockQueued, label)\n    defer { ring() }\n", noticedBy: "block-without-wake-up"),
    Rule(
      "a loop that has ended takes no block",
      "      loop.shared.withLock { $0.hasEnded = true }\n",
      "", noticedBy: "thread-that-returns"),
  ]
}
