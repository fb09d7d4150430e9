internal import Synchronization

// A thread that is to end: its runs are over after a turn each, nested ones included. A stop alone ends the innermost
// run only, and the one around it would sleep on.
extension LoopCore {
  /// Has the runs end after a turn each, those under way and those to come; only those of other modes than `default`
  /// while what is given for that one is still being queued.
  func endRuns(besidesDefault: Bool) {
    let bits = besidesDefault ? LoopState.endsOtherModes : LoopState.endsOtherModes | LoopState.endsDefault
    words.pointee.state.bitwiseOr(bits, ordering: .sequentiallyConsistent)
  }

  /// Queues what ends the thread, behind the work given before.
  ///
  /// A mere stop would be lost if the run had not begun.
  func queueEnd() {
    LoopHandle(self).perform(label: "stop") { [self] in
      let bit = Loop.ofThisThread().isNested ? LoopState.endCameNested : LoopState.workIsDone
      words.pointee.state.bitwiseOr(bit, ordering: .sequentiallyConsistent)
      stop()
    }
  }

  /// Whether all runs are to end; one that begins now does in its turn what it comes to of the work given before.
  var endsAllRuns: Bool { words.pointee.state.load(ordering: .acquiring) & LoopState.endsDefault != 0 }

  /// Whether what was given before the end is done.
  var workIsDone: Bool { words.pointee.state.load(ordering: .acquiring) & LoopState.workIsDone != 0 }

  /// Stops the innermost run, which is one of `mode`, if runs of that mode are to end.
  func stopIfEnding(_ mode: Mode) {
    let bit = mode == .default ? LoopState.endsDefault : LoopState.endsOtherModes
    if words.pointee.state.load(ordering: .acquiring) & bit != 0 { stopRun() }
  }

  /// A nested run is over, and the one around it is one of `mode`.
  ///
  /// Of the default mode, it is to look at its blocks before it ends: the nested run may have used up the wake-up for
  /// them.
  func nestedRunEnded(in mode: Mode, isNested: Bool) {
    let state = words.pointee.state.load(ordering: .acquiring)
    if state & LoopState.endsOtherModes == 0 { return }
    if !isNested && state & LoopState.endCameNested != 0 {
      // Behind what the runs around that one had taken up by then, which was given before.
      words.pointee.state.bitwiseAnd(~LoopState.endCameNested, ordering: .sequentiallyConsistent)
      queueEnd()
    }
    if mode == .default { remindOfBlocks() } else { stopRun() }
  }
}
