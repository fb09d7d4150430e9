internal import Files

/// What tells, without reading any file's content, whether a package is as it was when it was built: the sizes and
/// dates of its files, and what was asked of it.
struct PackageStamp {
  /// The folders of the package, and of those on this machine that it depends on.
  var folders: [String]

  /// The places at which manifests look for them, where a link may lead to one or the other.
  var places: [String]

  /// The variables of the environment that their manifests read.
  var variables: [String]

  /// What else it was built with.
  var circumstances: [String]

  /// What of the book lies in the package and does not count.
  struct Left: Equatable {
    /// A folder of which what is written in Markdown does not.
    var prose: String?
    /// Folders of which nothing does.
    var asides: Set<String>
  }
  var left: Left

  /// As it is now.
  func text(_ environment: [String: String]) -> String {
    var text = (circumstances + PackageInputs.variables(environment)).map { "\($0)\n" }.joined()
    for variable in variables { text += "\(variable) \(environment[variable].map { "is \($0)" } ?? "is not set")\n" }
    for place in places { text += "place \(place) is \(Disk.realPath(place) ?? "missing")\n" }
    for folder in folders { describe(folder, into: &text, depth: 0) }
    for path in distantHeaders(in: text) { text += "\(path) \(FileStatus(of: path)?.stamp ?? Self.nothing)\n" }
    return text
  }

  /// What stands for the facts of a file that is not there.
  private static let nothing = Array(repeating: "-", count: FileStatus.factCount).joined(separator: " ")

  /// The headers outside of the packages that modules of C are made of which a map in the packages describes.
  private func distantHeaders(in text: String) -> [String] {
    let maps = text.split(separator: "\n").compactMap(Self.path).filter(BuiltBefore.isMap)
    let reached = maps.flatMap(HeaderCheck.reached(fromMap:))
    return Set(reached).filter { path in !folders.contains { BookPath.contains($0, path) } }.sorted()
  }

  /// The text of a moment before, and of the files that it did not look for, as they are now.
  func text(beyond before: PackageState, _ environment: [String: String]) -> String {
    guard folders != before.stamp.folders || places != before.stamp.places || left != before.stamp.left else {
      return before.text
    }
    let known = Set(before.text.split(separator: "\n").compactMap(Self.path))
    let added = text(environment).split(separator: "\n").filter { line in
      Self.path(in: line).map { !known.contains($0) } ?? false
    }
    return before.text + added.map { "\($0)\n" }.joined()
  }

  /// The file that a line of such a text is about; `nil` for what is not about one.
  static func path(in line: Substring) -> String? {
    guard line.hasPrefix("/") else { return nil }
    // The facts stand behind the path, which may have blanks itself.
    return line.split(separator: " ", omittingEmptySubsequences: false).dropLast(FileStatus.factCount)
      .joined(separator: " ")
  }

  private func describe(_ folder: String, into text: inout String, depth: Int) {
    // Links may lead round in circles.
    guard depth < Self.deepest else { return }
    let isProse = left.prose.map { BookPath.contains($0, folder) } ?? false
    let manifests = depth == 0 ? Self.manifests(in: folder) : []
    for name in FileTree.names(in: folder) where !PackageSources.own.contains(name) {
      // What hides beside the folders of targets is other tools', unless a manifest speaks of it.
      if depth == 0, name.hasPrefix("."), !manifests.contains(where: { $0.contains(name) }) { continue }
      let path = "\(folder)/\(name)"
      guard !left.asides.contains(path), !EditorFile.isLeftover(name),
        let status = FileStatus(of: path, followingLinks: false)
      else { continue }
      if status.kind == .folder {
        describe(path, into: &text, depth: depth + 1)
        continue
      }
      if isProse, BookPath.isMarkdown(name) { continue }
      text += "\(path) \(status.stamp)\n"
      guard status.kind == .link, let target = FileStatus(of: path) else { continue }
      if target.kind == .folder {
        describe(path, into: &text, depth: depth + 1)
      } else {
        text += "\(path) \(target.stamp)\n"
      }
    }
  }

  private static let deepest = 32

  private static func manifests(in folder: String) -> [String] {
    PackageSources.manifestNames(in: folder).compactMap { Disk.text(of: "\(folder)/\($0)") }
  }
}

/// How a package was at some moment.
package struct PackageState: Sendable {
  let stamp: PackageStamp
  let text: String
}
