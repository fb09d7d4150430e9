internal import LoopEngine

extension TraceJournal {
  /// What a folder's files tell.
  ///
  /// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
  /// import LoopEngine
  ///
  /// LoopRecording.install(try TraceRecorder(folder: "recording"))
  /// Loop.current.wakeUp()
  /// LoopRecording.install(nil)
  /// let reading = try TraceJournal.read(folder: "recording")
  /// print(reading.trace.events.count, reading.trace.clock, reading.problems)
  /// do throws(SystemError) { _ = try TraceJournal.read(folder: "nothing") } catch { print(error) }
  /// ```
  ///
  /// ```output
  /// 2 real []
  /// open: No such file or directory (errno 2)
  /// ```
  public struct Reading: Sendable {
    /// All that could be read.
    public var trace: Trace
    /// A sentence for each thing that was wrong with the files; empty is normal, also after a crash.
    public var problems: [String]
    /// When each event of the trace was over.
    package var moments: [RecordingMoment]
  }

  /// Reads bytes; unless the recording is over, without what was printed after the last event.
  package static func decode(journal: [UInt8], output: [UInt8], error: [UInt8], isOver: Bool = true) -> Reading {
    var reader = JournalReader(journal: journal, output: output, error: error)
    return reader.reading(isOver: isOver)
  }
}

/// Puts a journal and the captured output together again.
private struct JournalReader {
  private let journal: [UInt8]
  private var output: CapturedLines
  private var error: CapturedLines
  private var strings: [String] = []
  private var trace = Trace(clock: .real)
  private var problems: [String] = []
  private var moments: [RecordingMoment] = []
  private var recordCount = 0

  init(journal: [UInt8], output: [UInt8], error: [UInt8]) {
    self.journal = journal
    self.output = CapturedLines(bytes: output)
    self.error = CapturedLines(bytes: error, leavesOutStacks: true)
  }

  mutating func reading(isOver: Bool) -> TraceJournal.Reading {
    readRecords()
    if !isOver { return TraceJournal.Reading(trace: trace, problems: problems, moments: moments) }
    // What is in the files beyond the last event, and what no newline came after.
    let (time, thread) = (trace.events.last?.time ?? 0, trace.events.last?.thread ?? "main")
    add(output.rest(), .output, time, thread)
    add(error.rest(), .error, time, thread)
    return TraceJournal.Reading(trace: trace, problems: problems, moments: moments)
  }

  private mutating func readRecords() {
    let begin = JournalFormat.headerWords * 8
    guard journal.count >= begin, word(0) == JournalFormat.magic else {
      problems.append("the file is not a journal")
      return
    }
    guard word(8) & 0xFFFF_FFFF == JournalFormat.version else {
      problems.append("the journal has version \(word(8) & 0xFFFF_FFFF), which this program does not know")
      return
    }
    trace.clock = word(8) >> 32 & 1 == 1 ? .virtual : .real
    let failure = word(JournalFormat.errorWord * 8)
    if failure != 0 {
      let sentence = SystemError(call: "posix_fallocate", errno: Int32(truncatingIfNeeded: failure))
      problems.append("the recording ended early, because there was no more space: \(sentence)")
    }
    let committed = word(JournalFormat.committedWord * 8)
    if committed > UInt64(journal.count) { problems.append("the journal is cut off at byte \(journal.count)") }
    let end = Int(min(committed, UInt64(journal.count)))
    var at = begin
    while at < end {
      let length = end - at >= 16 ? Int(exactly: word(at) & 0xFFFF_FFFF) ?? 0 : 0
      guard length >= 16, length % 8 == 0, length <= end - at else {
        problems.append("the record at byte \(at) has an impossible length; what follows is lost")
        return
      }
      if !readRecord(at: at, length: length) { problems.append("the record at byte \(at) makes no sense") }
      at += length
    }
  }

  /// The word at that byte, which is inside of the file.
  private func word(_ at: Int) -> UInt64 {
    journal.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: UInt64.self) }
  }

  /// False when it is damaged.
  private mutating func readRecord(at: Int, length: Int) -> Bool {
    guard let tag = JournalFormat.Tag(rawValue: UInt8(truncatingIfNeeded: word(at) >> 32)) else { return false }
    if tag == .string {
      let count = word(at + 8)
      // Even a damaged one has its number.
      let isWhole = count <= UInt64(length - 16)
      strings.append(isWhole ? String(decoding: journal[(at + 16)..<(at + 16 + Int(count))], as: UTF8.self) : "?")
      return isWhole
    }
    guard length >= JournalFormat.headWords * 8 else { return false }
    let head = journal.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: RecordHead.self) }
    let all = [head.thread, head.loop, head.mode, head.label, head.file]
    guard all.allSatisfy({ $0 <= strings.count }) else { return false }
    let thread = string(head.thread) ?? ""
    let isInOrder = readPrints(before: head, thread)
    let kind: TraceEvent.Kind
    switch tag {
    case .string, .look: return isInOrder
    case .event:
      let form = KindForm(code: head.code, detail: head.detail, payload: head.payload)
      let known = form.kind { number in UInt32(exactly: number).flatMap { string($0) } }
      guard let known else { return false }
      kind = .loop(known)
    case .snapshot:
      let words = stride(from: at + JournalFormat.headWords * 8, to: at + length, by: 8).map { word($0) }
      var reader = SnapshotReader(words, strings: strings)
      guard let snapshot = try? reader.snapshot() else { return false }
      kind = .snapshot(string(head.label) ?? "", snapshot)
    }
    let isSnapshot = tag == .snapshot
    recordCount += 1
    moments.append(.record(recordCount))
    trace.events.append(
      TraceEvent(
        kind: kind, time: head.time, thread: thread, loop: string(head.loop) ?? "", mode: string(head.mode),
        label: isSnapshot ? nil : string(head.label), file: string(head.file),
        line: head.file == 0 ? nil : UInt(head.line)))
    return isInOrder
  }

  /// The string of that number; nil for 0 and for numbers without a string.
  private func string(_ number: UInt32) -> String? {
    number > 0 && number <= strings.count ? strings[Int(number) - 1] : nil
  }

  /// Adds the lines that were whole by then; false when less was printed than before, or more than there is.
  private mutating func readPrints(before head: RecordHead, _ thread: String) -> Bool {
    guard let lines = output.lines(upTo: head.output), let errorLines = error.lines(upTo: head.error) else {
      return false
    }
    add(lines, .output, head.time, thread)
    add(errorLines, .error, head.time, thread)
    return true
  }

  private mutating func add(
    _ lines: [CapturedLines.Line], _ stream: TraceEvent.PrintStream, _ time: Int64, _ thread: String
  ) {
    for line in lines {
      trace.events.append(TraceEvent(kind: .print(line.text, stream), time: time, thread: thread))
      moments.append(.printed(stream, line.end))
    }
  }
}

/// What was printed to one stream, taken line by line.
private struct CapturedLines {
  /// A line, and how many bytes were printed with it.
  struct Line {
    let text: String
    let end: Int
  }

  private let bytes: [UInt8]
  /// Where the first line that is not taken begins.
  private var begin = 0
  private var seen = 0
  /// What follows a trap's message is addresses, other ones each time.
  private let leavesOutStacks: Bool
  private var isInStack = false

  init(bytes: [UInt8], leavesOutStacks: Bool = false) {
    self.bytes = bytes
    self.leavesOutStacks = leavesOutStacks
  }

  /// The line, or nothing when it is one of a stack that the Swift runtime prints.
  private mutating func shown(_ line: ArraySlice<UInt8>) -> [String] {
    let text = String(decoding: line, as: UTF8.self)
    if !leavesOutStacks { return [text] }
    if text == "Current stack trace:" {
      isInStack = true
      return []
    }
    if isInStack {
      let words = text.split(separator: " ", omittingEmptySubsequences: true)
      if words.count >= 3, Int(words[0]) != nil, words[2].hasPrefix("0x") { return [] }
      isInStack = false
    }
    return [text]
  }

  /// The lines that end before byte `length`; nil when that is not a length which follows the last.
  mutating func lines(upTo length: Int64) -> [Line]? {
    guard length >= Int64(seen), length <= Int64(bytes.count) else { return nil }
    var lines: [Line] = []
    for at in seen..<Int(length) where bytes[at] == UInt8(ascii: "\n") {
      lines += shown(bytes[begin..<at]).map { Line(text: $0, end: at + 1) }
      begin = at + 1
    }
    seen = Int(length)
    return lines
  }

  /// What is left, the last line even without an end.
  mutating func rest() -> [Line] {
    // Not nil: it is the whole length.
    var lines = lines(upTo: Int64(bytes.count))!
    if begin < bytes.count { lines += shown(bytes[begin...]).map { Line(text: $0, end: bytes.count) } }
    return lines
  }
}
