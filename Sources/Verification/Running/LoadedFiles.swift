internal import Files

/// The files that examples are compiled with and load, as they were before their contents were looked at.
package struct LoadedFiles: Sendable {
  private let paths: [String]
  private let stamps: [String: String]

  /// Files, and folders with all that is in them.
  init(_ paths: [String]) {
    self.paths = paths
    stamps = Self.stamps(paths)
  }

  /// One that is not as it was; what programs did since then tells nothing of the others, nor of this one.
  var changed: String? {
    let now = Self.stamps(paths)
    if now == stamps { return nil }
    return Set(now.keys).union(stamps.keys).sorted().first { now[$0] != stamps[$0] }
  }

  private static func stamps(_ paths: [String]) -> [String: String] {
    var stamps: [String: String] = [:]
    for path in paths {
      // What cannot be read has no stamp, as what is not there.
      let inner = Disk.kind(of: path) == .folder ? try? FileTree.files(in: path).files.map { "\(path)/\($0)" } : nil
      for file in inner ?? [path] { stamps[file] = FileStatus(of: file)?.stamp }
    }
    return stamps
  }
}
