internal import Text

/// Makes a path fit to be pasted into a shell.
package enum ShellWord {
  /// The path itself, or in quotes where a shell would read it differently.
  package static func quoted(_ path: String) -> String {
    // What begins with a hyphen would be taken for a flag.
    if path.hasPrefix("-") { return quoted("./" + path) }
    let isPlain = path.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x80 && !isUnseen(scalar) || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "/._-+,:@%".unicodeScalars.contains(scalar)
    }
    if isPlain, !path.isEmpty { return path }
    // What steers a terminal, or makes text run the other way, is not pasted as it is.
    if path.unicodeScalars.contains(where: isUnseen) {
      let escaped = path.unicodeScalars.map { scalar in
        isUnseen(scalar) || scalar == "'" || scalar == "\\"
          ? String(scalar).utf8.map { "\\" + octal($0) }.joined() : String(scalar)
      }
      return "$'" + escaped.joined() + "'"
    }
    let inner = path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    return "'" + inner + "'"
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isControl || scalar.turnsText || scalar == "\t"
  }

  /// A byte in three octal digits.
  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }
}
