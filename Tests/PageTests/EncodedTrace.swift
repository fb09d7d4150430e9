import LoopEngine

@testable import LoopTracing

/// A trace as the journal and the output that it would be read from.
struct EncodedTrace {
  private(set) var journal: [UInt8] = []
  private(set) var output = ""
  private(set) var errors = ""
  private var numbers: [String: UInt32] = [:]

  init(_ trace: Trace) {
    append(JournalFormat.magic)
    append(JournalFormat.version | (trace.clock == .virtual ? 1 << 32 : 0))
    for _ in 2..<JournalFormat.headerWords { append(0) }
    for event in trace.events { add(event) }
    withUnsafeBytes(of: UInt64(journal.count)) { journal.replaceSubrange(16..<24, with: $0) }
  }

  private mutating func append(_ word: UInt64) { withUnsafeBytes(of: word) { journal += $0 } }

  private mutating func number(_ text: String?) -> UInt32 {
    guard let text else { return 0 }
    if let number = numbers[text] { return number }
    numbers[text] = UInt32(numbers.count + 1)
    let bytes = Array(text.utf8)
    let size = (bytes.count + 7) / 8 * 8
    append(UInt64(16 + size) | UInt64(JournalFormat.Tag.string.rawValue) << 32)
    append(UInt64(bytes.count))
    journal += bytes + [UInt8](repeating: 0, count: size - bytes.count)
    return UInt32(numbers.count)
  }

  private mutating func add(_ event: TraceEvent) {
    var head = RecordHead()
    head.time = event.time
    head.thread = number(event.thread)
    var words: [UInt64] = []
    switch event.kind {
    case .print(let text, let stream):
      if stream == .output { output += text + "\n" } else { errors += text + "\n" }
      head.tag = JournalFormat.Tag.look.rawValue
    case .snapshot(let name, let snapshot):
      head.tag = JournalFormat.Tag.snapshot.rawValue
      // The journal has a string once; these are new ones each time, which it allows.
      var strings: [String] = []
      let first = numbers.count
      words =
        SnapshotWriter(snapshot, origin: 0) { text in
          strings.append(text)
          return UInt32(first + strings.count)
        }.words
      for (place, text) in strings.enumerated() {
        numbers["\u{0}\(first + place)"] = UInt32(first + place + 1)
        let bytes = Array(text.utf8)
        let size = (bytes.count + 7) / 8 * 8
        append(UInt64(16 + size) | UInt64(JournalFormat.Tag.string.rawValue) << 32)
        append(UInt64(bytes.count))
        journal += bytes + [UInt8](repeating: 0, count: size - bytes.count)
      }
      head.label = number(name)
    case .loop(let kind):
      head.tag = JournalFormat.Tag.event.rawValue
      var names: [Mode] = []
      _ = KindForm(kind, origin: 0) { mode in
        names.append(mode)
        return 0
      }
      let numbered = names.map { ($0, number($0.name)) }
      let form = KindForm(kind, origin: 0) { mode in numbered.first { $0.0 == mode }?.1 ?? 0 }
      (head.code, head.detail, head.payload) = (form.code, form.detail, form.payload)
      head.label = number(event.label)
    }
    if !event.loop.isEmpty { head.loop = number(event.loop) }
    head.mode = number(event.mode)
    head.file = number(event.file)
    head.line = UInt32(event.line ?? 0)
    head.length += UInt32(words.count * 8)
    (head.output, head.error) = (Int64(output.utf8.count), Int64(errors.utf8.count))
    withUnsafeBytes(of: head) { journal += $0 }
    for word in words { append(word) }
  }
}
