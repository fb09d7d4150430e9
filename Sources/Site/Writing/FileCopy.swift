internal import Book
internal import Glibc

/// A file that is copied piece by piece, so that a video takes no more memory than a page.
final class FileCopy {
  private let descriptor: Int32
  private let size: Int

  /// Why it could not be read to its end.
  private(set) var problem: DiskProblem?

  /// Opens the file to copy.
  init(of source: String) throws(DiskProblem) {
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait forever.
    descriptor = open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile
    }
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Whether a file holds the same bytes.
  func isSame(_ path: String) -> Bool {
    let other = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard other >= 0 else { return false }
    defer { close(other) }
    var status = stat()
    guard fstat(other, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == size else {
      return false
    }
    var isSame = true
    var offset = 0
    each { piece in
      isSame = Self.holds(other, piece, at: offset)
      offset += piece.count
      return isSame
    }
    return isSame && problem == nil && offset == size
  }

  /// Writes a new file with the same bytes; the error's number where that fails.
  func write(_ path: String) -> Int32? {
    let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard target >= 0 else { return errno }
    var code: Int32?
    each { piece in
      var rest = piece
      while !rest.isEmpty {
        let count = Glibc.write(target, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          code = count == 0 ? ENOSPC : errno
          return false
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }
    // Some file systems tell of a full disk only now.
    if close(target) != 0, code == nil { code = errno }
    return code
  }

  /// Reads the file from its beginning, as long as `body` wants more.
  private func each(_ body: (UnsafeRawBufferPointer) -> Bool) {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      var offset = 0
      while true {
        let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        if count < 0, errno == EINTR { continue }
        if count < 0 { problem = .system(errno) }
        guard count > 0, body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return }
        offset += count
      }
    }
  }

  private static func holds(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 16) { buffer in
      guard let there = buffer.baseAddress, let wanted = bytes.baseAddress else { return true }
      var offset = 0
      while offset < bytes.count {
        let count = pread(descriptor, there, bytes.count - offset, off_t(start + offset))
        if count < 0, errno == EINTR { continue }
        guard count > 0, memcmp(wanted + offset, there, count) == 0 else { return false }
        offset += count
      }
      return true
    }
  }
}
