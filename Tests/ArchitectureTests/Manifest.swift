/// What Package.swift declares, read as text: a call of SwiftPM within a test would wait for the one that runs it.
struct Manifest {
  /// The targets and the targets that each depends on.
  let dependencies: [String: Set<String>]

  /// Reads a manifest in which `name` and `dependencies` come first in a target.
  init(text: String) {
    let target =
      /\.(?:systemLibrary|target|executableTarget|testTarget)\(\s*name: "([^"]+)"(?:,\s*dependencies: \[([^\]]*)\])?/
    var dependencies: [String: Set<String>] = [:]
    for match in text.matches(of: target) {
      dependencies[String(match.1)] = Set((match.2 ?? "").matches(of: /"([^"]+)"/).map { String($0.1) })
    }
    self.dependencies = dependencies
  }
}
