internal import Book
internal import Glibc

/// The words of the system for its errors.
enum ErrorText {
  static func of(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// The few things that writing a site does with files and folders.
enum FolderFiles {
  /// All files in a folder, and those of its folders that are empty, as paths in it.
  ///
  /// Symbolic links count as files, and none is followed.
  static func list(_ folder: String) throws(SiteFailure) -> (files: [String], emptyFolders: [String]) {
    var files: [String] = []
    var empty: [String] = []
    var waiting = [""]
    while let inner = waiting.popLast() {
      guard let stream = opendir("\(folder)/\(inner)") else { throw SiteFailure("read", "\(folder)/\(inner)", errno) }
      defer { closedir(stream) }
      var isEmpty = true
      defer { if isEmpty, !inner.isEmpty { empty.append(inner) } }
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name == "." || name == ".." { continue }
        isEmpty = false
        var isFolder = Int(entry.pointee.d_type) == Int(DT_DIR)
        if Int(entry.pointee.d_type) == Int(DT_UNKNOWN) {
          var status = stat()
          isFolder = lstat("\(folder)/\(inner)\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
        if isFolder { waiting.append("\(inner)\(name)/") } else { files.append(inner + name) }
      }
    }
    return (files.sorted(), empty.sorted())
  }

  /// The absolute path without links; `nil` where nothing stands there.
  static func realPath(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// Removes a folder with all that is in it; nothing where there is none.
  static func remove(_ folder: String) {
    if unlink(folder) == 0 || errno == ENOENT { return }
    if let stream = opendir(folder) {
      var names: [String] = []
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
      }
      closedir(stream)
      for name in names { remove("\(folder)/\(name)") }
    }
    rmdir(folder)
  }

  /// Whether there is nothing in a folder.
  static func isEmpty(_ folder: String) -> Bool {
    guard let stream = opendir(folder) else { return false }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let isSelf = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { strcmp($0, ".") == 0 || strcmp($0, "..") == 0 }
      }
      if !isSelf { return false }
    }
    return true
  }

  /// Makes a folder and those above it, where they are not there.
  static func make(_ path: String) throws(SiteFailure) {
    for end in path.indices where path[end] == "/" && end > path.startIndex {
      let folder = String(path[..<end])
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw SiteFailure("made", folder, errno) }
    }
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw SiteFailure("made", path, errno) }
  }

  /// A text file; `nil` where it cannot be read.
  static func text(_ path: String) -> String? {
    guard let bytes = try? Disk.read(path) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a file holds just these bytes.
  static func holds(_ path: String, _ bytes: [UInt8]) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == bytes.count
    else { return false }
    return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      var offset = 0
      while offset < bytes.count {
        let count = read(descriptor, buffer.baseAddress, min(buffer.count, bytes.count - offset))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        let isSame = bytes[offset..<offset + count].elementsEqual(buffer[..<count])
        guard isSame else { return false }
        offset += count
      }
      return true
    }
  }

  /// Writes a new file; the error's number where that fails.
  static func write(_ path: String, _ bytes: [UInt8]) -> Int32? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return errno }
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let code = count == 0 ? ENOSPC : errno
        close(descriptor)
        return code
      }
      offset += count
    }
    // Some file systems tell of a full disk only now.
    return close(descriptor) == 0 ? nil : errno
  }
}
