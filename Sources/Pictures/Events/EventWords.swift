internal import LoopEngine
internal import LoopTracing

/// What an event is called in titles and sentences.
enum EventWords {
  /// A clause without its subject: "calls timer “tick”"; nil for what is not news to a reader.
  static func clause(_ event: TraceEvent) -> String? {
    switch event.kind {
    case .print(let text, .output): return "prints “\(text.shortened(to: 60))”"
    case .print(let text, .error): return "prints to standard error “\(text.shortened(to: 80))”"
    case .snapshot(let name, _): return "takes the snapshot “\(name.shortened(to: 40))”"
    case .loop(let kind): return clause(kind, event)
    }
  }

  private static func clause(_ kind: LoopEvent.Kind, _ event: TraceEvent) -> String? {
    switch kind {
    case .runBegan(let mode): return "runs its loop in mode \(mode.name.shortened(to: 40))"
    case .runEnded(let mode, let result): return "ends the run in mode \(mode.name.shortened(to: 40)): \(result)"
    case .activity(let activity): return "is at \(activity)"
    case .calloutBegan(let callout): return "calls \(item(event, word(callout)))"
    case .calloutEnded(let callout): return "returns from \(item(event, word(callout)))"
    case .slept: return "sleeps"
    case .woke(let reason): return "is woken by \(word(reason))"
    case .signaled: return "signals \(item(event, "source"))"
    case .wakeUpRequested: return "asks \(loop(event)) to wake up"
    case .stopRequested(let mode):
      return "asks \(loop(event)) to stop" + (mode.map { " in mode \($0.name.shortened(to: 40))" } ?? "")
    case .blockQueued: return "gives \(loop(event)) \(item(event, "block"))"
    case .threadBegan: return "begins"
    case .threadEnded: return "ends"
    case .modeCreated, .commonModeAdded, .loopMade, .loopEnded, .itemAdded, .itemRemoved, .itemInvalidated: return nil
    }
  }

  private static func loop(_ event: TraceEvent) -> String {
    "loop " + (event.loop.isEmpty ? "of no name" : event.loop.shortened(to: 40))
  }

  /// "timer “tick”", or "timer of line 12" without a label.
  private static func item(_ event: TraceEvent, _ kind: String) -> String {
    if let label = event.label { return "\(kind) “\(label.shortened(to: 60))”" }
    return event.line.map { "\(kind) of line \($0)" } ?? kind
  }

  /// What is called.
  static func word(_ callout: LoopEvent.Callout) -> String {
    switch callout {
    case .mainQueue: "the main queue"
    case .descriptor: "descriptor source"
    default: callout.rawValue
    }
  }

  /// What ended a sleep.
  static func word(_ reason: LoopEvent.WakeReason) -> String {
    switch reason {
    case .wakeUp: "a wake-up"
    case .timer: "a timer"
    case .source: "a port or descriptor"
    case .mainQueue: "the main queue"
    case .timeout: "the end of its time"
    case .nothing: "nothing in particular"
    }
  }

  /// "a, b and c".
  static func list(_ parts: [String]) -> String {
    guard let last = parts.last else { return "" }
    return parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and " + last
  }
}
