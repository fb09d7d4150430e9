/// Makes a program smaller as long as something about it stays true.
public struct ProgramShrinker {
  private let keeps: (Program) -> Bool
  private var attemptsLeft: Int

  /// Returns the smallest program found that still has the property, which `program` has.
  ///
  /// It tries at most `attempts` programs; asking for the property may run each of them several times.
  public static func shrink(_ program: Program, attempts: Int = 2_000, while keeps: (Program) -> Bool) -> Program {
    withoutActuallyEscaping(keeps) { keeps in
      var shrinker = ProgramShrinker(keeps: keeps, attemptsLeft: attempts)
      return shrinker.shrink(program)
    }
  }

  private mutating func shrink(_ program: Program) -> Program {
    var best = program
    var isSmaller = true
    while isSmaller, attemptsLeft > 0 {
      isSmaller = false
      // The candidates are those of the program as it was; a success makes the rest of the list stale.
      var position = 0
      while true {
        let candidates = Self.candidates(of: best)
        guard position < candidates.count, attemptsLeft > 0 else { break }
        let candidate = candidates[position]
        attemptsLeft -= 1
        if candidate.size < best.size, keeps(candidate) {
          best = candidate
          isSmaller = true
        } else {
          position += 1
        }
      }
    }
    return best
  }

  /// The programs that are one step simpler, the boldest steps first.
  static func candidates(of program: Program) -> [Program] {
    var result: [Program] = []
    func propose(_ change: (inout Program) -> Void) {
      var candidate = program
      change(&candidate)
      if candidate != program { result.append(candidate) }
    }
    propose { $0.helper = [] }
    for index in program.items.indices.reversed() { propose { $0.removeItem(index) } }
    for index in program.items.indices { propose { $0.items[index].callouts = [] } }
    for chunk in [8, 4, 2, 1] {
      for start in stride(from: 0, to: program.main.count, by: chunk) {
        propose { $0.main.removeSubrange(start..<min(start + chunk, program.main.count)) }
      }
    }
    for (index, item) in program.items.enumerated() {
      for (number, actions) in item.callouts.enumerated() {
        for position in actions.indices { propose { $0.items[index].callouts[number].remove(at: position) } }
      }
      if let last = item.callouts.last, last.isEmpty { propose { $0.items[index].callouts.removeLast() } }
      for kind in item.kind.simpler { propose { $0.items[index].kind = kind } }
    }
    for index in program.helper.indices {
      propose { $0.helper.remove(at: index) }
      for position in program.helper[index].actions.indices {
        propose { $0.helper[index].actions.remove(at: position) }
      }
    }
    for position in program.main.indices {
      for action in program.main[position].simpler { propose { $0.main[position] = action } }
    }
    for (index, item) in program.items.enumerated() {
      for (number, actions) in item.callouts.enumerated() {
        for position in actions.indices {
          for action in actions[position].simpler {
            propose { $0.items[index].callouts[number][position] = action }
          }
        }
      }
    }
    propose { $0.keepsTimers = false }
    propose { $0.sharesDates = false }
    propose { $0.hasTolerance = false }
    propose { $0.isOnMain = false }
    propose { $0.recorderOrder = 0 }
    for index in program.recordedModes.indices { propose { $0.recordedModes.remove(at: index) } }
    return result
  }
}

extension Program {
  /// Removes an item and every action that names it.
  fileprivate mutating func removeItem(_ removed: Int) {
    func kept(_ actions: [ProgramAction]) -> [ProgramAction] {
      actions.filter { $0.item != removed && $0.otherItem != removed }.map {
        $0.renumbered { $0 > removed ? $0 - 1 : $0 }
      }
    }
    items.remove(at: removed)
    for index in items.indices { items[index].callouts = items[index].callouts.map(kept) }
    main = kept(main)
    for index in helper.indices {
      helper[index].actions = helper[index].actions.compactMap { $0.without(removed) }
    }
  }
}

extension ProgramItem.Kind {
  fileprivate var simpler: [ProgramItem.Kind] {
    switch self {
    case .source(let order): order == 0 ? [] : [.source(order: 0)]
    case .observer(let activities, let repeats, let order):
      (order == 0 ? [] : [.observer(activities: activities, repeats: repeats, order: 0)])
        + (repeats ? [] : [.observer(activities: activities, repeats: true, order: order)])
    case .timer(let first, let interval):
      // A timer that repeats on the grid begins on it.
      (first == .due ? [] : [.timer(first: .due, interval: interval == .none ? .none : .long)])
        + (interval == .none ? [] : [.timer(first: first, interval: .none)])
    case .descriptor(let watched): watched == .socket ? [] : [.descriptor(.socket)]
    case .port, .block: []
    }
  }
}

extension ProgramAction {
  fileprivate var simpler: [ProgramAction] {
    switch self {
    case .request(let item, _): [.send(item)]
    case .add(let item, let mode) where mode != .standard: [.add(item, .standard)]
    case .remove(let item, let mode) where mode != .standard: [.remove(item, .standard)]
    case .stopMode(let mode) where mode != .standard: [.stopMode(.standard)]
    case .perform(let item, let modes): modes == [.standard] ? [] : [.perform(item, [.standard])]
    case .performOnThread(let item, let mode) where mode != .standard: [.performOnThread(item, .standard)]
    case .performAfterDelay(let item, let modes): modes == [.standard] ? [] : [.performAfterDelay(item, [.standard])]
    case .setNextFireDate(let item, .rounds): [.setNextFireDate(item, .due)]
    case .spend(let ticks) where ticks > 1: [.spend(ticks / 2)]
    case .run(let run): run.simpler.map { .run($0) }
    default: []
    }
  }

  /// The same action on the item that `number` gives for its own.
  fileprivate func renumbered(_ number: (Int) -> Int) -> ProgramAction {
    switch self {
    case .add(let item, let mode): .add(number(item), mode)
    case .remove(let item, let mode): .remove(number(item), mode)
    case .invalidate(let item): .invalidate(number(item))
    case .signal(let item): .signal(number(item))
    case .send(let item): .send(number(item))
    case .request(let item, let reply): .request(number(item), reply: number(reply))
    case .write(let item): .write(number(item))
    case .drain(let item): .drain(number(item))
    case .hangUp(let item): .hangUp(number(item))
    case .dispatch(let item): .dispatch(number(item))
    case .perform(let item, let modes): .perform(number(item), modes)
    case .performOnThread(let item, let mode): .performOnThread(number(item), mode)
    case .performAfterDelay(let item, let modes): .performAfterDelay(number(item), modes)
    case .cancelPerforms(let item): .cancelPerforms(number(item))
    case .setNextFireDate(let item, let date): .setNextFireDate(number(item), date)
    case .fire(let item): .fire(number(item))
    case .ask(.contains(let item, let mode)): .ask(.contains(number(item), mode))
    case .ask(.isValid(let item)): .ask(.isValid(number(item)))
    case .ask(.isSignaled(let item)): .ask(.isSignaled(number(item)))
    case .ask(.hasNextFireDate(let item)): .ask(.hasNextFireDate(number(item)))
    case .stop, .stopMode, .wakeUp, .addCommonMode, .run, .spend, .ask: self
    }
  }
}

extension ProgramRun {
  fileprivate var simpler: [ProgramRun] {
    var result: [ProgramRun] = []
    func propose(_ change: (inout ProgramRun) -> Void) {
      var candidate = self
      change(&candidate)
      if candidate != self { result.append(candidate) }
    }
    propose { $0.form = .forDuration }
    propose { $0.limit = .poll }
    if limit != .poll { propose { $0.limit = .rounds(1) } }
    propose { $0.returnAfterSourceHandled = false }
    propose { $0.mode = .standard }
    return result
  }
}

extension ProgramHelperStep.Action {
  /// The same action when item `removed` is gone, nil when it was about that.
  fileprivate func without(_ removed: Int) -> ProgramHelperStep.Action? {
    func number(_ item: Int) -> Int { item > removed ? item - 1 : item }
    switch self {
    case .signal(let item): return item == removed ? nil : .signal(number(item))
    case .perform(let item, let mode): return item == removed ? nil : .perform(number(item), mode)
    case .performOnThread(let item, let mode):
      return item == removed ? nil : .performOnThread(number(item), mode)
    case .send(let item): return item == removed ? nil : .send(number(item))
    case .wakeUp, .stop, .stopMode: return self
    }
  }
}
