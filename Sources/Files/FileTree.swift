internal import Glibc

/// What is done with folders and what lies in them.
package enum FileTree {
  /// A name in a folder.
  package struct Entry: Sendable {
    /// The name; where it is not UTF-8, with replacements.
    package var name: String
    package var isText: Bool
    package var kind: FileKind
  }

  // MARK: listing

  /// What is in a folder, in the order of the names' bytes.
  package static func entries(in folder: String) throws(FileError) -> [Entry] {
    var entries: [Entry] = []
    try each(in: folder) { entry in entries.append(Entry(name: entry.name, isText: entry.isText, kind: entry.kind)) }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The names in a folder in the order of their bytes; none where it cannot be read.
  package static func names(in folder: String) -> [String] {
    var names: [String] = []
    try? each(in: folder) { names.append($0.name) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The paths of what is in a folder, in the order of the names' bytes; none where it cannot be read.
  package static func paths(in folder: String) -> [String] { names(in: folder).map { "\(folder)/\($0)" } }

  /// All files in a folder, and those of its folders that are empty, as sorted paths in it.
  ///
  /// Symbolic links count as files, and none is followed.
  package static func files(in folder: String) throws(FileError) -> (files: [String], emptyFolders: [String]) {
    var files: [String] = []
    var empty: [String] = []
    var waiting = [""]
    while let inner = waiting.popLast() {
      var isEmpty = true
      try each(in: "\(folder)/\(inner)") { entry in
        isEmpty = false
        if entry.kind == .folder { waiting.append("\(inner)\(entry.name)/") } else { files.append(inner + entry.name) }
      }
      if isEmpty, !inner.isEmpty { empty.append(inner) }
    }
    return (files.sorted(), empty.sorted())
  }

  /// The files in a folder without what hides, as sorted paths in it; none where it cannot be read.
  ///
  /// Symbolic links count as files, and none is followed.
  package static func shownFiles(in folder: String) -> [String] {
    var files: [String] = []
    var waiting = [""]
    while let inner = waiting.popLast() {
      try? each(in: "\(folder)/\(inner)") { entry in
        if entry.name.hasPrefix(".") { return }
        if entry.kind == .folder { waiting.append("\(inner)\(entry.name)/") } else { files.append(inner + entry.name) }
      }
    }
    return files.sorted()
  }

  /// Whether a folder can be read, and there is nothing in it.
  package static func isEmpty(_ folder: String) -> Bool { (try? entries(in: folder).isEmpty) ?? false }

  // MARK: changing

  /// Makes a folder and those above it, where they are not there.
  package static func make(_ path: String) throws(FileError) {
    for end in path.indices where path[end] == "/" && end > path.startIndex { try makeOne(String(path[..<end])) }
    try makeOne(path)
  }

  /// Makes a folder in one that is there, unless it is there itself.
  package static func makeOne(_ path: String) throws(FileError) {
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw FileError(.made, path, errno) }
  }

  /// Makes the folders that a file is to be in.
  package static func makeFolders(for file: String) throws(FileError) {
    if let slash = file.lastIndex(of: "/"), slash != file.startIndex { try make(String(file[..<slash])) }
  }

  /// Removes a file, or a folder with all that is in it; links are not followed.
  ///
  /// What a program left may be deeper than any path can be long: what lies in a folder's folder is moved up until
  /// there is nothing below. Its names may be any bytes, too.
  package static func remove(_ path: String) {
    let path = Array(path.utf8CString)
    if isDone(path) { return }
    var moved = 0
    var isFlat = false
    while !isFlat {
      isFlat = true
      for folder in bytePaths(in: path) where !isDone(folder) {
        for inner in bytePaths(in: folder) where !isDone(inner) {
          var target: [CChar]
          repeat {
            moved += 1
            target = Self.path(path, "\(moved)".utf8CString)
          } while access(target, F_OK) == 0
          if rename(inner, target) == 0 { isFlat = false }
        }
        rmdir(folder)
      }
    }
    rmdir(path)
  }

  /// Removes from a folder that a program could write to all but files: a link would be followed to wherever it leads,
  /// and a pipe would be waited for.
  package static func keepFiles(in folder: String) {
    for path in paths(in: folder) {
      if let kind = Disk.kind(of: path, followingLinks: false), kind != .file { remove(path) }
    }
  }

  /// Whether there is nothing left to do for a path: it was a file, or cannot be looked into.
  ///
  /// What a program made unreadable is its owner's to open again.
  private static func isDone(_ path: [CChar]) -> Bool {
    var information = stat()
    if unlink(path) == 0 || lstat(path, &information) != 0 || information.st_mode & S_IFMT != S_IFDIR { return true }
    return information.st_mode & 0o700 != 0o700 && chmod(path, 0o700) != 0
  }

  private static func bytePaths(in folder: [CChar]) -> [[CChar]] {
    var paths: [[CChar]] = []
    try? each(in: folder) { entry in
      paths.append(path(folder, UnsafeBufferPointer(start: entry.bytes, count: strlen(entry.bytes) + 1)))
    }
    return paths
  }

  /// The path of a name in a folder, both with the zero at their ends.
  private static func path(_ folder: [CChar], _ name: some Sequence<CChar>) -> [CChar] {
    folder.dropLast() + [CChar(UInt8(ascii: "/"))] + name
  }
}
