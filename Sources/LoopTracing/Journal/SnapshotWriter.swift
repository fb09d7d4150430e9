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
