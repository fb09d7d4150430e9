/// The list of files that a git repository has, as far as it is needed to tell what a checkout brought along.
package enum GitIndex {
  /// A file below a folder that is in a repository's index, by its path in the repository; `nil` where there is none.
  ///
  /// Git itself is not started: the repository may be a stranger's, and its settings name programs.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - environment: Its variables name the repository, if they do for git.
  package static func trackedFile(below folder: String, environment: [String: String] = [:]) -> String? {
    guard let folder = Disk.realPath(folder) else { return nil }
    if let git = environment["GIT_DIR"], let root = Disk.realPath(environment["GIT_WORK_TREE"] ?? "."),
      let path = BookPath.relative(folder, to: root),
      let file = trackedFile(below: path, in: environment["GIT_INDEX_FILE"] ?? "\(git)/index")
    {
      return file
    }
    var root = folder
    while let slash = root.lastIndex(of: "/") {
      root = String(root[..<slash])
      guard let index = self.index(of: "\(root)/.git") else { continue }
      return trackedFile(below: String(decoding: folder.utf8.dropFirst(root.utf8.count + 1), as: UTF8.self), in: index)
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

  /// The file below a folder, by its path in the repository, that is in the index of a path; `nil` where none is.
  private static func trackedFile(below folder: String, in index: String) -> String? {
    guard let bytes = Disk.bytes(of: index) else { return nil }
    let path = Array(folder.utf8) + [UInt8(ascii: "/")]
    for hashSize in [20, 32] {
      guard let contents = Reading(bytes, hashSize).contents else { continue }
      var names = contents.names
      switch contents.rest {
      case .none: break
      case .shared(let hash, let deleted):
        let shared = Disk.bytes(of: "\(BookPath.folder(of: index))/sharedindex.\(hash)")
        // A part that git needs and that cannot be read might have any file.
        guard let entries = shared.flatMap({ Reading($0, hashSize).contents }) else { return folder }
        names += entries.names.enumerated().filter { !deleted.contains($0.offset) }.map(\.element)
      case .unknown: return folder
      }
      return names.first { isBelow(path, $0) }.map { String(decoding: $0, as: UTF8.self) }
    }
    // An index of a kind that is not known: better a folder too many than results that are made up.
    return bytes.firstRange(of: path) == nil ? nil : folder
  }

  /// Whether an entry has something to do with a folder, whose path ends with a slash.
  private static func isBelow(_ folder: [UInt8], _ name: [UInt8]) -> Bool {
    // The folder itself is there where it is a link, or a repository of its own; one that is not checked out stands for
    // all in it.
    name.starts(with: folder) || name.elementsEqual(folder.dropLast())
      || name.last == folder.last && folder.starts(with: name)
  }

  /// What an index says.
  private struct Contents {
    /// What else has entries.
    enum Rest {
      case none
      /// Another file, and the numbers of those of its entries that are not there any more.
      case shared(String, deleted: Set<Int>)
      /// Something that has to be understood, and is not.
      case unknown
    }

    var names: [[UInt8]] = []
    var rest = Rest.none
  }

  /// Reads an index: git's gitformat-index, versions 2 to 4.
  private struct Reading {
    private let bytes: [UInt8]
    private let hashSize: Int
    private var position = 12

    init(_ bytes: [UInt8], _ hashSize: Int) {
      self.bytes = bytes
      self.hashSize = hashSize
    }

    /// What it says; `nil` where it is not one with hashes of this size.
    var contents: Contents? {
      var reading = self
      guard bytes.count >= 12 + hashSize, bytes.starts(with: Array("DIRC".utf8)) else { return nil }
      let version = number(at: 4)
      guard (2...4).contains(version) else { return nil }
      var contents = Contents()
      var name: [UInt8] = []
      for _ in 0..<number(at: 8) {
        guard reading.takeEntry(version, &name) else { return nil }
        contents.names.append(name)
      }
      let end = bytes.count - hashSize
      while reading.position + 8 <= end {
        let start = reading.position + 8
        let length = number(at: start - 4)
        guard length <= end - start else { return nil }
        let data = bytes[start..<start + length]
        switch String(decoding: bytes[start - 8..<start - 4], as: UTF8.self) {
        case "link": contents.rest = link(data)
        // It says that entries may be folders.
        case "sdir": break
        // The others begin with a capital letter where they need not be understood.
        case let name where !("A"..."Z").contains(name.prefix(1)): contents.rest = .unknown
        default: break
        }
        reading.position = start + length
      }
      return reading.position == end ? contents : nil
    }

    /// What names the file that an index shares most of its entries with.
    private func link(_ data: ArraySlice<UInt8>) -> Contents.Rest {
      guard data.count >= hashSize else { return .unknown }
      let hash = data.prefix(hashSize)
      // So it is written where nothing is shared.
      if hash.allSatisfy({ $0 == 0 }) { return .none }
      let digits = Array("0123456789abcdef")
      let name = String(hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
      if data.count == hashSize { return .shared(name, deleted: []) }
      return deleted(data.dropFirst(hashSize)).map { .shared(name, deleted: $0) } ?? .unknown
    }

    /// The numbers in a set of bits that is compressed as EWAH: its size, the count of words, and these.
    ///
    /// A word says how often a word of equal bits comes, and how many words follow that are as they are.
    private func deleted(_ data: ArraySlice<UInt8>) -> Set<Int>? {
      guard data.count >= 8 else { return nil }
      let (size, count) = (number(at: data.startIndex), number(at: data.startIndex + 4))
      guard count <= (data.count - 8) / 8 else { return nil }
      let words = (0..<count).map { index in
        bytes[data.startIndex + 8 + index * 8..<data.startIndex + 16 + index * 8].reduce(UInt64(0)) {
          $0 << 8 | UInt64($1)
        }
      }
      var found: Set<Int> = []
      var (next, bit) = (0, 0)
      while next < words.count {
        let run = words[next]
        let length = Int(run >> 1 & 0xFFFF_FFFF) * 64
        if run & 1 == 1 { found.formUnion(bit..<min(bit + length, max(bit, size))) }
        bit += length
        let literals = Int(run >> 33)
        guard literals < words.count - next else { return nil }
        for word in words[next + 1..<next + 1 + literals] {
          found.formUnion((0..<64).filter { word >> UInt64($0) & 1 == 1 }.map { bit + $0 })
          bit += 64
        }
        next += 1 + literals
      }
      return found
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
