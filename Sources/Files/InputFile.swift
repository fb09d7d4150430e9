internal import Glibc

/// An ordinary file that is open for reading.
struct InputFile: ~Copyable {
  private let descriptor: Int32
  /// What was known of it when it was opened.
  let status: FileStatus

  /// Opens a file; what is not an ordinary one is refused.
  init(_ path: String, followingLinks follows: Bool = true) throws(FileError) {
    // Without O_NONBLOCK, opening a pipe without a writer would wait forever.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (follows ? 0 : O_NOFOLLOW)
    let descriptor = open(path, flags)
    guard descriptor >= 0 else { throw FileError(.read, path, errno) }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw FileError(.read, path, .notAFile)
    }
    self.descriptor = descriptor
    status = FileStatus(information)
  }

  deinit { close(descriptor) }

  /// Reads all that is left of the file, unless it has more than `limit` bytes; `path` is for the error.
  borrowing func bytes(atMost limit: Int, path: String) throws(FileError) -> [UInt8] {
    guard status.size <= limit else { throw FileError(.read, path, .tooLarge(limit: limit)) }
    var bytes: [UInt8] = []
    // One byte more than the size, so that the end is seen without a further call for a file that does not grow. What a
    // file of the kernel's own holds is not known from its size.
    var capacity = status.size == 0 ? 1 << 16 : status.size + 1
    while true {
      let start = bytes.count
      var failure: Int32?
      let more = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        while count < capacity {
          let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, capacity - count)
          if got < 0, errno == EINTR { continue }
          if got < 0 { failure = errno }
          if got <= 0 { return }
          count += got
        }
      }
      if let failure { throw FileError(.read, path, failure) }
      if start == 0 { bytes = more } else { bytes += more }
      guard more.count == capacity else { return bytes }
      guard bytes.count <= limit else { throw FileError(.read, path, .tooLarge(limit: limit)) }
      capacity = max(capacity, 1 << 16)
    }
  }

  /// Reads the file from its beginning piece by piece, as long as `body` wants more; the error's number where that
  /// fails.
  borrowing func each(_ body: (UnsafeRawBufferPointer) -> Bool) -> Int32? {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      var offset = 0
      while true {
        let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        if count < 0, errno == EINTR { continue }
        if count < 0 { return errno }
        guard count > 0, body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return nil }
        offset += count
      }
    }
  }

  /// Whether just these bytes stand at an offset.
  borrowing func holds(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: min(bytes.count, 1 << 16), alignment: 16) { buffer in
      guard let there = buffer.baseAddress, let wanted = bytes.baseAddress else { return true }
      var offset = 0
      while offset < bytes.count {
        let count = pread(descriptor, there, min(buffer.count, bytes.count - offset), off_t(start + offset))
        if count < 0, errno == EINTR { continue }
        guard count > 0, memcmp(wanted + offset, there, count) == 0 else { return false }
        offset += count
      }
      return true
    }
  }
}
