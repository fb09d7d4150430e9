/// Why a run of a program did not do what its first run did.
package enum StrayCause: Hashable, Sendable {
  /// It does something else in every run: it tells the time, a random number, or who came first.
  case everyRun
  /// The seed of Swift's hashes, which is another in every process.
  case hashes
  /// Where things lie in memory.
  case addresses
  /// The numbers of its processes.
  case processes
  /// What its standard input holds.
  case input
  /// The date, the time of day or the time zone.
  case date
  /// The order in which folders list their files.
  case folderOrder
  /// The machine: its processors and memory, its system, its environment, and the names of it, its user and their
  /// folders.
  case machine
  /// What other threads still do when it ends.
  case threads
  /// Which of its threads and tasks came first, where the program leaves that open.
  case precedence
  /// The order in which its threads took their steps; its text, as `Schedule` reads it.
  case schedule(String)

  /// The cause as text for the cache.
  var text: String {
    switch self {
    case .everyRun: "run"
    case .hashes: "hashes"
    case .addresses: "addresses"
    case .processes: "processes"
    case .input: "input"
    case .date: "date"
    case .folderOrder: "folder order"
    case .machine: "machine"
    case .threads: "threads"
    case .precedence: "precedence"
    case .schedule(let schedule): "schedule \(schedule)"
    }
  }

  /// Reads what `text` gave.
  init?(text: String) {
    switch text {
    case "run": self = .everyRun
    case "hashes": self = .hashes
    case "addresses": self = .addresses
    case "processes": self = .processes
    case "input": self = .input
    case "date": self = .date
    case "folder order": self = .folderOrder
    case "machine": self = .machine
    case "threads": self = .threads
    case "precedence": self = .precedence
    default:
      guard text.hasPrefix("schedule ") else { return nil }
      self = .schedule(String(text.dropFirst("schedule ".count)))
    }
  }

  /// Whether what its loops did is to be the same, too.
  var keepsTraces: Bool {
    if case .schedule = self { false } else { true }
  }

  /// Whether a program that does something else for this reason does so each time.
  var recurs: Bool {
    switch self {
    case .processes, .input, .date, .folderOrder, .machine, .threads: true
    case .everyRun, .hashes, .addresses, .precedence, .schedule: false
    }
  }

  /// What of the run was otherwise, as the beginning of a sentence.
  var circumstance: String {
    switch self {
    case .everyRun: "run again"
    case .hashes: "with another hash seed"
    case .addresses: "at other addresses"
    case .processes: "with other process numbers"
    case .input: "when something is typed"
    case .date: "on another day, in another time zone"
    case .folderOrder: "where folders list their files in another order"
    case .machine: "on another machine"
    case .threads: "when its other threads have a little more time before it ends"
    case .precedence: "when other threads or tasks come first"
    case .schedule(let schedule): "under schedule \(schedule)"
    }
  }

  /// What its author can do.
  var cure: String {
    switch self {
    case .everyRun:
      """
      it does something different in every run: leave out what changes (times, random numbers, which thread \
      came first), or put ... in its place in the recording
      """
    case .hashes:
      """
      the order of a dictionary or set, and a hash value, are different in every run: sort what is printed, for \
      instance with .sorted(), or of a dictionary the keys, with .keys.sorted()
      """
    case .addresses:
      """
      addresses, and what depends on them, are different in every run: leave them out, or put ... in their place in \
      the recording
      """
    case .processes:
      """
      the number of a process is different in every run: leave it out, or put ... in its place in the recording
      """
    case .input:
      """
      its standard input is empty here, and your readers may type something: write what they type between '```input' \
      and '```', right below the example
      """
    case .date:
      """
      the date and the time zone are different when your readers run it: leave out what depends on them, give the example \
      a date and a zone of its own, or put ... in their place in the recording
      """
    case .folderOrder:
      """
      folders list their files in another order elsewhere: sort them, for instance with .sorted()
      """
    case .machine:
      """
      processors, memory, the system's version, its files and folders, the permissions of new files, variables of the \
      environment, and the names of the machine, the user, the home folder and the current folder are different when \
      your readers run it: leave them out, or put ... in their place in the recording
      """
    case .threads:
      """
      what other threads and tasks still do when the program ends happens in some runs and not in others: wait for \
      them, for instance with await, before the last line
      """
    case .precedence:
      """
      which thread or task comes first is different from run to run: make them wait for each other, sort what they \
      bring, or put ... in its place in the recording
      """
    case .schedule:
      """
      which thread comes first is different in every run: make them wait for each other, or, if the chapter shows this \
      one order, write schedules=1 at the example
      """
    }
  }
}
