import CoreFoundation

/// Measures a loop's runs and sleep, and tells the recording of the stages of its runs.
///
/// It observes each mode that is run as the first and as the last observer of a stage. Observers keep no mode from
/// being empty, and a mode that does not exist is not made for them, so the loop behaves as without. Used by the loop's
/// thread alone.
final class RunClock {
  private unowned let record: LoopRecord
  private var turn: LoopInstant?
  private var watched: Set<Mode> = []
  private var depth = 0
  private var began: LoopInstant?
  private var fellAsleep: LoopInstant?
  private var inRuns = Duration.zero
  private(set) var sleepTime = Duration.zero

  init(_ record: LoopRecord) { self.record = record }

  /// The time when this turn first asked for it.
  var turnTime: LoopInstant {
    let time = turn ?? .now
    turn = time
    return time
  }

  /// The time in runs so far, that under way included, without sleep.
  var runTime: Duration { inRuns + (began?.duration(to: .now) ?? .zero) - sleepTime }

  func runBegan() {
    depth += 1
    if depth == 1 { began = .now }
  }

  func runEnded() {
    depth -= 1
    turn = nil
    guard depth == 0, let start = began else { return }
    inRuns += start.duration(to: .now)
    began = nil
  }

  /// Begins to observe a mode, once it exists.
  func watch(_ mode: Mode) {
    let loop = record.own
    if watched.contains(mode) || mode == .common || !record.existingModes(loop).contains(mode) { return }
    watched.insert(mode)
    // Not retained: the clock is kept until CoreFoundation has ended the loop, which is what calls out.
    var context = CFRunLoopObserverContext()
    context.info = Unmanaged.passUnretained(self).toOpaque()
    // Neither is nil: CoreFoundation ends the process rather than fail to allocate.
    let first = CFRunLoopObserverCreate(
      nil, CFOptionFlags(LoopActivity.all.rawValue), true, .min,
      { _, activity, info in
        ContextInfo.object(RunClock.self, at: info).stageBegan(LoopActivity(rawValue: UInt32(activity.rawValue)))
      }, &context)!
    let last = CFRunLoopObserverCreate(
      nil, CFOptionFlags(LoopActivity.beforeWaiting.rawValue), true, .max,
      { _, _, info in ContextInfo.object(RunClock.self, at: info).sleeps() }, &context)!
    CFRunLoopAddObserver(loop, first, mode.string)
    CFRunLoopAddObserver(loop, last, mode.string)
  }

  private func stageBegan(_ activity: LoopActivity) {
    if activity == .beforeTimers || activity == .afterWaiting { turn = nil }
    if activity == .beforeTimers { record.stopIfEnding() }
    if activity == .afterWaiting, let start = fellAsleep {
      sleepTime += start.duration(to: .now)
      fellAsleep = nil
      // CoreFoundation does not tell why it woke.
      LoopRecording.emit(.woke(.nothing), nil, record: record)
    }
    if activity == .entry { runEntered() }
    LoopRecording.emit(.activity(activity), nil, record: record)
  }

  /// A run of a mode with nothing to wait for ends without this.
  private func runEntered() {
    let mode = record.books.withLock { books -> Mode? in
      guard !books.runs.isEmpty else { return nil }
      books.runs[books.runs.count - 1].hasBegun = true
      return books.runs.last?.mode
    }
    if let mode { LoopRecording.emit(.runBegan(mode), nil, record: record) }
  }

  private func sleeps() {
    fellAsleep = .now
    if LoopRecording.isOn { LoopRecording.emit(.slept(until: wakesBy), nil, record: record) }
  }

  /// When the run under way has to wake: for its limit or its mode's earliest timer.
  private var wakesBy: LoopInstant? {
    guard let run = record.books.withLock(\.runs.last) else { return nil }
    return [run.deadline, record.nextFireDate(in: run.mode, record.own)].compactMap(\.self).min()
  }
}
