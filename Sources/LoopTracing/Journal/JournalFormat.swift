internal import LoopEngine

/// How a journal's bytes are laid out: words of 64 bits in the machine's order, all records of whole words.
///
/// The file begins with `headerWords` words: the magic number, the version and the clock, the committed length in
/// bytes, the error number that stopped the recording. Records follow. Each begins with a word that has its length in
/// bytes (32 bits), its tag (8), its code (8) and its detail (16).
enum JournalFormat {
  /// "LOOPJRNL".
  static let magic: UInt64 = 0x4C4E_524A_504F_4F4C
  static let version: UInt64 = 1
  static let headerWords = 8
  /// Which word of the header holds the committed length.
  static let committedWord = 2
  static let errorWord = 3
  /// What all records but strings begin with; see `RecordHead`.
  static let headWords = 8
  static let journalName = "events.journal"
  static let outputName = "output.txt"
  static let errorName = "errors.txt"

  enum Tag: UInt8 {
    /// A word with the number of bytes, and the bytes; strings are numbered from 1 in order.
    case string = 1
    /// What a loop reported; the code is the kind's.
    case event = 2
    /// Only the lengths of the captured output.
    case look = 3
    /// A loop's state, in words after the head; the label is the snapshot's name.
    case snapshot = 4
  }
}

/// What a record begins with, and all there is of most.
struct RecordHead {
  var length = UInt32(JournalFormat.headWords * 8)
  var tag: UInt8 = 0
  var code: UInt8 = 0
  var detail: UInt16 = 0
  var time: Int64 = 0
  /// Numbers of strings; 0: none.
  var thread: UInt32 = 0
  var loop: UInt32 = 0
  var mode: UInt32 = 0
  var label: UInt32 = 0
  var file: UInt32 = 0
  var line: UInt32 = 0
  var payload: Int64 = 0
  /// Bytes of standard output and error that were written before.
  var output: Int64 = 0
  var error: Int64 = 0
}

/// An event's kind as code, detail and payload.
struct KindForm {
  var code: UInt8
  var detail: UInt16 = 0
  var payload: Int64 = 0

  /// Writes times relative to `origin`, and modes as the strings that `string` numbers.
  @inline(__always)
  init(_ kind: LoopEvent.Kind, origin: Int64, string: (Mode) -> UInt32) {
    switch kind {
    case .runBegan(let mode): self.init(code: 0, payload: Int64(string(mode)))
    case .runEnded(let mode, let result):
      self.init(code: 1, detail: UInt16(clamping: result.rawValue), payload: Int64(string(mode)))
    case .activity(let activity): self.init(code: 2, payload: Int64(activity.rawValue))
    case .calloutBegan(let callout): self.init(code: 3, detail: Self.number(of: callout))
    case .calloutEnded(let callout): self.init(code: 4, detail: Self.number(of: callout))
    case .slept(let limit):
      self.init(code: 5, detail: limit == nil ? 0 : 1, payload: limit.map { relative($0, to: origin) } ?? 0)
    case .woke(let reason): self.init(code: 6, detail: Self.number(of: reason))
    case .signaled: self.init(code: 7)
    case .wakeUpRequested: self.init(code: 8)
    case .stopRequested(let mode): self.init(code: 9, payload: mode.map { Int64(string($0)) } ?? 0)
    case .modeCreated(let mode): self.init(code: 10, payload: Int64(string(mode)))
    case .commonModeAdded(let mode): self.init(code: 11, payload: Int64(string(mode)))
    case .loopMade: self.init(code: 12)
    case .loopEnded: self.init(code: 13)
    case .itemAdded(let mode): self.init(code: 14, payload: Int64(string(mode)))
    case .itemRemoved(let mode): self.init(code: 15, payload: Int64(string(mode)))
    case .itemInvalidated: self.init(code: 16)
    case .blockQueued: self.init(code: 17)
    case .threadBegan: self.init(code: 18)
    case .threadEnded: self.init(code: 19)
    }
  }

  init(code: UInt8, detail: UInt16 = 0, payload: Int64 = 0) {
    self.code = code
    self.detail = detail
    self.payload = payload
  }

  /// The kind, or nil if there is none of that form.
  func kind(string: (Int64) -> String?) -> LoopEvent.Kind? {
    var mode: Mode? { string(payload).map { Mode($0) } }
    switch code {
    case 0: return mode.map { .runBegan($0) }
    case 1:
      guard let mode, let result = RunResult(rawValue: Int32(detail)) else { return nil }
      return .runEnded(mode, result)
    case 2: return UInt32(exactly: payload).map { .activity(LoopActivity(rawValue: $0)) }
    case 3: return Self.callout(detail).map { .calloutBegan($0) }
    case 4: return Self.callout(detail).map { .calloutEnded($0) }
    case 5: return .slept(until: detail == 0 ? nil : LoopInstant(nanoseconds: payload))
    case 6: return Self.reason(detail).map { .woke($0) }
    case 7: return .signaled
    case 8: return .wakeUpRequested
    case 9: return payload == 0 ? .stopRequested(nil) : mode.map { .stopRequested($0) }
    case 10: return mode.map { .modeCreated($0) }
    case 11: return mode.map { .commonModeAdded($0) }
    case 12: return .loopMade
    case 13: return .loopEnded
    case 14: return mode.map { .itemAdded($0) }
    case 15: return mode.map { .itemRemoved($0) }
    case 16: return .itemInvalidated
    case 17: return .blockQueued
    case 18: return .threadBegan
    case 19: return .threadEnded
    default: return nil
    }
  }

  private static func number(of callout: LoopEvent.Callout) -> UInt16 {
    switch callout {
    case .timer: 0
    case .source: 1
    case .descriptor: 2
    case .port: 3
    case .block: 4
    case .mainQueue: 5
    case .observer: 6
    }
  }

  private static func callout(_ number: UInt16) -> LoopEvent.Callout? {
    let all: [LoopEvent.Callout] = [.timer, .source, .descriptor, .port, .block, .mainQueue, .observer]
    return Int(number) < all.count ? all[Int(number)] : nil
  }

  private static func number(of reason: LoopEvent.WakeReason) -> UInt16 {
    switch reason {
    case .wakeUp: 0
    case .timer: 1
    case .source: 2
    case .mainQueue: 3
    case .timeout: 4
    case .nothing: 5
    }
  }

  private static func reason(_ number: UInt16) -> LoopEvent.WakeReason? {
    let all: [LoopEvent.WakeReason] = [.wakeUp, .timer, .source, .mainQueue, .timeout, .nothing]
    return Int(number) < all.count ? all[Int(number)] : nil
  }
}

/// Nanoseconds from `origin`; the ends of time stay where they are.
func relative(_ instant: LoopInstant, to origin: Int64) -> Int64 {
  let nanoseconds = instant.nanoseconds
  if nanoseconds == .max || nanoseconds == .min { return nanoseconds }
  let (difference, overflow) = nanoseconds.subtractingReportingOverflow(origin)
  return overflow ? (origin < 0 ? .max : .min) : difference
}
