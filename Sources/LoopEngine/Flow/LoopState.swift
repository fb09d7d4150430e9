/// The bits of a loop's state word.
enum LoopState {
  /// A run is active.
  static let running: UInt32 = 1
  /// The innermost run is to end.
  static let stopped: UInt32 = 2
  /// Wake-ups are dropped: no run, or between waking and the end of the turn.
  static let ignoring: UInt32 = 4
  /// A wake-up is remembered.
  static let pending: UInt32 = 8
  /// The thread sleeps on the state word.
  static let asleepOnWord: UInt32 = 16
  /// The thread sleeps in epoll.
  static let asleepInKernel: UInt32 = 32
  static let asleep = asleepOnWord | asleepInKernel
  /// Something became ready that is not a wake-up: a sleeper is to look again.
  static let attention: UInt32 = 64
  static let ended: UInt32 = 128
  /// Runs of other modes than the default one are to end after a turn each.
  static let endsOtherModes: UInt32 = 256
  /// So are those of the default one.
  static let endsDefault: UInt32 = 512
  /// What ends the thread was come to in a nested run: it is to be queued again.
  static let endCameNested: UInt32 = 1024
  /// What was given before the end is done.
  static let workIsDone: UInt32 = 2048
}
