internal import CLinux
internal import Glibc
internal import LoopEngine

/// How many bytes were written to standard output and error.
struct OutputLengths: Equatable {
  var output: Int64 = 0
  var error: Int64 = 0
}

/// Standard output and error, led into files of a folder.
///
/// The descriptors 1 and 2 themselves are, so that C code and child processes write there, too.
final class OutputCapture: @unchecked Sendable {
  // @unchecked: `originals` is read and written by the journal that owns this, under its lock; the rest is immutable.
  /// Opened once more, for looking only: others that share the descriptors 1 and 2 are not disturbed.
  private let output: Int32
  private let error: Int32
  /// What 1 and 2 were, where output is passed on to them.
  private var originals: (output: Int32?, error: Int32?)

  /// Leads both into new files of the folder, for the rest of the process's life.
  init(folder: String, passesOn: Bool) throws(SystemError) {
    let result = cl_unbuffer_output()
    if result != 0 { throw SystemError(call: "setvbuf", errno: -result) }
    originals = passesOn ? (try Self.copy(1), try Self.copy(2)) : (nil, nil)
    output = try Self.lead(1, into: "\(folder)/\(JournalFormat.outputName)")
    error = try Self.lead(2, into: "\(folder)/\(JournalFormat.errorName)")
  }

  private static func copy(_ descriptor: Int32) throws(SystemError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    if copy < 0 { throw SystemError(call: "fcntl", errno: errno) }
    return copy
  }

  private static func lead(_ descriptor: Int32, into path: String) throws(SystemError) -> Int32 {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o644)
    if file < 0 { throw SystemError(call: "open", errno: errno) }
    if dup2(file, descriptor) < 0 { throw SystemError(call: "dup2", errno: errno) }
    // The copy keeps the file open.
    _ = close(file)
    let looking = open(path, O_RDONLY | O_CLOEXEC)
    if looking < 0 { throw SystemError(call: "open", errno: errno) }
    return looking
  }

  /// How much was written so far.
  @inline(__always)
  func lengths() -> OutputLengths {
    // They cannot fail: the descriptors are this object's own, and of regular files.
    OutputLengths(output: Int64(lseek(output, 0, SEEK_END)), error: Int64(lseek(error, 0, SEEK_END)))
  }

  /// Passes on what was written between these lengths, if that is wanted.
  func pass(from old: OutputLengths, to new: OutputLengths) {
    if let original = originals.output, !Self.copy(output, old.output..<max(old.output, new.output), to: original) {
      originals.output = nil
    }
    if let original = originals.error, !Self.copy(error, old.error..<max(old.error, new.error), to: original) {
      originals.error = nil
    }
  }

  /// False when the reader is gone.
  private static func copy(_ file: Int32, _ range: Range<Int64>, to original: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: Int(min(Int64(range.count), 65_536)))
    let capacity = buffer.count
    var at = range.lowerBound
    while at < range.upperBound {
      let count = pread(file, &buffer, min(capacity, Int(range.upperBound - at)), off_t(at))
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return false }
      var written = 0
      while written < count {
        let step = buffer.withUnsafeBytes { write(original, $0.baseAddress! + written, count - written) }
        if step < 0 && errno != EINTR { return false }
        written += max(step, 0)
      }
      at += Int64(count)
    }
    return true
  }
}
