import Foundation

/// The files below a folder, in memory.
struct FileTree: Sendable {
  /// The bytes of each file by its path from the folder.
  private(set) var files: [String: [UInt8]] = [:]

  /// Files whose paths begin with that of a folder.
  init(below folder: String, of files: [String: [UInt8]]) {
    for (path, bytes) in files where path.hasPrefix(folder) { self.files[String(path.dropFirst(folder.count))] = bytes }
  }

  /// Reads a folder; one that does not exist is empty.
  init(_ folder: URL) throws {
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    try read(folder, prefix: "")
  }

  private mutating func read(_ folder: URL, prefix: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let file = folder.appending(path: name)
      let type = try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
      switch type {
      case .typeDirectory?: try read(file, prefix: prefix + name + "/")
      case .typeRegular?: files[prefix + name] = Array(try Data(contentsOf: file))
      case .typeSymbolicLink?:
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: file.path)
        files[prefix + name] = Array("a symbolic link to \(target)\n".utf8)
      // Reading a pipe would wait for somebody to write.
      default: files[prefix + name] = Array("\(type?.rawValue ?? "of no known type")\n".utf8)
      }
    }
  }

  /// Writes the files into a folder.
  func write(to folder: URL) throws {
    for (path, bytes) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }
}
