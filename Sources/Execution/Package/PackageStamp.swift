internal import Files

/// What tells, without reading any file's content, whether a package is as it was when it was built: the sizes and
/// dates of its files, and what was asked of it.
struct PackageStamp {
  /// The folders of the package, and of those on this machine that it depends on.
  var folders: [String]

  /// The variables of the environment that their manifests read.
  var variables: [String]

  /// What else it was built with.
  var circumstances: [String]

  /// What of the book lies in the package and does not count.
  struct Left {
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
    for folder in folders { describe(folder, into: &text, depth: 0) }
    return text
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
        text += "\(target.stamp)\n"
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
