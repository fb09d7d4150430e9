internal import Files

/// Takes the headers of a package's C targets, and the maps that make modules of them, to where they depend on no
/// folder of the machine.
struct HeaderHarvest {
  /// The files of the package.
  let known: Set<String>

  /// Where SwiftPM keeps what it made and fetched.
  let own: String

  /// What the compiler of C is told.
  private enum Word {
    case map(String)
    case headers(String)
    case flag(String)
  }

  /// Takes all that a target was compiled with.
  ///
  /// - Returns: What the compiler is to be told.
  func take(
    _ arguments: [String], into files: inout [String: [UInt8]]
  ) throws(Unshareable) -> [PortablePackage.Line] {
    let words = try Self.words(arguments)
    var folders: [String: String] = [:]
    for case .headers(let folder) in words where folders[folder] == nil {
      let name = "\(PortablePackage.headers)/\(folders.count)"
      folders[folder] = name
      try copy(Disk.absolute(folder), as: name, into: &files, depth: 0)
    }
    var lines: [PortablePackage.Line] = []
    for word in words {
      switch word {
      case .flag(let flag): lines.append(.flag(flag))
      case .headers(let folder): lines.append(.headers(folders[folder] ?? ""))
      case .map(let path):
        if let (folder, name) = folders.first(where: { BookPath.contains($0.key, path) }) {
          lines.append(.map("\(name)/\(BookPath.relative(path, to: folder) ?? "")"))
        } else {
          // Each in a folder of its own, beside those of the headers.
          let name = "\(PortablePackage.headers)/map\(lines.count)/\(BookPath.name(of: path))"
          files[name] = Array(try map(path, folders).utf8)
          lines.append(.map(name))
        }
      }
    }
    return lines
  }

  private static func words(_ arguments: [String]) throws(Unshareable) -> [Word] {
    if arguments.contains(where: { $0.contains("-load-plugin") }) { throw Unshareable("it has macros") }
    var words: [Word] = []
    var isFolder = false
    for (flag, value) in zip(arguments, arguments.dropFirst()) where flag == "-Xcc" {
      let map = "-fmodule-map-file="
      if isFolder {
        words.append(.headers(value))
        isFolder = false
      } else if value.hasPrefix(map) {
        words.append(.map(String(value.dropFirst(map.count))))
      } else if value == "-I" {
        isFolder = true
      } else if value.hasPrefix("-I") {
        words.append(.headers(String(value.dropFirst(2))))
      } else if PortablePackage.isHarmless(value) {
        words.append(.flag(value))
      } else {
        throw Unshareable("it is compiled with the flag \(value)")
      }
    }
    return words
  }

  /// Copies the files of a folder; what links lead to counts as if it were there.
  private func copy(
    _ folder: String, as name: String, into files: inout [String: [UInt8]], depth: Int
  ) throws(Unshareable) {
    guard depth < Self.deepest else { throw Unshareable("the folders of its headers are nested too deeply") }
    for entry in FileTree.names(in: folder) where !entry.hasPrefix(".") {
      let path = "\(folder)/\(entry)"
      let real = Disk.absolute(path)
      switch Disk.kind(of: real) {
      case .folder: try copy(real, as: "\(name)/\(entry)", into: &files, depth: depth + 1)
      case .file:
        guard known.contains(real) || BookPath.contains(own, real), let bytes = Disk.bytes(of: real) else {
          throw Unshareable("the header \(path) is not a part of the package")
        }
        files["\(name)/\(entry)"] = bytes
      default: throw Unshareable("\(path) is not a file")
      }
    }
  }

  private static let deepest = 32

  /// A map that SwiftPM made, which names places of this machine, with names of what was copied in their places.
  private func map(_ path: String, _ folders: [String: String]) throws(Unshareable) -> String {
    guard let text = Disk.text(of: path) else { throw Unshareable("\(path) cannot be read") }
    var parts = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices where index % 2 == 1 {
      guard let (folder, name) = folders.first(where: { BookPath.contains($0.key, parts[index]) }) else {
        throw Unshareable("the map of a C module names \(parts[index]), which is not among its headers")
      }
      let inner = BookPath.relative(parts[index], to: folder).map { "/\($0)" } ?? ""
      // A map lies in a folder beside those of the headers.
      parts[index] = "../\(BookPath.name(of: name))\(inner)"
    }
    return parts.joined(separator: "\"")
  }
}
