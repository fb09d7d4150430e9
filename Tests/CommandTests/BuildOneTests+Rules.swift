extension BuildOneTests {
  /// Those that the chapters are about; more of them would only take longer.
  static let rules = [
    Rule(
      "a wait takes what became ready first",
      "ready.min { $0.since < $1.since }",
      "ready.max { $0.since < $1.since }", noticedBy: "one-port-all-timers"),
    Rule(
      "an awake loop drops wake-ups",
      "        shared.withLock { $0.run.ignoresWakeUps = true }\n",
      "", noticedBy: "wake-ups-that-count"),
    Rule(
      "blocks come before sources",
      "      performBlocks(mode)\n      var handled = performSources(onlyOne: endsAfterSource)\n",
      "      var handled = performSources(onlyOne: endsAfterSource)\n      performBlocks(mode)\n",
      noticedBy: "every-step"),
    Rule(
      "blocks come after the wait",
      "      if ready.reason == .mainQueue { drainQueue() }\n      performBlocks(mode)\n",
      "      if ready.reason == .mainQueue { drainQueue() }\n", noticedBy: "block-queued-by-a-block"),
    Rule(
      "a block queued by a block waits",
      "    for block in due { call(.block, block, block.body) }\n",
      "    for block in due { call(.block, block, block.body) }\n    if !due.isEmpty { performBlocks(mode) }\n",
      noticedBy: "block-queued-by-a-block"),
    Rule(
      "there is no sleep after a source",
      "let sleeps = !handled && !polls",
      "let sleeps = !polls", noticedBy: "timer-without-a-sleep"),
    Rule(
      "the limit is told before a stop",
      "      if limit <= .now { return .timedOut }\n      if takeStop() { return .stopped }\n",
      "      if takeStop() { return .stopped }\n      if limit <= .now { return .timedOut }\n",
      noticedBy: "precedence-of-results"),
    Rule(
      "a run has a stop of its own",
      "      shared.withLock { $0.run = (true, false, false) }\n",
      "", noticedBy: "stop-ends-the-innermost"),
    Rule(
      "observers keep no run alive",
      " && !($0 is LoopObserver)",
      "", noticedBy: "empty-mode"),
    Rule(
      "a run serves one mode",
      "(currentMode.flatMap { items[$0] } ?? [])",
      "items.values.flatMap { $0 }", noticedBy: "one-mode-at-a-time"),
    Rule(
      "sources go by their order",
      "($0.0, $0.1) < ($1.0, $1.1)",
      "$0.1 < $1.1", noticedBy: "order-of-sources"),
    Rule(
      "ports take turns",
      "calls[0].since = now",
      "_ = now", noticedBy: "one-port-all-timers"),
    Rule(
      "a timer keeps its phase",
      "while fireDate <= .now { fireDate = fireDate + interval }",
      "fireDate = .now + interval", noticedBy: "phase-is-kept"),
    Rule(
      "all timers that are due fire in one turn",
      "    for timer in due.sorted(by: { $0.fireDate < $1.fireDate })\n",
      "    for timer in due.sorted(by: { $0.fireDate < $1.fireDate }).prefix(1)\n", noticedBy: "two-timers-one-wake"),
    Rule(
      "the main queue is served in common modes",
      "self === Loop.ofMain && commonModes.contains(mode)",
      "self === Loop.ofMain", noticedBy: "main-queue-and-modes"),
    Rule(
      "a run inside the main queue does not serve it",
      " && !isDraining",
      "", noticedBy: "nested-run-with-a-timer"),
  ]
}
