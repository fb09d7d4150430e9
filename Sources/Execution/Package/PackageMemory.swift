internal import Files

/// What is kept of how a package was built, or taken, of which all is known that building it reads.
struct PackageMemory {
  var stamp: PackageStamp
  /// What the stamp was before.
  var text: String
  /// By what name its files are kept.
  var name: String

  /// Reads it; `nil` where there is none.
  init?(_ path: String, circumstances: [String], left: PackageStamp.Left) {
    guard let file = Disk.text(of: path), let end = file.firstRange(of: "\n\n") else { return nil }
    stamp = PackageStamp(folders: [], places: [], variables: [], circumstances: circumstances, left: left)
    text = String(file[end.upperBound...])
    name = ""
    for line in file[..<end.lowerBound].split(separator: "\n") {
      guard let space = line.firstIndex(of: " ") else { return nil }
      let value = String(line[line.index(after: space)...])
      switch line[..<space] {
      case "portable": name = value
      case "folder": stamp.folders.append(value)
      case "place": stamp.places.append(value)
      case "variable": stamp.variables.append(value)
      default: return nil
      }
    }
  }

  init(_ stamp: PackageStamp, text: String, name: String) {
    self.stamp = stamp
    self.text = text
    self.name = name
  }

  /// Keeps it.
  func write(to path: String) throws(FileError) {
    let head =
      stamp.folders.map { "folder \($0)\n" } + stamp.places.map { "place \($0)\n" }
      + stamp.variables.map { "variable \($0)\n" }
    try Disk.write(Array("portable \(name)\n\(head.joined())\n\(text)".utf8), to: path)
  }
}
