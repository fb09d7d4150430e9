internal import Glibc

/// What stands at a path.
package enum FileKind: Sendable {
  case file
  case folder
  case link
  /// A pipe, a socket or a device.
  case other

  init(_ mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    default: self = .other
    }
  }
}

/// What the system knows about a file or a folder besides its content.
package struct FileStatus: Sendable {
  private let information: stat

  init(_ information: stat) { self.information = information }

  /// Asks about a path; `nil` when nothing is there, or nothing that this user may know of.
  ///
  /// Links are followed unless told otherwise.
  package init?(of path: String, followingLinks follows: Bool = true) {
    var information = stat()
    guard (follows ? stat(path, &information) : lstat(path, &information)) == 0 else { return nil }
    self.information = information
  }

  package var kind: FileKind { FileKind(information.st_mode) }

  /// The size in bytes.
  package var size: Int { Int(information.st_size) }

  /// Which file it is, whatever names it has.
  package struct Identity: Hashable, Sendable {
    /// The file system.
    package var device: UInt
    /// The number in it.
    package var number: UInt
  }

  /// Which file it is.
  package var identity: Identity { Identity(device: UInt(information.st_dev), number: number) }

  /// The file's number in its file system.
  package var number: UInt { UInt(information.st_ino) }

  /// Who may do what, in twelve bits.
  package var permissions: UInt32 { information.st_mode & 0o7777 }

  /// The user that it belongs to.
  package var owner: UInt32 { information.st_uid }

  /// The group that it belongs to.
  package var group: UInt32 { information.st_gid }

  /// When it was last written, in seconds since 1970.
  package var modified: Int { information.st_mtim.tv_sec }

  /// Whether it was last written after another file.
  package func isNewer(than other: FileStatus) -> Bool {
    (information.st_mtim.tv_sec, information.st_mtim.tv_nsec)
      > (other.information.st_mtim.tv_sec, other.information.st_mtim.tv_nsec)
  }

  /// When it was last read or written, in seconds since 1970; many file systems note reading once a day.
  package var used: Int { max(information.st_atim.tv_sec, information.st_mtim.tv_sec) }

  /// When it was last written, or anything else about it changed, in seconds since 1970.
  var changed: Int { max(information.st_mtim.tv_sec, information.st_ctim.tv_sec) }

  /// Whether it was last changed long enough ago that a further change would have another date.
  ///
  /// The coarsest dates of usual file systems are seconds apart.
  package var isSettled: Bool { changed < time(nil) - 2 }

  /// The size, the dates and the number: they change whenever the content does.
  ///
  /// A file can be given another content and its old date back, but not its old time of change.
  package var facts: [Int] {
    [
      size, information.st_mtim.tv_sec, information.st_mtim.tv_nsec, information.st_ctim.tv_sec,
      information.st_ctim.tv_nsec, Int(bitPattern: number),
    ]
  }

  /// How many facts there are.
  package static let factCount = 6

  /// Which of the facts stay when a file gets a second name or loses one: all but the time of change.
  package static let lastingFacts = [0, 1, 2, 5]

  /// The size, the dates and the number as a text, which changes whenever the content does.
  package var stamp: String { facts.map { "\($0)" }.joined(separator: " ") }
}
