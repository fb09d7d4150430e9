/// Whether a program in Swift 6 mode may have a data race, though the compiler rejects most of them there.
///
/// What the compiler lets pass has a name in the program: a word that takes its checks away, or something of Dispatch
/// or Foundation whose closures or subclasses it does not check.
enum RaceSearch {
  /// What the names of whatever takes the compiler's checks away begin or go on with.
  private static let unchecked = ["nsafe", "pthread_", "thrd_"]

  private static let words: Set = [
    "unchecked", "preconcurrency", "Unmanaged", "_silgen_name", "_extern",
    // Their closures need not be Sendable, on whatever thread they run.
    "DispatchWorkItem", "DispatchIO", "DispatchSourceHandler", "setEventHandler", "setCancelHandler",
    "setRegistrationHandler", "notify",
    // What inherits from these is taken for Sendable, whatever it holds.
    "Operation", "BlockOperation", "Thread",
  ]

  /// Whether a program may have one, by what it imports without saying so and by its code.
  static func isNeeded(for text: String, importing modules: [String]) -> Bool {
    let named = CodeWords(text).all
    // Other open classes of Foundation are Sendable, too, such as locks and formatters.
    let mayInherit = named.contains("class") && named.union(modules).contains { $0.hasPrefix("Foundation") }
    return mayInherit || !named.isDisjoint(with: words)
      || named.contains { word in unchecked.contains(where: word.contains) }
  }
}
