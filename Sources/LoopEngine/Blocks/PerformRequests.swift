/// Something that a loop's thread is asked to perform.
struct PerformRequest: Sendable {
  let mode: Mode
  let label: String?
  let location: SourceLocation
  /// Called when the loop ends first.
  let onDrop: (@Sendable () -> Void)?
  let body: @Sendable () -> Void
}

/// What a loop's thread was asked to perform and has not begun, oldest first.
struct PerformRequests {
  private var items: [PerformRequest?] = []
  private var head = 0
  /// The number of the first item, when all are counted that were ever asked for.
  private var first = 0

  /// How many were ever asked for.
  var asked: Int { first + items.count }

  /// The modes that are named.
  var modes: Set<Mode> { Set(items[head...].compactMap { $0?.mode }) }

  mutating func append(_ request: PerformRequest) { items.append(request) }

  /// The mode named by the oldest that a run in `mode` performs; nil when there is none.
  func next(in mode: Mode, isCommon: Bool) -> Mode? {
    items[head...].lazy.compactMap { $0?.mode }.first { $0 == mode || isCommon && $0 == .common }
  }

  /// Takes the oldest that a run in `mode` performs, of the first `asked` that were ever asked for.
  mutating func take(in mode: Mode, isCommon: Bool, asked: Int) -> PerformRequest? {
    let end = max(head, min(items.count, asked - first))
    for index in head..<end {
      guard let request = items[index], request.mode == mode || isCommon && request.mode == .common else { continue }
      items[index] = nil
      dropTaken()
      return request
    }
    return nil
  }

  mutating func takeAll() -> [PerformRequest] {
    defer {
      first += items.count
      items = []
      head = 0
    }
    return items.compactMap { $0 }
  }

  /// Forgets those taken at the front; in amortized constant time.
  private mutating func dropTaken() {
    while head < items.count, items[head] == nil { head += 1 }
    if head == items.count || head > 32 && head * 2 > items.count {
      items.removeFirst(head)
      first += head
      head = 0
    }
  }
}
