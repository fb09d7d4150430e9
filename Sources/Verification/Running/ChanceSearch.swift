internal import Execution
internal import Files

/// Whether what a program does may be up to chance: the order of a set or dictionary, a random number.
///
/// The order of two members is the same with every second seed, so such a program is run with several. Most programs
/// have nothing to do with it, and one run tells.
enum ChanceSearch {
  /// Modules that hash nothing, and throw no dice, in what they do for their users.
  private static let steadyModules: Set = [
    "Dispatch", "Glibc", "LoopEngine", "LoopTracing", "Observation", "RegexBuilder", "Swift", "Synchronization",
    "_Concurrency", "_StringProcessing",
  ]

  /// What the names of whatever hashes, or throws dice, have in them.
  private static let words = ["Set", "ictionary", "ash", "rouping", "andom", "huffle"]

  /// Whether a program may meet chance, by what it imports and by its text.
  static func isNeeded(for text: String, importing modules: [String]) -> Bool {
    !steadyModules.isSuperset(of: modules) || words.contains { text.containsBytes(of: $0) } || hasDictionary(text)
  }

  /// Whether a colon stands between brackets, as in `["a": 1]`, `[:]` and `[String: Int]`; what stands in string
  /// literals counts as well, which costs some runs at most.
  private static func hasDictionary(_ text: String) -> Bool {
    var open: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "{"): open.append(byte)
      case UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "}"): _ = open.popLast()
      case UInt8(ascii: ":") where open.last == UInt8(ascii: "["): return true
      default: break
      }
    }
    return false
  }
}
