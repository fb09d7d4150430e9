extension ProgramRun: CustomStringConvertible {
  /// The call, without its receiver.
  public var description: String {
    let limitText =
      switch limit {
      case .poll: "now"
      case .rounds(let count): "\(count) rounds"
      case .unbounded: "no limit"
      }
    switch form {
    case .forDuration:
      return "(\(mode.name), for: \(limitText)\(returnAfterSourceHandled ? ", returnAfterSourceHandled" : ""))"
    case .before: return "(\(mode.name), before: \(limitText))"
    case .acceptInput: return "acceptInput(\(mode.name), before: \(limitText))"
    case .limitDate: return "limitDate(\(mode.name))"
    case .until: return "(until: \(limitText))"
    case .untilStopped: return "untilStopped"
    }
  }
}

extension ProgramQuestion: CustomStringConvertible {
  /// The question, as it stands in the trace.
  public var description: String {
    switch self {
    case .contains(let item, let mode): "contains(item\(item), \(mode.name))"
    case .isValid(let item): "item\(item).isValid"
    case .isSignaled(let item): "item\(item).isSignaled"
    case .hasNextFireDate(let item): "item\(item) has a next fire date"
    case .modeHasNextFireDate(let mode): "\(mode.name) has a next fire date"
    case .currentMode: "currentMode"
    case .allModes: "allModes"
    case .commonModes: "commonModes"
    case .isWaiting: "isWaiting"
    }
  }
}

extension ProgramHelperStep.Action: CustomStringConvertible {
  /// The action, as it stands in the trace.
  public var description: String {
    switch self {
    case .signal(let item): "signal item\(item)"
    case .perform(let item, let mode): "perform item\(item) in \(mode.name)"
    case .performOnThread(let item, let mode): "performOnThread item\(item) in \(mode.name)"
    case .send(let item): "send to item\(item)"
    case .wakeUp: "wakeUp"
    case .stop: "stop"
    case .stopMode(let mode): "stop \(mode.name)"
    }
  }
}
