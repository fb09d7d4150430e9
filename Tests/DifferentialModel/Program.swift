/// A random program over the loop's whole API, as data: items with what their callouts do, and a main script.
///
/// It is interpreted once on LoopEngine and once on CoreFoundation, each time on a fresh thread with a fresh loop.
public struct Program: Sendable, Hashable {
  /// The items, named by their position.
  public var items: [ProgramItem] = []
  /// What the thread does, setup and runs.
  public var main: [ProgramAction] = []
  /// What a second thread does, and when.
  public var helper: [ProgramHelperStep] = []
  /// The modes that have an observer of all activities, which writes them into the trace.
  public var recordedModes: [ProgramMode] = []
  /// The order of those observers.
  public var recorderOrder: Int = 0
  /// Whether the modes keep one timer in the far future, so that they never become empty.
  public var keepsTimers: Bool = false
  /// Whether timers with a future date may be a little late, by less than lies between two events of the grid.
  public var hasTolerance: Bool = false
  /// Whether it is to run on the main thread, whose loop serves the main queue.
  public var isOnMain: Bool = false
  /// Whether all timers with a future date have the same.
  public var sharesDates: Bool = false

  /// An empty program.
  public init() {}

  /// Whether it has future dates, so that events must keep to the grid of the program's clock.
  public var isTimed: Bool {
    !helper.isEmpty || items.contains { $0.isTimed } || actions.contains { $0.isTimed }
  }

  /// Whether a run in it has no limit of its own, so that the second thread must stop it in the end.
  public var needsGuard: Bool {
    actions.contains {
      if case .run(let run) = $0 { return run.limit == .unbounded || run.form == .untilStopped }
      return false
    }
  }

  /// Whether it has descriptor sources.
  public var hasDescriptors: Bool {
    items.contains { $0.isDescriptor }
  }

  /// Every action of the program, the main script's first.
  public var actions: [ProgramAction] {
    main + items.flatMap { $0.callouts.flatMap { $0 } }
  }

  /// How large it is, for the shrinker: every simplification makes it smaller.
  public var size: Int {
    func size(_ actions: [ProgramAction]) -> Int { actions.reduce(0) { $0 + $1.size } }
    return size(main) + items.reduce(0) { $0 + $1.size + $1.callouts.reduce(0) { $0 + size($1) } }
      + helper.reduce(0) { $0 + 4 + 2 * $1.actions.count } + recordedModes.count + (recorderOrder == 0 ? 0 : 1)
      + (keepsTimers ? 1 : 0) + (hasTolerance ? 1 : 0) + (isOnMain ? 1 : 0) + (sharesDates ? 1 : 0)
  }
}
