internal import LoopEngine

/// Writes a snapshot as words; strings are numbers of the journal's.
struct SnapshotWriter {
  private(set) var words: [UInt64] = []
  private let origin: Int64
  private let string: (String) -> UInt32

  init(_ snapshot: LoopSnapshot, origin: Int64, string: @escaping (String) -> UInt32) {
    self.origin = origin
    self.string = string
    put(snapshot.loop)
    put(snapshot.currentMode?.name)
    put(snapshot.isWaiting)
    put(snapshot.isStopped)
    put(snapshot.commonModes) { $0.put($1.name) }
    put(snapshot.commonItems) { $0.put($1) }
    put(snapshot.modes) {
      $0.put($1.mode.name)
      $0.put($1.isCommon)
      for items in [$1.sources, $1.ports, $1.timers, $1.observers] { $0.put(items) { $0.put($1) } }
    }
    put(snapshot.blocks) {
      $0.put($1.modes) { $0.put($1.name) }
      $0.put($1.label)
      $0.put($1.location)
    }
  }

  private mutating func put(_ text: String?) {
    words.append(UInt64(text.map(string) ?? 0))
  }

  private mutating func put(_ flag: Bool) {
    words.append(flag ? 1 : 0)
  }

  private mutating func put(_ number: Int64) {
    words.append(UInt64(bitPattern: number))
  }

  private mutating func put<Element>(_ list: [Element], _ one: (inout SnapshotWriter, Element) -> Void) {
    words.append(UInt64(list.count))
    for element in list { one(&self, element) }
  }

  private mutating func put(_ location: SourceLocation?) {
    put(location?.file)
    words.append(UInt64(location?.line ?? 0))
  }

  private mutating func put(_ item: LoopSnapshot.Item) {
    put(item.kind.rawValue)
    put(item.label)
    put(item.location)
    put(Int64(item.order))
    put(item.isValid)
    put(item.isSignaled)
    put(item.nextFireDate != nil)
    put(item.nextFireDate.map { relative($0, to: origin) } ?? 0)
    put(item.interval != nil)
    let interval = item.interval?.components ?? (seconds: 0, attoseconds: 0)
    put(interval.seconds)
    put(interval.attoseconds)
    put(item.activities != nil)
    words.append(UInt64(item.activities?.rawValue ?? 0))
  }
}

/// Reads what a `SnapshotWriter` wrote, or throws at anything else.
struct SnapshotReader {
  /// The words are none of a snapshot.
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
    let line = try word()
    return file.map { SourceLocation(named: $0, line: UInt(line)) }
  }

  private mutating func item() throws(Damaged) -> LoopSnapshot.Item {
    guard let kind = LoopSnapshot.Item.Kind(rawValue: try name()) else { throw Damaged() }
    var item = LoopSnapshot.Item(made: kind)
    item.label = try text()
    item.location = try location()
    item.order = Int(try number())
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
