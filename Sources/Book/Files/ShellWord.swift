/// Makes a path fit to be pasted into a shell.
package enum ShellWord {
  /// The path itself, or in quotes where a shell would read it differently.
  package static func quoted(_ path: String) -> String {
    // What begins with a hyphen would be taken for a flag.
    if path.hasPrefix("-") { return quoted("./" + path) }
    let isPlain = path.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x80 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "/._-+,:@%".unicodeScalars.contains(scalar)
    }
    if isPlain, !path.isEmpty { return path }
    let inner = path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    return "'" + inner + "'"
  }
}
