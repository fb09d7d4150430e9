/// The list of files that a git repository has, as far as it is needed to tell what a checkout brought along.
package enum GitIndex {
  /// A file below a folder that is in a repository's index, by its path in the repository; `nil` where there is none.
  ///
  /// Git itself is not started: the repository may be a stranger's, and its settings name programs.
  package static func trackedFile(below folder: String) -> String? {
    guard let folder = Disk.realPath(folder) else { return nil }
    var root = folder
    while let slash = root.lastIndex(of: "/") {
      root = String(root[..<slash])
      guard let index = self.index(of: "\(root)/.git") else { continue }
      guard let bytes = Disk.bytes(of: index) else { return nil }
      return trackedFile(below: Array(folder.utf8.dropFirst(root.utf8.count + 1)) + [slashByte], in: bytes)
    }
    return nil
  }

  /// Where the index is, given what a repository calls `.git`: a folder, or a file that names one.
  private static func index(of git: String) -> String? {
    switch Disk.kind(of: git) {
    case .folder: return "\(git)/index"
    case .file:
      guard let text = Disk.text(of: git), text.hasPrefix("gitdir: ") else { return nil }
      let path = String(text.dropFirst(8).prefix { $0 != "\n" })
      return (path.hasPrefix("/") ? path : "\(git.dropLast(4))\(path)") + "/index"
    default: return nil
    }
  }

  private static let slashByte = UInt8(ascii: "/")

  static func trackedFile(below folder: [UInt8], in index: [UInt8]) -> String? {
    for hashSize in [20, 32] {
      if case .read(let path) = Reading(index, hashSize, folder).result { return path }
    }
    // An index of a kind that is not known: better a folder too many than results that are made up.
    let text = String(decoding: folder, as: UTF8.self)
    return String(decoding: index, as: UTF8.self).contains(text) ? text : nil
  }

  /// Reads the entries of an index: git's gitformat-index, versions 2 to 4.
  private struct Reading {
    enum Result {
      case read(String?)
      case notUnderstood
    }

    private let bytes: [UInt8]
    private let hashSize: Int
    private let folder: [UInt8]
    private var position = 12

    init(_ bytes: [UInt8], _ hashSize: Int, _ folder: [UInt8]) {
      self.bytes = bytes
      self.hashSize = hashSize
      self.folder = folder
    }

    var result: Result {
      var reading = self
      guard bytes.count >= 12, bytes.starts(with: Array("DIRC".utf8)) else { return .notUnderstood }
      let version = number(at: 4)
      guard (2...4).contains(version) else { return .notUnderstood }
      var name: [UInt8] = []
      for _ in 0..<number(at: 8) {
        guard reading.takeEntry(version, &name) else { return .notUnderstood }
        // The folder itself is there where it is a link, or a repository of its own.
        if name.starts(with: folder) || name.elementsEqual(folder.dropLast()) {
          return .read(String(decoding: name, as: UTF8.self))
        }
      }
      return .read(nil)
    }

    private func number(at start: Int) -> Int {
      bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Takes an entry; whether it is one.
    private mutating func takeEntry(_ version: Int, _ name: inout [UInt8]) -> Bool {
      let start = position
      let flags = start + 40 + hashSize
      guard flags + 2 < bytes.count else { return false }
      // A file, an executable one, a link, a repository inside, a folder that is not checked out.
      guard [0o100644, 0o100755, 0o120000, 0o160000, 0o040000].contains(number(at: start + 24)) else { return false }
      position = flags + (bytes[flags] & 0x40 != 0 ? 4 : 2)
      if version == 4 {
        guard let removed = takeOffset(), removed <= name.count else { return false }
        name.removeLast(removed)
      } else {
        name.removeAll(keepingCapacity: true)
      }
      guard position < bytes.count, let end = bytes[position...].firstIndex(of: 0) else { return false }
      name += bytes[position..<end]
      position = end + 1
      // Entries of the older versions are filled up with zeros.
      if version < 4 { position = start + (end - start + 8) / 8 * 8 }
      return true
    }

    /// Takes a number as packs have them: seven bits a byte, and one for each byte that goes on.
    private mutating func takeOffset() -> Int? {
      guard position < bytes.count else { return nil }
      var value = Int(bytes[position] & 0x7F)
      while bytes[position] & 0x80 != 0 {
        position += 1
        guard position < bytes.count, value < 1 << 32 else { return nil }
        value = (value + 1) << 7 | Int(bytes[position] & 0x7F)
      }
      position += 1
      return value
    }
  }
}
