internal import Files

/// What is noted beside SwiftPM's plan of a build: which files there were, and what else it is made of.
struct PlanNote {
  private let text: String

  /// - Parameters:
  ///   - stamp: The text of a package's stamp.
  ///   - asked: What its manifest depends on besides its text.
  init(_ stamp: String, asked: String) {
    let lines = stamp.split(separator: "\n").map { line in
      guard let path = PackageStamp.path(in: line) else { return String(line) }
      // A file that has changed is compiled anew by the same plan, a manifest makes another one.
      return PackageSources.isManifest(BookPath.name(of: path)) ? String(line) : path
    }
    text = ContentHash(of: ([asked] + lines.sorted()).map { Array($0.utf8) }).text
  }

  /// Whether a file has the same.
  func isKept(at path: String) -> Bool { Disk.text(of: path) == text }

  /// Keeps it.
  func write(to path: String) throws(FileError) {
    if !isKept(at: path) { try Disk.write(Array(text.utf8), to: path) }
  }
}
