internal import Glibc

/// The few things done with whole folders.
package enum FileTree {
  /// The names in a folder, sorted; none where it cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The first program of the name in the folders of a search path.
  package static func executable(_ name: String, on path: String) -> String? {
    for folder in path.split(separator: ":") {
      let program = "\(folder)/\(name)"
      if access(program, X_OK) == 0 { return program }
    }
    return nil
  }

  /// Whether a file is there, and may be read.
  package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

  /// The same path from the root, without links; the path itself where it leads nowhere.
  package static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Removes a file, or a folder with all that is in it; links are not followed.
  ///
  /// What a program left may be deeper than any path can be long: what lies in a folder's folder is moved up until there is
  /// nothing below.
  package static func remove(_ path: String) {
    if unlink(path) == 0 || !chmodNoFollow(path) { return }
    var moved = 0
    var isFlat = false
    while !isFlat {
      isFlat = true
      for folder in names(in: path).map({ "\(path)/\($0)" }) where !removeFile(folder) {
        for inner in names(in: folder).map({ "\(folder)/\($0)" }) where !removeFile(inner) {
          repeat { moved += 1 } while access("\(path)/\(moved)", F_OK) == 0
          if rename(inner, "\(path)/\(moved)") == 0 { isFlat = false }
        }
        rmdir(folder)
      }
    }
    rmdir(path)
  }

  /// Whether there is nothing left to do for a path: it was a file, or cannot be looked into.
  ///
  /// What a program made unreadable is its owner's to open again.
  private static func removeFile(_ path: String) -> Bool { unlink(path) == 0 || !chmodNoFollow(path) }

  /// Removes from a folder that a program could write to all but files: a link would be followed to wherever it leads, and a
  /// pipe would be waited for.
  static func keepFiles(in folder: String) {
    for path in names(in: folder).map({ "\(folder)/\($0)" }) {
      var information = stat()
      if lstat(path, &information) == 0, information.st_mode & S_IFMT != S_IFREG { remove(path) }
    }
  }

  private static func chmodNoFollow(_ path: String) -> Bool {
    var information = stat()
    guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else { return false }
    return information.st_mode & 0o700 == 0o700 || chmod(path, 0o700) == 0
  }

  /// The whole of a file; `nil` where it cannot be read.
  package static func bytes(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(information.st_size))
    while true {
      // What a file of the kernel's own holds is not known from its size.
      let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
        return count
      }
      if count == 0 { return bytes }
      if count < 0 && errno != EINTR { return nil }
    }
  }

  /// Writes a file anew; `nil`, or the error's text.
  package static func write(_ bytes: [UInt8], to path: String) -> String? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return String(cString: strerror(errno)) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return String(cString: strerror(errno))
      }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
