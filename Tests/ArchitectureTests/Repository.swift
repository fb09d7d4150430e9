import Foundation
import Synchronization

/// The files of this repository, found from where this file was compiled.
enum Repository {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All text files below a folder, in the order of their paths.
  ///
  /// What was built is left out.
  ///
  /// - Parameters:
  ///   - folder: A path from the root.
  ///   - extensions: How the names may end; empty means any way.
  /// - Throws: When the folder or a file in it cannot be read.
  static func files(below folder: String, extensions: Set<String> = []) throws -> [SourceFile] {
    let manager = FileManager.default
    var found: [SourceFile] = []
    let names = try manager.contentsOfDirectory(atPath: root.appending(path: folder).path)
    // What builds of the program and of the book leave is not ours to look at.
    for name in names.sorted() where ![".build", ".loopbook"].contains(name) {
      let path = "\(folder)/\(name)"
      let url = root.appending(path: path)
      let attributes = try manager.attributesOfItem(atPath: url.path)
      switch attributes[.type] as? FileAttributeType {
      case .typeDirectory?:
        found += try files(below: path, extensions: extensions)
      case .typeRegular? where extensions.isEmpty || extensions.contains(url.pathExtension):
        if let file = try known(path, at: url) { found.append(file) }
      default:
        continue
      }
    }
    return found
  }

  /// What was read, and `nil` for what is not a text: most of the rules look at all files.
  private static let known = Mutex<[String: SourceFile?]>([:])

  private static func known(_ path: String, at url: URL) throws -> SourceFile? {
    if let file = known.withLock({ $0[path] }) { return file }
    // What is not UTF-8 is not a text: a picture, for instance.
    let text = String(data: try Data(contentsOf: url), encoding: .utf8)
    let file = text.map { SourceFile(path: path, text: $0) }
    known.withLock { $0[path] = .some(file) }
    return file
  }

  /// One file.
  ///
  /// - Throws: When it cannot be read.
  static func file(_ path: String) throws -> SourceFile { SourceFile(path: path, text: try text(path)) }

  /// The text of one file.
  ///
  /// - Throws: When it cannot be read.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// What ARCHITECTURE.md says; nothing where it cannot be read, which no test of it forgives.
  static var architecture: ArchitectureDocument {
    ArchitectureDocument(text: (try? text("ARCHITECTURE.md")) ?? "")
  }

  /// The names of the folders in a folder, and of links to some.
  ///
  /// - Throws: When the folder cannot be read.
  static func folders(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { isFolder("\(folder)/\($0)") }
  }

  /// Whether there is such a folder, or a link to one.
  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: root.appending(path: path).path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// The Swift files of all modules.
  ///
  /// - Throws: When one of them cannot be read.
  static func swiftSources() throws -> [SourceFile] { try files(below: "Sources", extensions: ["swift"]) }
}
