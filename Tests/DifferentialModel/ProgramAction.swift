/// One step of a random program, in its main script or inside a callout.
///
/// Items are named by their position.
///
/// A step that makes no sense for its item (signalling a timer) does nothing.
public enum ProgramAction: Sendable, Hashable {
  case add(Int, ProgramMode)
  case remove(Int, ProgramMode)
  case invalidate(Int)
  case signal(Int)
  /// Sends a message to a port.
  case send(Int)
  /// Sends a message to a port that is answered to another when it has been handled.
  case request(Int, reply: Int)
  /// Makes a descriptor readable.
  case write(Int)
  /// Reads all that a descriptor has to give, outside of its handler or in it.
  case drain(Int)
  /// Closes the other end of a descriptor.
  case hangUp(Int)
  /// Queues a block on the main queue.
  case dispatch(Int)
  /// Queues a block for one mode or, when there are several, for a set of them.
  case perform(Int, [ProgramMode])
  /// Has the loop's thread perform a block.
  case performOnThread(Int, ProgramMode)
  /// Queues a block as a delayed perform that is due at once.
  case performAfterDelay(Int, [ProgramMode])
  /// Cancels the delayed performs of a block.
  case cancelPerforms(Int)
  case setNextFireDate(Int, ProgramDate)
  case fire(Int)
  case stop
  case stopMode(ProgramMode)
  case wakeUp
  case addCommonMode(ProgramMode)
  case run(ProgramRun)
  /// Lets that many ticks of the grid pass.
  case spend(Int)
  case ask(ProgramQuestion)

  /// Whether it needs the grid of the program's clock.
  var isTimed: Bool {
    switch self {
    case .setNextFireDate(_, .rounds), .spend: true
    case .run(let run): run.limit != .poll || run.form == .untilStopped
    default: false
    }
  }

  /// The item it names.
  public var item: Int? {
    switch self {
    case .add(let item, _), .remove(let item, _), .invalidate(let item), .signal(let item), .send(let item),
      .request(let item, _), .write(let item), .drain(let item), .hangUp(let item), .dispatch(let item),
      .perform(let item, _), .performOnThread(let item, _), .performAfterDelay(let item, _),
      .cancelPerforms(let item), .setNextFireDate(let item, _), .fire(let item), .ask(.contains(let item, _)),
      .ask(.isValid(let item)), .ask(.isSignaled(let item)), .ask(.hasNextFireDate(let item)):
      item
    case .stop, .stopMode, .wakeUp, .addCommonMode, .run, .spend, .ask: nil
    }
  }

  /// The second item it names.
  public var otherItem: Int? { if case .request(_, let reply) = self { reply } else { nil } }

  var size: Int {
    switch self {
    case .add(_, let mode), .remove(_, let mode), .stopMode(let mode), .addCommonMode(let mode),
      .performOnThread(_, let mode):
      3 + mode.size
    case .perform(_, let modes), .performAfterDelay(_, let modes): 2 + modes.reduce(0) { $0 + 1 + $1.size }
    case .setNextFireDate(_, let date): date == .due ? 3 : 4
    case .run(let run): 4 + run.size
    case .spend(let ticks): 3 + ticks
    case .request: 4
    case .invalidate, .signal, .send, .write, .drain, .hangUp, .dispatch, .cancelPerforms, .fire, .stop, .wakeUp, .ask:
      3
    }
  }
}

/// A question whose answer goes into the trace.
public enum ProgramQuestion: Sendable, Hashable {
  case contains(Int, ProgramMode)
  case isValid(Int)
  case isSignaled(Int)
  case hasNextFireDate(Int)
  /// Whether a mode has a next fire date.
  case modeHasNextFireDate(ProgramMode)
  case currentMode
  case allModes
  case commonModes
  case isWaiting
}

/// A run of the loop.
public struct ProgramRun: Sendable, Hashable {
  /// The form of the call.
  public enum Form: Sendable, Hashable, CaseIterable {
    /// `run(mode:for:returnAfterSourceHandled:)`
    case forDuration
    /// `run(mode:before:)`
    case before
    /// `acceptInput(in:before:)`
    case acceptInput
    /// `limitDate(in:)`, which polls.
    case limitDate
    /// `run(until:)`
    case until
    /// `runUntilStopped()`, which has no limit.
    case untilStopped
  }
  /// How long it may take.
  public enum Limit: Sendable, Hashable {
    case poll
    /// To the run's own tick of the grid, that many rounds ahead.
    case rounds(Int)
    /// Until it is stopped; the second thread does that in the end.
    case unbounded
  }
  /// The form of the call.
  public var form: Form
  /// The mode, for the forms that take one.
  public var mode: ProgramMode
  /// How long it may take, for the forms that take a limit.
  public var limit: Limit
  /// For `.forDuration`.
  public var returnAfterSourceHandled: Bool

  /// Makes a run.
  public init(
    _ form: Form = .forDuration, mode: ProgramMode = .standard, limit: Limit = .poll,
    returnAfterSourceHandled: Bool = false
  ) {
    self.form = form
    self.mode = mode
    self.limit = limit
    self.returnAfterSourceHandled = returnAfterSourceHandled
  }

  var size: Int {
    let limitSize =
      switch limit {
      case .poll: 0
      case .rounds(let count): count
      case .unbounded: 2
      }
    return mode.size + limitSize + (form == .forDuration ? 0 : 1) + (returnAfterSourceHandled ? 1 : 0)
  }
}

extension ProgramMode {
  var size: Int { self == .standard ? 0 : 1 }
}

/// What the second thread of a random program does at one tick: the last action may wake the loop, the others do not.
public struct ProgramHelperStep: Sendable, Hashable {
  /// One action.
  public enum Action: Sendable, Hashable {
    case signal(Int)
    case perform(Int, ProgramMode)
    case performOnThread(Int, ProgramMode)
    case send(Int)
    case wakeUp
    case stop
    case stopMode(ProgramMode)

    /// Whether it wakes a sleeping loop.
    public var wakes: Bool {
      switch self {
      case .signal, .perform: false
      case .performOnThread, .send, .wakeUp, .stop, .stopMode: true
      }
    }
  }
  /// The round of the grid, from the program's start.
  public var round: Int
  /// What it does then.
  public var actions: [Action]

  /// Makes a step.
  public init(round: Int, actions: [Action]) {
    self.round = round
    self.actions = actions
  }
}
