internal import Book
internal import Glibc

/// The sizes, dates and numbers of files, as one hash.
struct FileStamps {
  private(set) var hash = ContentHash()

  /// Whether every file was last changed long enough ago that a further change would have another date.
  private(set) var isSettled = true

  private let latest: Int

  /// The coarsest dates of usual file systems are seconds apart.
  private static let coarseness = 2

  init() {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    latest = now.tv_sec - Self.coarseness
  }

  /// Adds a fact.
  mutating func add(_ text: String) { hash.add(text) }

  /// Adds a file; one that is not there is a fact, too.
  mutating func addFile(_ path: String) {
    var status = stat()
    hash.add(path)
    guard stat(path, &status) == 0 else { return hash.add(-1) }
    add(status)
  }

  /// Adds a folder with all that is in it but hidden files; `out` are folders of other things.
  mutating func addTree(_ folder: String, leavingOut out: [String]) {
    let excluded = Set(out.map(BookPath.clean))
    var waiting = [BookPath.clean(folder)]
    while let path = waiting.popLast() {
      hash.add(path)
      guard let stream = opendir(path) else {
        hash.add(-2)
        continue
      }
      defer { closedir(stream) }
      var names: [(name: String, status: stat)] = []
      let descriptor = dirfd(stream)
      while let entry = readdir(stream) {
        if entry.pointee.d_name.0 == CChar(UInt8(ascii: ".")) { continue }
        var status = stat()
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { name in
            fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW)
            return String(cString: name)
          }
        }
        names.append((name, status))
      }
      for (name, status) in names.sorted(by: { $0.name < $1.name }) {
        let inner = BookPath.join(path, name)
        if status.st_mode & S_IFMT == S_IFDIR {
          if !excluded.contains(inner) { waiting.append(inner) }
        } else if status.st_mode & S_IFMT == S_IFLNK {
          // A book follows links to files; one to a folder is no part of it, and might never end.
          add(status)
          addFile(inner)
        } else {
          hash.add(inner)
          add(status)
        }
      }
    }
  }

  private mutating func add(_ status: stat) {
    for number in [
      Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
      Int(bitPattern: UInt(status.st_ino)),
    ] {
      hash.add(number)
    }
    if status.st_ctim.tv_sec >= latest || status.st_mtim.tv_sec >= latest { isSettled = false }
  }
}
