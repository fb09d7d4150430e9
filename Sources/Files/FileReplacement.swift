internal import Glibc

/// Replaces a file's content as a whole: who reads it, whenever, finds the old content or the new one.
///
/// Also when the process is killed or the machine stops. The new content is written and synchronised beside the file
/// under no name where the file system can do that, then takes the file's name. The file keeps its permissions, and its
/// owner where that is allowed; a symbolic link stays one, and what it leads to is replaced. Other hard links keep the
/// old content.
package enum FileReplacement {
  /// Opens a file without a name; the header's constant is made in a way that Swift does not import.
  private static let nameless: Int32 = 0o20_000_000 | O_DIRECTORY

  /// Puts `new` in the place of `old`; nothing is written where the two are the same.
  ///
  /// - Throws: When the file does not hold `old`, or a system call fails; the file is then as it was.
  package static func replace(_ path: String, holding old: [UInt8], by new: [UInt8]) throws(FileError) {
    guard let target = Disk.realPath(path) else { throw FileError(.written, path, errno) }
    let before = try content(of: target, path)
    guard before.bytes == old else { throw FileError(.written, path, .changed) }
    guard new != old else { return }
    let name = BookPath.name(of: target)
    let directory = try check(path, open(BookPath.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    defer { close(directory) }
    let temporary = ".loopbook-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    try write(new, as: temporary, in: directory, like: before.status, path)
    do throws(FileError) {
      // Once more: what was written to the file while this took its time must not be lost.
      guard try content(of: target, path).bytes == old else { throw FileError(.written, path, .changed) }
      _ = try check(path, renameat(directory, temporary, directory, name))
    } catch {
      unlinkat(directory, temporary, 0)
      throw error
    }
    // Not all file systems can synchronise a folder, and the content is safe by now.
    fsync(directory)
  }

  private static func check(_ path: String, _ result: Int32) throws(FileError) -> Int32 {
    if result < 0 { throw FileError(.written, path, errno) }
    return result
  }

  /// Errors name the path that the caller gave.
  private static func content(of file: String, _ path: String) throws(FileError) -> (bytes: [UInt8], status: FileStatus)
  {
    do throws(FileError) {
      let input = try InputFile(file)
      return (try input.bytes(atMost: .max, path: path), input.status)
    } catch {
      throw FileError(error.action, path, error.reason)
    }
  }

  /// Makes a file in `directory` that has all the bytes before it has its name.
  private static func write(
    _ bytes: [UInt8], as name: String, in directory: Int32, like status: FileStatus, _ path: String
  ) throws(FileError) {
    var descriptor = openat(directory, ".", nameless | O_WRONLY | O_CLOEXEC, 0o600)
    let isNameless = descriptor >= 0
    if !isNameless {
      descriptor = try check(path, openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
    }
    let file = OutputFile(descriptor: descriptor)
    do throws(FileError) {
      if let code = bytes.withUnsafeBytes({ file.write($0) }) { throw FileError(.written, path, code) }
      // Only the administrator may give files away; the content matters more than the owner. A change of owner takes
      // permissions away, so these come second.
      if status.owner != geteuid() || status.group != getegid() {
        _ = fchown(descriptor, status.owner, status.group)
      }
      _ = try check(path, fchmod(descriptor, status.permissions))
      _ = try check(path, fsync(descriptor))
      if isNameless {
        let link = "/proc/self/fd/\(descriptor)"
        _ = try check(path, linkat(AT_FDCWD, link, directory, name, AT_SYMLINK_FOLLOW))
      }
    } catch {
      if !isNameless { unlinkat(directory, name, 0) }
      throw error
    }
  }
}
