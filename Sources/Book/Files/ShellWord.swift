/// Makes a path fit to be pasted into a shell.
enum ShellWord {
  /// The path itself, or in quotes where a shell would read it differently.
  static func quoted(_ path: String) -> String {
    let isPlain = path.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x80 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "/._-+,:@%".unicodeScalars.contains(scalar)
    }
    if isPlain, !path.isEmpty, !path.hasPrefix("-") { return path }
    let inner = path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    return (path.hasPrefix("-") ? "./" : "") + "'" + inner + "'"
  }
}
