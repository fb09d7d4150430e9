internal import Files

/// What a program did under many schedules: one record for each of the different ends it came to.
struct ScheduleOutcomes: Sendable {
  /// The first schedule with each outcome, and what happened, traces left out.
  let distinct: [(schedule: String, record: ProgramRecord)]

  init(_ records: some Sequence<(String, ProgramRecord)>) {
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
    return writer.bytes
  }

  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    let read = try? reader.list { reader throws(ByteReader.Damage) in (try reader.text(), try reader.content()) }
    guard let read, reader.isAtEnd else { return nil }
    var distinct: [(schedule: String, record: ProgramRecord)] = []
    for (schedule, content) in read {
      guard let record = ProgramRecord(content) else { return nil }
      distinct.append((schedule, record))
    }
    self.distinct = distinct
  }
}
