internal import Glibc

/// A file that is open for writing.
struct OutputFile: ~Copyable {
  let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Makes a file; one that is there is overwritten or, where it is to be new, refused.
  init(_ path: String, isNew: Bool, permissions: UInt32) throws(FileError) {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isNew ? O_EXCL : O_TRUNC)
    let descriptor = open(path, flags, permissions)
    guard descriptor >= 0 else { throw FileError(.written, path, errno) }
    self.descriptor = descriptor
  }

  deinit { Glibc.close(descriptor) }

  /// Writes all the bytes; the error's number where that fails.
  borrowing func write(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    var offset = 0
    while offset < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? ENOSPC : errno }
      offset += count
    }
    return nil
  }

  /// Closes it; the error's number where that fails: some file systems tell of a full disk only now.
  consuming func close() -> Int32? {
    let code = Glibc.close(descriptor) == 0 ? nil : errno
    discard self
    return code
  }
}
