internal import Execution
internal import Files

/// Whether what a program does may be up to chance: the order of a set or dictionary, a random number, threads that
/// nothing holds up.
///
/// The order of two members is the same with every second seed, so such a program is run with several. Most programs
/// have nothing to do with it, and one run tells.
enum ChanceSearch {
  /// Modules that hash nothing, and throw no dice, in what they do for their users.
  private static let steadyModules: Set = [
    "Dispatch", "Glibc", "LoopEngine", "LoopTracing", "RegexBuilder", "Swift", "Synchronization", "_Concurrency",
    "_StringProcessing",
  ]

  /// What the names of whatever hashes, throws dice, or tells things by their addresses, have in them.
  private static let words = [
    "Set", "ictionary", "ash", "rouping", "andom", "huffle", "ObjectIdentifier", "Observable",
    "withObservationTracking", "entropy", "UUID", "uuid_", "niqueString", "mkstemp", "mkostemp", "mkdtemp",
  ]

  /// What the names of whatever brings addresses have in them.
  private static let addresses = ["Unmanaged", "toOpaque", "itCast", "Pointer", "alloc", "mmap"]

  /// The names of what runs on threads whose order is the system's.
  private static let threads: Set = [
    "DispatchQueue", "OperationQueue", "Task", "Thread", "TaskGroup", "async", "concurrentPerform", "pthread_create",
    "withTaskGroup", "withThrowingTaskGroup", "withDiscardingTaskGroup", "withThrowingDiscardingTaskGroup",
  ]

  /// Whether a program may meet chance, by what it imports and by its text.
  static func isNeeded(for text: String, importing modules: [String]) -> Bool {
    !steadyModules.isSuperset(of: modules) || hashes(text) || namesThreads(text)
      || addresses.contains(where: text.containsBytes) || tellsDay(text)
  }

  /// Whether a program's own text names what runs on threads whose order is the system's.
  static func namesThreads(_ text: String) -> Bool { !threads.isDisjoint(with: CodeWords(text).all) }

  /// Whether a program's own text has a set or a dictionary, or throws dice.
  static func hashes(_ text: String) -> Bool {
    words.contains(where: { text.containsBytes(of: $0) }) || hasDictionary(CodeWords(text))
  }

  /// What tells the date, and what tells its day, its month or its hour.
  private static let dates = [
    "Date()", "Date.init()", ".now", "SinceNow", "isDateIn", "time(", "clock_gettime", "gettimeofday", "timespec_get",
  ]
  private static let calendars = [
    "alendar", "DateFormatter", "FormatStyle", "formatted(", "localtime", "gmtime", "strftime",
  ]

  /// Whether a program's own text asks what day it is: what is true on one day of the week only may be false on all
  /// the others that are tried.
  static func tellsDay(_ text: String) -> Bool {
    dates.contains(where: text.containsBytes) && calendars.contains(where: text.containsBytes)
  }

  /// Whether a colon stands between brackets, as in `["a": 1]`, `[:]` and `[String: Int]`.
  private static func hasDictionary(_ code: CodeWords) -> Bool {
    var open: [UInt8] = []
    for byte in code.code {
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
