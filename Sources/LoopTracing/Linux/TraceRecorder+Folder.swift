internal import Glibc
public import LoopEngine

extension TraceRecorder {
  /// Records events, in real time and without what is printed, into a folder, which is made if need be.
  ///
  /// - Throws: A `SystemError` when the folder or a file in it cannot be made.
  public convenience init(folder: String) throws(SystemError) {
    try self.init(folder: folder, scheduler: nil, captures: nil)
  }

  /// The recording begins at what the calling thread's clock shows.
  convenience init(folder: String, scheduler: VirtualScheduler?, captures: OutputCapture?) throws(SystemError) {
    try Self.make(folder)
    self.init(try JournalSpace(folder: folder), scheduler: scheduler, captures: captures)
  }

  /// Makes the folder unless it is there.
  static func make(_ folder: String) throws(SystemError) {
    if mkdir(folder, 0o755) != 0 && errno != EEXIST { throw SystemError(call: "mkdir", errno: errno) }
  }
}
