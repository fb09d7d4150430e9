internal import CSystem
internal import Glibc

/// Reads, writes and moves single files with as few system calls as will do.
package enum Disk {
  /// How large a file of a book may be.
  package static let maximumSize = 64 << 20

  // MARK: reading

  /// Reads a whole file, unless it is larger than any of a book's may be.
  package static func read(_ path: String) throws(FileError) -> [UInt8] {
    try InputFile(path).bytes(atMost: maximumSize, path: path)
  }

  /// The whole of a file of any size; `nil` where it cannot be read.
  package static func bytes(of path: String) -> [UInt8]? {
    try? InputFile(path).bytes(atMost: .max, path: path)
  }

  /// The whole of a text file of any size; `nil` where it cannot be read.
  package static func text(of path: String) -> String? {
    bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether an ordinary file, and not a link to one, holds just these bytes.
  package static func holds(_ path: String, _ bytes: [UInt8]) -> Bool {
    guard let file = try? InputFile(path, followingLinks: false), file.status.size == bytes.count else { return false }
    return bytes.withUnsafeBytes { file.holds($0, at: 0) }
  }

  // MARK: asking

  /// What stands at a path; `nil` when there is nothing.
  ///
  /// Links are followed unless told otherwise.
  package static func kind(of path: String, followingLinks follows: Bool = true) -> FileKind? {
    FileStatus(of: path, followingLinks: follows)?.kind
  }

  /// Whether a file or a folder is there, and may be read.
  package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

  /// Whether a file begins with the bytes; one that cannot be read does not.
  package static func begins(_ path: String, with start: [UInt8]) -> Bool {
    guard let file = try? InputFile(path) else { return false }
    return start.withUnsafeBytes { file.holds($0, at: 0) }
  }

  /// Whether a file or a folder is there, and this user may write to it.
  package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// The absolute path without links; `nil` when nothing stands there.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The absolute path without links; the path itself where it leads nowhere.
  package static func absolute(_ path: String) -> String { realPath(path) ?? path }

  /// The first program of the name in the folders of a search path.
  package static func executable(_ name: String, on path: String) -> String? {
    path.split(separator: ":").lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  // MARK: writing

  /// Writes a file in place; only its owner may read a new one.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    try fill(OutputFile(path, isNew: false, permissions: 0o600), bytes, path)
  }

  /// Writes a file that must not be there yet.
  package static func create(_ path: String, _ bytes: [UInt8], permissions: UInt32 = 0o666) throws(FileError) {
    try fill(OutputFile(path, isNew: true, permissions: permissions), bytes, path)
  }

  /// Puts a file in its place as a whole: a reader finds the old content, if there was any, or the new one, even if
  /// this process is killed.
  ///
  /// A machine that stops may lose both; see ``FileReplacement`` for what must not be lost.
  package static func put(_ bytes: [UInt8], at path: String, permissions: UInt32 = 0o666) throws(FileError) {
    let temporary = "\(path).\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    do throws(FileError) {
      try create(temporary, bytes, permissions: permissions)
      try move(temporary, to: path)
    } catch {
      unlink(temporary)
      throw FileError(.written, path, error.reason)
    }
  }

  private static func fill(_ file: consuming OutputFile, _ bytes: [UInt8], _ path: String) throws(FileError) {
    let written = bytes.withUnsafeBytes { file.write($0) }
    let closed = file.close()
    if let code = written ?? closed { throw FileError(.written, path, code) }
  }

  // MARK: moving

  /// Gives a file or a folder another name; what had it is replaced.
  package static func move(_ path: String, to target: String) throws(FileError) {
    guard rename(path, target) == 0 else { throw FileError(.replaced, target, errno) }
  }

  /// Gives a file a second name.
  package static func link(_ path: String, as target: String) throws(FileError) {
    guard linkat(AT_FDCWD, path, AT_FDCWD, target, 0) == 0 else { throw FileError(.linked, path, errno) }
  }

  /// Has two folders change places in one step; `false` where the file system cannot do that.
  package static func exchange(_ one: String, _ other: String) throws(FileError) -> Bool {
    let code = cs_exchange(one, other)
    if code == EINVAL || code == ENOSYS { return false }
    guard code == 0 else { throw FileError(.replaced, other, code) }
    return true
  }

  /// Removes a file; nothing where there is none.
  package static func removeFile(_ path: String) { unlink(path) }
}
