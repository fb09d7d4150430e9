internal import Glibc
package import Text

/// Reads files and folders with as few system calls as will do.
package enum Disk {
  /// What stands at a path.
  package enum Kind: Sendable {
    case file
    case folder
    case link
    /// A pipe, a socket or a device.
    case other
  }

  /// How large a chapter or configuration may be.
  package static let maximumSize = 64 << 20

  /// Reads a whole file.
  package static func read(_ path: String) throws(DiskProblem) -> [UInt8] {
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait forever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size <= maximumSize else { throw .tooLarge }
    var bytes: [UInt8] = []
    var failure: Int32 = 0
    // One byte more than the size, so that the end is seen without a further call for a file that does not grow.
    var capacity = Int(status.st_size) + 1
    while true {
      let start = bytes.count
      let more = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        while count < capacity {
          let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, capacity - count)
          if got < 0, errno == EINTR { continue }
          if got < 0 { failure = errno }
          if got <= 0 { return }
          count += got
        }
      }
      guard failure == 0 else { throw .system(failure) }
      if start == 0 { bytes = more } else { bytes += more }
      guard more.count == capacity else { return bytes }
      guard bytes.count <= maximumSize else { throw .tooLarge }
      capacity = max(capacity, 1 << 16)
    }
  }

  /// What stands at a path; `nil` when there is nothing.
  ///
  /// Links are followed unless told otherwise.
  package static func kind(of path: String, followingLinks follows: Bool = true) -> Kind? {
    var status = stat()
    guard (follows ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    return kind(status.st_mode)
  }

  /// The names in a folder and what they are, sorted; names that are not UTF-8 are decoded with replacements.
  static func names(in folder: String) throws(DiskProblem) -> [(name: String, isText: Bool, kind: Kind)] {
    guard let stream = opendir(folder) else { throw .system(errno) }
    defer { closedir(stream) }
    var names: [(name: String, isText: Bool, kind: Kind)] = []
    errno = 0
    while let entry = readdir(stream) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      let name = String(decoding: bytes, as: UTF8.self)
      if name != ".", name != ".." {
        let isText = TextEncoding.firstInvalid(bytes) == nil
        switch Int(entry.pointee.d_type) {
        case Int(DT_REG): names.append((name, isText, .file))
        case Int(DT_DIR): names.append((name, isText, .folder))
        case Int(DT_LNK): names.append((name, isText, .link))
        // Some file systems do not tell.
        case Int(DT_UNKNOWN):
          names.append((name, isText, kind(of: BookPath.join(folder, name), followingLinks: false) ?? .other))
        default: names.append((name, isText, .other))
        }
      }
      errno = 0
    }
    guard errno == 0 else { throw .system(errno) }
    return names.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The absolute path without links; `nil` when nothing stands there.
  static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func kind(_ mode: mode_t) -> Kind {
    switch mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }
}

/// Why a file or a folder cannot be read.
package enum DiskProblem: Error, Hashable {
  case system(Int32)
  case notAFile
  case tooLarge

  /// What is wrong, as the end of a sentence.
  package var message: String {
    switch self {
    case .system(let number): String(cString: strerror(number))
    case .notAFile: "it is no ordinary file"
    case .tooLarge: "it is larger than \(Disk.maximumSize >> 20) MB"
    }
  }

  /// The error that `path` cannot be read.
  package func diagnostic(_ path: String) -> Diagnostic {
    Diagnostic(id: "cannot-read", "this cannot be read: \(message)", at: SourcePlace(path: path))
  }
}
