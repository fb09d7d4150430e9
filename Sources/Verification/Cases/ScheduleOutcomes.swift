internal import Files
internal import LoopTracing

/// What a program did under many schedules: one record for each of the different ends it came to.
struct ScheduleOutcomes: Sendable {
  /// The first schedule with each outcome, and what happened, traces left out.
  let distinct: [(schedule: String, record: ProgramRecord)]
  /// By thread, the hash of what it did under each of the schedules, where that is the same; none unless asked for.
  private let threads: [String: ContentHash]

  /// - Parameters:
  ///   - records: What happened under each schedule.
  ///   - withThreads: Whether to find out which threads did the same under all of them.
  init(_ records: some Sequence<(String, ProgramRecord)>, withThreads: Bool = false) {
    let records = Array(records)
    threads = withThreads ? Self.threads(records.map(\.1)) : [:]
    var distinct: [(schedule: String, record: ProgramRecord)] = []
    var seen: Set<[UInt8]> = []
    for (schedule, record) in records {
      var record = record
      record.execution?.trace = nil
      var timeless = record
      timeless.execution?.duration = .zero
      if seen.insert(timeless.encoded()).inserted { distinct.append((schedule, record)) }
    }
    self.distinct = distinct
  }

  /// The threads of a trace that did the same under the usual schedule, which it is of, as under all of these.
  func steadyThreads(of trace: Trace) -> Set<String> {
    Set(Self.hashes(of: trace).filter { threads[$0.key] == $0.value }.keys)
  }

  private static func threads(_ records: [ProgramRecord]) -> [String: ContentHash] {
    var common: [String: ContentHash]?
    for record in records {
      let hashes = record.trace.map(hashes) ?? [:]
      common = common.map { $0.filter { hashes[$0.key] == $0.value } } ?? hashes
    }
    return common ?? [:]
  }

  /// By thread, the hash of what it did, with the times.
  private static func hashes(of trace: Trace) -> [String: ContentHash] {
    let names = Set(trace.events.map(\.thread))
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        let rows = TraceText.rows(trace, filter: TraceFilter(thread: name))
        var hash = ContentHash()
        for row in rows {
          hash.add(Int(trace.events[row.event].time))
          hash.add([row.name, row.detail, "\(row.level)"])
        }
        return (name, hash)
      })
  }

  /// Whether all of them would come out the same again.
  var isLasting: Bool { distinct.allSatisfy { $0.record.execution?.ending.isLasting ?? false } }

  /// Whether this can be what a program of so many blocks did.
  func isPlausible(blocks: Int) -> Bool {
    !distinct.isEmpty && isLasting && distinct.allSatisfy { $0.record.isPlausible(blocks: blocks) }
  }

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(distinct) { writer, outcome in
      writer.write(outcome.schedule)
      writer.write(outcome.record.encoded())
    }
    writer.write(threads.sorted { $0.key < $1.key }) { writer, thread in
      writer.write(thread.key)
      writer.write(thread.value.numbers.map(String.init).joined(separator: " "))
    }
    return writer.bytes
  }

  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    let read = try? reader.list { reader throws(ByteReader.Damage) in (try reader.text(), try reader.content()) }
    let threads = try? reader.list { reader throws(ByteReader.Damage) in (try reader.text(), try reader.text()) }
    guard let read, let threads, reader.isAtEnd else { return nil }
    self.threads = Dictionary(
      threads.compactMap { name, numbers in
        ContentHash(numbers: numbers.split(separator: " ").compactMap { Int($0) }).map { (name, $0) }
      }
    ) { first, _ in first }
    var distinct: [(schedule: String, record: ProgramRecord)] = []
    for (schedule, content) in read {
      guard let record = ProgramRecord(content) else { return nil }
      distinct.append((schedule, record))
    }
    self.distinct = distinct
  }
}
