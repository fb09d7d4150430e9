internal import Files

/// What is kept of how a package was built.
struct PackageMemory {
  var stamp: PackageStamp
  /// What the stamp was before.
  var text: String
  /// By what name its files are kept, or why they are used where SwiftPM built them.
  var kept: Result<String, Unshareable>

  /// Reads it; `nil` where there is none.
  init?(_ path: String, circumstances: [String], left: PackageStamp.Left) {
    guard let file = Disk.text(of: path), let end = file.firstRange(of: "\n\n") else { return nil }
    stamp = PackageStamp(folders: [], variables: [], circumstances: circumstances, left: left)
    text = String(file[end.upperBound...])
    kept = .failure(Unshareable(""))
    for line in file[..<end.lowerBound].split(separator: "\n") {
      guard let space = line.firstIndex(of: " ") else { return nil }
      let value = String(line[line.index(after: space)...])
      switch line[..<space] {
      case "portable": kept = .success(value)
      case "here": kept = .failure(Unshareable(value))
      case "folder": stamp.folders.append(value)
      case "variable": stamp.variables.append(value)
      default: return nil
      }
    }
  }

  init(_ stamp: PackageStamp, text: String, kept: Result<String, Unshareable>) {
    self.stamp = stamp
    self.text = text
    self.kept = kept
  }

  /// Keeps it.
  func write(to path: String) throws(FileError) {
    let first =
      switch kept {
      case .success(let name): "portable \(name)\n"
      case .failure(let error): "here \(error.reason)\n"
      }
    let head = stamp.folders.map { "folder \($0)\n" } + stamp.variables.map { "variable \($0)\n" }
    try Disk.write(Array("\(first)\(head.joined())\n\(text)".utf8), to: path)
  }
}
