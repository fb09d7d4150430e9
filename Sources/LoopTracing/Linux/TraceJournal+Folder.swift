internal import Glibc
public import LoopEngine

extension TraceJournal {
  /// Reads what was recorded into the folder, even while the process runs, and after it crashed.
  ///
  /// - Throws: A `SystemError` when a file cannot be read. What is in the files is read as far as it makes sense.
  public static func read(folder: String) throws(SystemError) -> Reading {
    try read(folder: folder, isOver: true)
  }

  /// The same; unless the recording is over, without what was printed after the last event.
  static func read(folder: String, isOver: Bool) throws(SystemError) -> Reading {
    let journal = try contents("\(folder)/\(JournalFormat.journalName)")
    return decode(
      journal: journal, output: try contents("\(folder)/\(JournalFormat.outputName)", orNone: true),
      error: try contents("\(folder)/\(JournalFormat.errorName)", orNone: true), isOver: isOver)
  }

  private static func contents(_ path: String, orNone: Bool = false) throws(SystemError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if file < 0 {
      if orNone && errno == ENOENT { return [] }
      throw SystemError(call: "open", errno: errno)
    }
    // It was just opened.
    defer { _ = close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count > 0 { bytes += buffer[..<count] }
      if count == 0 { return bytes }
      if count < 0 && errno != EINTR { throw SystemError(call: "read", errno: errno) }
    }
  }
}
