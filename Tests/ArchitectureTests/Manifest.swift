/// What Package.swift declares, read as text: a call of SwiftPM within a test would wait for the one that runs it.
struct Manifest {
  /// A target of the package.
  struct Target {
    let name: String
    /// Where its sources lie, from the root.
    let folder: String
    /// The targets that it depends on.
    let dependencies: Set<String>
  }

  let targets: [Target]

  /// Reads a manifest in which `name` and `dependencies` come first in a target, and a `path` after them.
  init(text: String) {
    let kinds = /\.(?:systemLibrary|target|executableTarget|(testTarget))\(\s*name: "([^"]+)"/
    let starts = text.matches(of: kinds)
    targets = starts.indices.map { index in
      let name = String(starts[index].2)
      let end = index + 1 < starts.count ? starts[index + 1].range.lowerBound : text.endIndex
      let rest = text[starts[index].range.upperBound..<end]
      let list = rest.prefixMatch(of: /,\s*dependencies: \[([^\]]*)\]/)?.1 ?? ""
      let path = rest.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) }
      return Target(
        name: name, folder: path ?? "\(starts[index].1 == nil ? "Sources" : "Tests")/\(name)",
        dependencies: Set(list.matches(of: /"([^"]+)"/).map { String($0.1) }))
    }
  }

  /// What a target depends on, if there is one of that name.
  func dependencies(of name: String) -> Set<String>? { targets.first { $0.name == name }?.dependencies }
}
