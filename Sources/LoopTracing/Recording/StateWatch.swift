package import LoopEngine

/// Looks at the loop of an event of a recording when what the event tells of has been done.
///
/// It changes nothing: the run goes on as it would without.
package final class StateWatch: LoopWatcher, @unchecked Sendable {
  // @unchecked: under the virtual clock, where alone it is used, one thread runs at a time.
  private let wanted: RecordingMoment?
  private let take: (RecordingMoment, LoopSnapshot?) -> Void
  private var count = 0
  /// The loop of the event that is told of now, if what it tells of has been done.
  private var doneTo: Loop??
  /// Events of each thread whose effect is still to come, the latest last, by the numbers of their records; 0: of an
  /// event that was not recorded.
  private var open: [UInt64: [Int]] = [:]

  /// Waits for `wanted`, or for each record; `take` gets the loop's state then, nil where there is no loop.
  package init(_ wanted: RecordingMoment?, take: @escaping (RecordingMoment, LoopSnapshot?) -> Void) {
    self.wanted = wanted
    self.take = take
  }

  package func tells(of loop: Loop?, isDone: Bool) {
    doneTo = isDone ? .some(loop) : nil
    if !isDone { open[Kernel.ticket, default: []].append(0) }
  }

  /// What the calling thread tells of is in the recording; no other thread has run since.
  package func hasRecorded() {
    count += 1
    if let loop = doneTo {
      doneTo = nil
      look(.record(count), loop)
    } else if let last = open[Kernel.ticket]?.indices.last {
      open[Kernel.ticket]?[last] = count
    }
  }

  package func hasDone(to loop: Loop?) {
    if let number = open[Kernel.ticket]?.popLast(), number > 0 { look(.record(number), loop) }
  }

  /// What is wanted has just been printed, on the calling thread.
  package func hasPrinted() {
    if let wanted { look(wanted, LoopRecording.loopHere) }
  }

  private func look(_ moment: RecordingMoment, _ loop: Loop?) {
    if wanted == nil || wanted == moment { take(moment, loop?.observed()) }
  }
}
