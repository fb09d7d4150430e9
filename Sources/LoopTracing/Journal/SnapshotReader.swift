internal import LoopEngine

/// Reads what a `SnapshotWriter` wrote, or throws at anything else.
struct SnapshotReader {
  /// The words do not describe a snapshot.
  struct Damaged: Error {}

  private let words: [UInt64]
  private let strings: [String]
  private var next = 0

  init(_ words: [UInt64], strings: [String]) {
    self.words = words
    self.strings = strings
  }

  mutating func snapshot() throws(Damaged) -> LoopSnapshot {
    var snapshot = LoopSnapshot(
      made: try name(), currentMode: nil, commonModes: [], commonItems: [], modes: [], blocks: [], isWaiting: false,
      isStopped: false)
    snapshot.currentMode = try text().map { Mode($0) }
    snapshot.isWaiting = try flag()
    snapshot.isStopped = try flag()
    snapshot.commonModes = try modes()
    snapshot.commonItems = try items()
    for _ in 0..<(try count()) {
      var mode = LoopSnapshot.ModeState(made: Mode(try name()), isCommon: false)
      mode.isCommon = try flag()
      mode.sources = try items()
      mode.ports = try items()
      mode.timers = try items()
      mode.observers = try items()
      snapshot.modes.append(mode)
    }
    for _ in 0..<(try count()) {
      var block = LoopSnapshot.Block(made: try modes(), label: nil, location: nil)
      block.label = try text()
      block.location = try location()
      snapshot.blocks.append(block)
    }
    if next != words.count { throw Damaged() }
    return snapshot
  }

  private mutating func word() throws(Damaged) -> UInt64 {
    if next == words.count { throw Damaged() }
    next += 1
    return words[next - 1]
  }

  private mutating func number() throws(Damaged) -> Int64 {
    Int64(bitPattern: try word())
  }

  private mutating func flag() throws(Damaged) -> Bool {
    switch try word() {
    case 0: false
    case 1: true
    default: throw Damaged()
    }
  }

  /// How many elements follow, of a word at least each.
  private mutating func count() throws(Damaged) -> Int {
    let count = try word()
    if count > UInt64(words.count - next) { throw Damaged() }
    return Int(count)
  }

  private mutating func text() throws(Damaged) -> String? {
    let number = try word()
    if number == 0 { return nil }
    if number > UInt64(strings.count) { throw Damaged() }
    return strings[Int(number) - 1]
  }

  private mutating func name() throws(Damaged) -> String {
    guard let text = try text() else { throw Damaged() }
    return text
  }

  private mutating func modes() throws(Damaged) -> [Mode] {
    var modes: [Mode] = []
    for _ in 0..<(try count()) { modes.append(Mode(try name())) }
    return modes
  }

  private mutating func items() throws(Damaged) -> [LoopSnapshot.Item] {
    var items: [LoopSnapshot.Item] = []
    for _ in 0..<(try count()) { items.append(try item()) }
    return items
  }

  private mutating func location() throws(Damaged) -> SourceLocation? {
    let file = try text()
    guard let line = UInt(exactly: try word()) else { throw Damaged() }
    return file.map { SourceLocation(named: $0, line: line) }
  }

  private mutating func item() throws(Damaged) -> LoopSnapshot.Item {
    guard let kind = LoopSnapshot.Item.Kind(rawValue: try name()) else { throw Damaged() }
    var item = LoopSnapshot.Item(made: kind)
    item.label = try text()
    item.location = try location()
    guard let order = Int(exactly: try number()) else { throw Damaged() }
    item.order = order
    item.isValid = try flag()
    item.isSignaled = try flag()
    let (fires, fireDate) = (try flag(), try number())
    if fires { item.nextFireDate = LoopInstant(nanoseconds: fireDate) }
    let (repeats, seconds, attoseconds) = (try flag(), try number(), try number())
    if repeats { item.interval = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds) }
    let (observes, activities) = (try flag(), try word())
    if observes { item.activities = LoopActivity(rawValue: UInt32(truncatingIfNeeded: activities)) }
    return item
  }
}
