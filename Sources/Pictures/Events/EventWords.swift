internal import LoopEngine
internal import LoopTracing
internal import Words

/// What an event is called in titles and sentences.
struct EventWords {
  /// The words of the language that it is told in.
  let language: InterfaceWords

  /// A clause without its subject: "calls timer “tick”"; nil for what is not news to a reader.
  func clause(_ event: TraceEvent) -> String? {
    switch event.kind {
    case .print(let text, .output): return language.text(.prints, ["text": text.shortened(to: 60)])
    case .print(let text, .error): return language.text(.printsError, ["text": text.shortened(to: 80)])
    case .snapshot(let name, _): return language.text(.takesSnapshot, ["name": name.shortened(to: 40)])
    case .loop(let kind): return clause(kind, event)
    }
  }

  private func clause(_ kind: LoopEvent.Kind, _ event: TraceEvent) -> String? {
    switch kind {
    case .runBegan(let mode): return language.text(.runsLoop, ["mode": mode.name.shortened(to: 40)])
    case .runEnded(let mode, let result):
      return language.text(.endsRun, ["mode": mode.name.shortened(to: 40), "result": "\(result)"])
    case .activity(let activity): return language.text(.isAt, ["activity": "\(activity)"])
    case .calloutBegan(let callout): return language.text(.calls, ["item": item(event, word(callout))])
    case .calloutEnded(let callout): return language.text(.returnsFrom, ["item": item(event, word(callout))])
    case .slept: return language[.sleeps]
    case .woke(let reason): return language.text(.isWokenBy, ["by": word(reason)])
    case .signaled: return language.text(.signals, ["item": item(event, language[.source])])
    case .wakeUpRequested: return language.text(.asksToWake, ["loop": loop(event)])
    case .stopRequested(let mode):
      guard let mode else { return language.text(.asksToStop, ["loop": loop(event)]) }
      return language.text(.asksToStopIn, ["loop": loop(event), "mode": mode.name.shortened(to: 40)])
    case .blockQueued:
      return language.text(.givesBlock, ["loop": loop(event), "item": item(event, language[.block])])
    case .threadBegan: return language[.begins]
    case .threadEnded: return language[.ends]
    case .modeCreated, .commonModeAdded, .loopMade, .loopEnded, .itemAdded, .itemRemoved, .itemInvalidated: return nil
    }
  }

  private func loop(_ event: TraceEvent) -> String {
    event.loop.isEmpty ? language[.loopUnnamed] : language.text(.loopNamed, ["name": event.loop.shortened(to: 40)])
  }

  /// "timer “tick”", or "timer of line 12" without a label.
  private func item(_ event: TraceEvent, _ kind: String) -> String {
    if let label = event.label { return language.text(.itemNamed, ["kind": kind, "name": label.shortened(to: 60)]) }
    return event.line.map { language.text(.itemOfLine, ["kind": kind, "line": "\($0)"]) } ?? kind
  }

  /// What is called.
  func word(_ callout: LoopEvent.Callout) -> String {
    switch callout {
    case .timer: language[.timer]
    case .source: language[.source]
    case .descriptor: language[.descriptorSource]
    case .port: language[.port]
    case .block: language[.block]
    case .mainQueue: language[.theMainQueue]
    case .observer: language[.observer]
    }
  }

  /// What ended a sleep.
  func word(_ reason: LoopEvent.WakeReason) -> String {
    switch reason {
    case .wakeUp: language[.aWakeUp]
    case .timer: language[.aTimer]
    case .source: language[.aPort]
    case .mainQueue: language[.theMainQueue]
    case .timeout: language[.endOfTime]
    case .nothing: language[.nothingInParticular]
    }
  }
}
