internal import Synchronization

// A thread that is to end: its runs are over after a turn each, nested ones included. A stop alone ends the innermost
// run only, and the one around it would sleep on.
extension LoopCore {
  /// Has the runs end after a turn each, those under way and those to come; only those of other modes than `default`
  /// while what is queued for that one is still to run.
  func endRuns(besidesDefault: Bool) {
    let bits = besidesDefault ? LoopState.endsOtherModes : LoopState.endsOtherModes | LoopState.endsDefault
    words.pointee.state.bitwiseOr(bits, ordering: .sequentiallyConsistent)
  }

  /// Whether all runs are to end.
  var endsAllRuns: Bool { words.pointee.state.load(ordering: .acquiring) & LoopState.endsDefault != 0 }

  /// Stops the innermost run, which is one of `mode`, if runs of that mode are to end.
  func stopIfEnding(_ mode: Mode) {
    let bit = mode == .default ? LoopState.endsDefault : LoopState.endsOtherModes
    if words.pointee.state.load(ordering: .acquiring) & bit != 0 { stopRun() }
  }

  /// A nested run is over, and the one around it is one of `mode`.
  ///
  /// Where it is not to end yet, it is to look at its blocks: the nested run may have used up the wake-up for them.
  func nestedRunEnded(in mode: Mode) {
    let state = words.pointee.state.load(ordering: .acquiring)
    if state & LoopState.endsOtherModes == 0 { return }
    if mode == .default && state & LoopState.endsDefault == 0 { remindOfBlocks() } else { stopRun() }
  }
}
