internal import CSystem
internal import Glibc
internal import LoopEngine

/// The reading end of a pipe, whose bytes are kept up to a limit.
///
/// Belongs to one loop.
final class CollectedPipe {
  /// The end to hand to the program that writes.
  private(set) var writing: Int32
  private(set) var bytes: [UInt8] = []
  /// Whether more came than is kept.
  private(set) var isOverLimit = false
  /// Whether all writing ends are closed, or the reader has stopped listening.
  private(set) var isFinished = false
  private let reading: Int32
  private let limit: Int
  private var source: DescriptorSource?
  /// Is given what is kept, as it comes.
  var passOn: (([UInt8]) -> Void)?

  init(limit: Int) throws(SystemError) {
    var descriptors: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutablePointer(to: &descriptors) {
      $0.withMemoryRebound(to: Int32.self, capacity: 2) { cs_pipe($0) }
    }
    if result < 0 { throw SystemError(call: "pipe", errno: -result) }
    (reading, writing) = descriptors
    self.limit = limit
  }

  deinit {
    finish()
    closeWriting()
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Tells `changed` on the loop's thread when the limit is passed, and at the end.
  func watch(on loop: Loop, changed: @escaping () -> Void) throws(SystemError) {
    // The loop's thread is the only one that touches the pipe.
    nonisolated(unsafe) let (pipe, changed) = (self, changed)
    let source = DescriptorSource(reading, label: "output") { _ in
      let wasOver = pipe.isOverLimit
      pipe.read()
      if pipe.isFinished || pipe.isOverLimit != wasOver { changed() }
    }
    self.source = source
    try loop.handle.add(source)
  }

  /// Reads what is there, and closes: for when the writer is known to have ended.
  func drain() {
    read()
    finish()
  }

  private func read() {
    guard !isFinished else { return }
    while true {
      let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
        let count = Glibc.read(reading, buffer.baseAddress, buffer.count)
        if count > 0 {
          let room = limit - bytes.count
          if count > room { isOverLimit = true }
          let kept = buffer[..<min(count, max(room, 0))]
          bytes.append(contentsOf: kept)
          if !kept.isEmpty { passOn?(Array(kept)) }
        }
        return count
      }
      if count > 0 { if isOverLimit { return } else { continue } }
      if count < 0 && errno == EINTR { continue }
      if count == 0 || errno != EAGAIN { finish() }
      return
    }
  }

  private func finish() {
    guard !isFinished else { return }
    isFinished = true
    source?.invalidate()
    // Its handler holds this, and who is told of changes.
    source = nil
    close(reading)
  }
}
