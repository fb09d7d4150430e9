/// Makes random programs: element `index` of the family `seed` is always the same program.
public struct ProgramGenerator {
  private var random: RandomSource
  private var program = Program()
  private var isTimed = false
  private var modes: [ProgramMode] = []
  private var orders: [Int] = []

  /// The program of a number in a family.
  ///
  /// With `onMain` it is one for the main thread.
  public static func program(seed: UInt64, index: UInt64, onMain: Bool = false) -> Program {
    var generator = ProgramGenerator(random: RandomSource(seed: seed, index: index))
    generator.program.isOnMain = onMain
    return generator.makeProgram()
  }

  private init(random: RandomSource) {
    self.random = random
  }

  private mutating func makeProgram() -> Program {
    isTimed = random.chance(45)
    // Most programs keep to few modes and orders, or nothing would ever meet.
    modes = [.standard]
    if random.chance(50) { modes = Array(ProgramMode.real.shuffled(using: &random).prefix(1 + random.below(3))) }
    if !modes.contains(.standard), random.chance(60) { modes.append(.standard) }
    orders = [0] + (0..<random.below(3)).map { _ in random.pick([-7, -1, 1, 2, 9, Int(Int32.max)]) }
    program.keepsTimers = random.chance(45)
    program.recordedModes = random.chance(80) ? ProgramMode.real : ProgramMode.real.filter { _ in random.chance(60) }
    program.recorderOrder = random.pick([Int(Int32.min), Int(Int32.max), 0, -5, 5])
    makeItems()
    for index in program.items.indices {
      let count = random.pick([0, 1, 1, 1, 2, 3])
      program.items[index].callouts = (0..<count).map { _ in makeActions(upTo: 3) }
    }
    if isTimed, random.chance(8) { shareDates() }
    program.hasTolerance = isTimed && !program.sharesDates && random.chance(30)
    makeMain()
    if isTimed, random.chance(25) { makeHelper() }
    return program
  }

  private mutating func makeItems() {
    let kinds: [(weight: Int, choice: Int)] = [
      (random.pick([0, 1, 4]), 0), (random.pick([0, 1, 2]), 1), (random.pick([0, 1, 4]), 2),
      (random.pick([0, 1, 2]), 3), (1, 4),
    ]
    let count = 1 + random.below(7)
    for _ in 0..<count {
      switch random.pick(weighted: kinds) {
      case 0: program.items.append(ProgramItem(.source(order: random.pick(orders))))
      case 1: program.items.append(makeObserver())
      case 2: program.items.append(makeTimer())
      case 3: program.items.append(ProgramItem(.port))
      default: program.items.append(ProgramItem(.block))
      }
    }
    if random.chance(20) { addDescriptors() }
    if !program.items.contains(where: { $0.kind == .block }) { program.items.append(ProgramItem(.block)) }
  }

  /// Lets some timers have the same date: they fire once, in the order in which they were made and added.
  private mutating func shareDates() {
    program.sharesDates = true
    for _ in 0...random.below(3) {
      let callouts = random.chance(50) ? [makeActions(upTo: 2)] : []
      program.items.append(ProgramItem(.timer(first: .rounds(1), interval: .none), callouts: callouts))
    }
    for index in program.items.indices {
      if case .timer(.rounds, _) = program.items[index].kind {
        program.items[index].kind = .timer(first: .rounds(1), interval: .none)
      }
    }
  }

  /// Adds some descriptors, in some programs with nothing else beside them that can be ready.
  private mutating func addDescriptors() {
    if random.chance(30) {
      for index in program.items.indices {
        switch program.items[index].kind {
        case .timer, .port: program.items[index].kind = .source(order: random.pick(orders))
        case .source, .observer, .descriptor, .block: break
        }
      }
    }
    for _ in 0..<random.pick([1, 1, 1, 2, 2, 3]) {
      // What is always ready leaves a run with a limit no rest.
      let watched = random.pick(weighted: [
        (weight: 4, choice: ProgramDescriptor.socket), (3, .pipe), (2, .shared), (isTimed ? 0 : 1, .writable),
      ])
      program.items.insert(ProgramItem(.descriptor(watched)), at: random.below(program.items.count + 1))
    }
  }

  private mutating func makeObserver() -> ProgramItem {
    let single: [UInt32] = [1, 2, 4, 32, 64, 128]
    let activities = random.chance(70) ? random.pick(single) : random.pick(single) | random.pick(single)
    return ProgramItem(
      .observer(activities: activities, repeats: random.chance(60), order: random.pick(orders + [0, 3])))
  }

  private mutating func makeTimer() -> ProgramItem {
    let isFuture = isTimed && random.chance(45)
    let first: ProgramDate = isFuture ? .rounds(1 + random.below(2)) : .due
    let interval: ProgramInterval
    if random.chance(60) {
      interval = .none
    } else {
      interval = isFuture ? .rounds(1 + random.below(2)) : .long
    }
    return ProgramItem(.timer(first: first, interval: interval))
  }

  private mutating func makeMain() {
    for index in program.items.indices where program.items[index].kind != .block {
      guard random.chance(88) else { continue }
      program.main.append(.add(index, random.chance(12) ? .common : random.pick(modes)))
      if random.chance(20) { program.main.append(.add(index, random.chance(20) ? .common : random.pick(modes))) }
    }
    for index in program.items.indices {
      switch program.items[index].kind {
      case .source where random.chance(60): program.main.append(.signal(index))
      case .port where random.chance(50):
        for _ in 0...random.below(2) { program.main.append(.send(index)) }
      case .block where random.chance(25):
        for _ in 0...random.below(2) {
          program.main.append(.performOnThread(index, random.chance(40) ? .common : random.pick(modes)))
        }
      case .block where random.chance(60):
        program.main.append(program.isOnMain && random.chance(50) ? .dispatch(index) : .perform(index, blockModes()))
      case .descriptor where random.chance(70): program.main.append(.write(index))
      default: break
      }
    }
    if !program.sharesDates, random.chance(10) { program.main.shuffle(using: &random) }
    let setup = program.main.count
    for _ in 0..<(1 + random.below(4)) {
      if random.chance(45) { program.main += makeActions(upTo: 2) }
      program.main.append(.run(makeRun()))
    }
    if random.chance(30) { program.main.append(.ask(makeQuestion())) }
    if program.sharesDates {
      program.main = program.main[..<setup] + program.main[setup...].filter(keepsOrderOfTimers)
      for index in program.items.indices {
        program.items[index].callouts = program.items[index].callouts.map { $0.filter(keepsOrderOfTimers) }
      }
    }
  }

  /// Whether timers of one date stay in the order in which they were made: only then do the two loops agree on it.
  private func keepsOrderOfTimers(_ action: ProgramAction) -> Bool {
    switch action {
    case .add(let item, _), .remove(let item, _), .setNextFireDate(let item, .rounds):
      if case .timer = program.items[item].kind { return false }
      return true
    default: return true
    }
  }

  private mutating func blockModes() -> [ProgramMode] {
    switch random.below(10) {
    case 0: [.common]
    case 1: Array(ProgramMode.allCases.shuffled(using: &random).prefix(2 + random.below(2)))
    default: [random.pick(modes)]
    }
  }

  private mutating func makeRun() -> ProgramRun {
    let form = random.pick(weighted: [
      (weight: 12, choice: ProgramRun.Form.forDuration), (4, .before), (1, .acceptInput), (1, .limitDate),
      (1, .until), (isTimed ? 1 : 0, .untilStopped),
    ])
    var limit = ProgramRun.Limit.poll
    if isTimed, random.chance(75) {
      limit = random.chance(12) ? .unbounded : .rounds(1 + (random.chance(20) ? 1 : 0))
    }
    if form == .until, limit == .unbounded { limit = .poll }
    let mode = random.chance(1) ? .common : random.chance(6) ? random.pick(ProgramMode.real) : random.pick(modes)
    return ProgramRun(form, mode: mode, limit: limit, returnAfterSourceHandled: random.chance(35))
  }

  private mutating func makeActions(upTo limit: Int) -> [ProgramAction] {
    (0..<(1 + random.below(limit))).map { _ in makeAction() }
  }

  private mutating func makeAction() -> ProgramAction {
    let index = random.below(program.items.count)
    var mode = random.chance(8) ? random.pick(ProgramMode.real) : random.pick(modes)
    if random.chance(15) { mode = .common }
    switch random.below(100) {
    case 0..<10: return .stop
    case 10..<14: return .wakeUp
    case 14..<18: return .stopMode(random.pick(modes))
    case 18..<21: return .addCommonMode(random.pick(ProgramMode.real))
    case 21..<31: return .run(makeRun())
    case 31..<34 where isTimed: return .spend(1 + random.below(10))
    case 34..<42: return .ask(makeQuestion())
    case 42..<52: return .add(index, mode)
    case 52..<60: return .remove(index, mode)
    case 60..<66: return .invalidate(index)
    default: return makeFittingAction(index)
    }
  }

  /// Something that fits the kind of an item.
  private mutating func makeFittingAction(_ index: Int) -> ProgramAction {
    switch program.items[index].kind {
    case .source: return .signal(index)
    case .observer: return random.chance(50) ? .invalidate(index) : .add(index, random.pick(modes))
    case .timer:
      if random.chance(20) { return .fire(index) }
      return .setNextFireDate(index, isTimed && random.chance(50) ? .rounds(1 + random.below(2)) : .due)
    case .port:
      let ports = program.items.indices.filter { program.items[$0].kind == .port }
      return random.chance(30) ? .request(index, reply: random.pick(ports)) : .send(index)
    case .descriptor:
      return random.pick(weighted: [(weight: 6, choice: .write(index)), (3, .drain(index)), (1, .hangUp(index))])
    case .block:
      switch random.below(10) {
      case 0: return .performAfterDelay(index, [random.pick(modes)])
      case 6, 7: return .performOnThread(index, random.chance(40) ? .common : random.pick(modes))
      case 1: return .cancelPerforms(index)
      case 2, 3, 4, 5: if program.isOnMain { return .dispatch(index) } else { return .perform(index, blockModes()) }
      default: return .perform(index, blockModes())
      }
    }
  }

  private mutating func makeQuestion() -> ProgramQuestion {
    let index = random.below(program.items.count)
    let mode = random.chance(20) ? ProgramMode.common : random.pick(modes)
    switch random.below(12) {
    case 0: return .currentMode
    case 1: return .allModes
    case 2: return .commonModes
    case 3: return .isWaiting
    case 4: return .modeHasNextFireDate(random.pick(modes))
    case 5, 6: return .contains(index, mode)
    case 7: return .isValid(index)
    default:
      switch program.items[index].kind {
      case .source: return .isSignaled(index)
      case .timer: return .hasNextFireDate(index)
      default: return .contains(index, mode)
      }
    }
  }

  private mutating func makeHelper() {
    for round in 0..<3 where random.chance(60) {
      var actions: [ProgramHelperStep.Action] = []
      for _ in 0..<random.below(3) {
        let index = random.below(program.items.count)
        switch program.items[index].kind {
        case .source: actions.append(.signal(index))
        case .block: actions.append(.perform(index, random.chance(15) ? .common : random.pick(modes)))
        default: break
        }
      }
      let ports = program.items.indices.filter { program.items[$0].kind == .port }
      let blocks = program.items.indices.filter { program.items[$0].kind == .block }
      switch random.below(8) {
      case 0: actions.append(.stop)
      case 1: actions.append(.stopMode(random.pick(modes)))
      case 2, 3:
        if !ports.isEmpty { actions.append(.send(random.pick(ports))) }
      case 4: break
      case 5 where !blocks.isEmpty:
        actions.append(.performOnThread(random.pick(blocks), random.chance(40) ? .common : random.pick(modes)))
      default: actions.append(.wakeUp)
      }
      if !actions.isEmpty { program.helper.append(ProgramHelperStep(round: round, actions: actions)) }
    }
  }
}
