internal import Glibc

/// Replaces a file's content as a whole: who reads it, whenever, finds the old content or the new one.
///
/// Also when the process is killed or the machine stops. The new content is written and synchronised beside the file under
/// no name where the file system can do that, then takes the file's name. The file keeps its permissions, and its
/// owner where that is allowed; a symbolic link stays one, and what it leads to is replaced. Other hard links keep the old content.
package enum FileReplacement {
  /// Opens a file without a name; the header's constant is made in a way that Swift does not import.
  private static let nameless: Int32 = 0o20_000_000 | O_DIRECTORY

  /// Puts `new` in the place of `old`; nothing is written where the two are the same.
  ///
  /// - Throws: When the file does not hold `old`, or a system call fails.
  package static func replace(_ path: String, holding old: [UInt8], by new: [UInt8]) throws(FileReplacementError) {
    guard let resolved = realpath(path, nil) else {
      throw .system(call: "realpath", path: path, errno: errno)
    }
    defer { free(resolved) }
    let target = String(cString: resolved)
    var information = stat()
    guard try content(of: target, path, &information) == old else { throw .changed(path: path) }
    guard new != old else { return }
    let slash = target.utf8.lastIndex(of: UInt8(ascii: "/")) ?? target.startIndex
    let name = String(target[target.index(after: slash)...])
    let folder = slash == target.startIndex ? "/" : String(target[..<slash])
    let directory = try check("open", path, open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    defer { close(directory) }
    let temporary = ".loopbook-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    try write(new, as: temporary, in: directory, like: information, path)
    do throws(FileReplacementError) {
      // Once more: what was written to the file while this took its time must not be lost.
      guard try content(of: target, path, &information) == old else { throw .changed(path: path) }
      _ = try check("rename", path, renameat(directory, temporary, directory, name))
    } catch {
      unlinkat(directory, temporary, 0)
      throw error
    }
    // Not all file systems can synchronise a folder, and the content is safe by now.
    fsync(directory)
  }

  private static func check(_ call: String, _ path: String, _ result: Int32) throws(FileReplacementError) -> Int32 {
    if result < 0 { throw .system(call: call, path: path, errno: errno) }
    return result
  }

  private static func content(
    of file: String, _ path: String, _ information: inout stat
  ) throws(FileReplacementError) -> [UInt8] {
    let descriptor = try check("open", path, open(file, O_RDONLY | O_CLOEXEC))
    defer { close(descriptor) }
    _ = try check("fstat", path, fstat(descriptor, &information))
    var bytes = [UInt8](repeating: 0, count: Int(information.st_size) + 1)
    var count = 0
    while true {
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
      let result = bytes.withUnsafeMutableBytes { buffer in
        // The buffer has at least one byte, so it has an address.
        read(descriptor, buffer.baseAddress! + count, buffer.count - count)
      }
      if result == 0 { return Array(bytes[..<count]) }
      if result > 0 {
        count += result
      } else if errno != EINTR {
        throw .system(call: "read", path: path, errno: errno)
      }
    }
  }

  /// Makes a file in `directory` that has all the bytes before it has its name.
  private static func write(
    _ bytes: [UInt8], as name: String, in directory: Int32, like information: stat, _ path: String
  ) throws(FileReplacementError) {
    var descriptor = openat(directory, ".", nameless | O_WRONLY | O_CLOEXEC, 0o600)
    let isNameless = descriptor >= 0
    if !isNameless {
      descriptor = try check("open", path, openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
    }
    defer { close(descriptor) }
    do throws(FileReplacementError) {
      var written = 0
      while written < bytes.count {
        let result = bytes.withUnsafeBytes { buffer in
          // There are bytes left, so the buffer has an address.
          Glibc.write(descriptor, buffer.baseAddress! + written, buffer.count - written)
        }
        if result >= 0 {
          written += result
        } else if errno != EINTR {
          throw .system(call: "write", path: path, errno: errno)
        }
      }
      // Only the administrator may give files away; the content matters more than the owner. A change of owner takes
      // permissions away, so these come second.
      if information.st_uid != geteuid() || information.st_gid != getegid() {
        _ = fchown(descriptor, information.st_uid, information.st_gid)
      }
      _ = try check("fchmod", path, fchmod(descriptor, information.st_mode & 0o7777))
      _ = try check("fsync", path, fsync(descriptor))
      if isNameless {
        let link = "/proc/self/fd/\(descriptor)"
        _ = try check("linkat", path, linkat(AT_FDCWD, link, directory, name, AT_SYMLINK_FOLLOW))
      }
    } catch {
      if !isNameless { unlinkat(directory, name, 0) }
      throw error
    }
  }
}
