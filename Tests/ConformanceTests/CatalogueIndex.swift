/// The numbered entries of the behavior catalogue, sections 1 to 12, and what shows each of them.
///
/// An entry that is not here, or that has neither a behavior nor a reason, is a failure.
struct CatalogueIndex {
  /// What shows an entry.
  enum Coverage {
    /// The behaviors that have its number.
    case own
    /// The behaviors named, which have other numbers.
    case by([String])
    /// None: the reason why it cannot be run.
    case cannotRun(String)
  }

  /// One entry.
  struct Row {
    let entry: String
    let coverage: Coverage
    /// What of the entry is not shown, and why.
    let except: String?

    init(_ entry: String, _ coverage: Coverage = .own, except: String? = nil) {
      self.entry = entry
      self.coverage = coverage
      self.except = except
    }
  }

  /// The entries that each section has.
  static let entriesOfSection: [Int: [String]] = [
    1: numbers(1...12), 2: numbers(1...5), 3: numbers(1...6),
    4: "abcdefghijklmno".map { String($0) } + numbers(1...8),
    5: numbers(1...6), 6: numbers(1...15), 7: numbers(1...5), 8: numbers(1...5), 9: numbers(1...7), 10: numbers(1...7),
    11: numbers(1...3), 12: numbers(1...5),
  ]

  private static func numbers(_ range: ClosedRange<Int>) -> [String] { range.map { String($0) } }

  /// Every entry with its coverage.
  static let rows: [Row] = [
    Row("1.1"),
    Row("1.2", .cannotRun("how many descriptors a mode costs is a matter of construction, measured by the benchmarks")),
    Row("1.3"),
    Row("1.4", except: "that a source retains its loops: nobody can tell"),
    Row("1.5", except: "adding a timer or an observer to a second loop: neither is Sendable, so it does not compile"),
    Row("1.6", except: "sources that are equal by value: a SignalSource is equal to itself only"),
    Row("1.7", except: "what a source holds is released with the source, and not at a time that a program can rely on"),
    Row("1.8"),
    Row("1.9", except: "recognition by pointer: a Mode is its name, on both sides"),
    Row("1.10", except: "the mode in a main-queue callout: shown by 12.2a"),
    Row("1.11"),
    Row("1.12"),
    Row("2.1"),
    Row("2.2", except: "the order of a port: a MessagePort has none"),
    Row("2.3"),
    Row("2.4", except: "the order of a timer: a LoopTimer has none"),
    Row("2.5"),
    Row("3.1", except: "a run of no mode: a Mode cannot be nil"),
    Row("3.2", .cannotRun("a loop is deallocated only with its thread, which by then runs nothing")),
    Row("3.3"),
    Row("3.4"),
    Row("3.5", except: "a limit that is no number: a Duration always is one"),
    Row("3.6"),
    Row("4.a", .by(["9.4c", "9.4d", "9.4e"])),
    Row("4.b", .by(["4.1a", "3.5a"])),
    Row("4.c", .by(["3.5a"])),
    Row("4.d"),
    Row("4.e", .by(["4.d", "5.1a"])),
    Row("4.f"),
    Row("4.g"),
    Row("4.h"),
    Row("4.i", .by(["4.g", "4.2c"])),
    Row("4.j", .by(["9.6a", "9.6b"])),
    Row("4.k"),
    Row("4.l", .by(["9.4c", "9.6a"])),
    Row("4.m", .by(["4.3a", "4.3b", "12.1a"])),
    Row("4.n"),
    Row("4.o"),
    Row("4.1"), Row("4.2"), Row("4.3"), Row("4.4"), Row("4.5"), Row("4.6"), Row("4.7"), Row("4.8"),
    Row("5.1"), Row("5.2"), Row("5.3"), Row("5.4"), Row("5.5"), Row("5.6"),
    Row("6.1"), Row("6.2"), Row("6.3"), Row("6.4"), Row("6.5"), Row("6.6"), Row("6.7"),
    Row("6.8", except: "setting a date or adding a timer from another thread: a LoopTimer is not Sendable"),
    Row("6.9"),
    Row(
      "6.10",
      except: "intervals that are no number or below a nanosecond: a Duration is a number, and CoreFoundation traps"),
    Row("6.11"), Row("6.12"), Row("6.13"), Row("6.14"),
    Row("6.15", .cannotRun("the cost of many timers is measured by the benchmarks; of missed fires see 6.5d")),
    Row("7.1", except: "a block for something that is no mode, or no block: neither compiles"),
    Row("7.2"), Row("7.3"), Row("7.4"), Row("7.5"),
    Row("8.1"), Row("8.2"), Row("8.3"), Row("8.4"),
    Row("8.5", .cannotRun("it is about a private function of Foundation's RunLoop that the engine does not have")),
    Row("9.1"), Row("9.2"), Row("9.3"), Row("9.4"), Row("9.5"),
    Row("9.6", except: "whether a loop waits while it polls: nobody can look at the right moment"),
    Row("9.7"),
    Row("10.1", except: "a run on the wrong thread: a Loop is not Sendable, so it does not compile"),
    Row("10.2", except: "an unlimited run on the main thread: it never returns"),
    Row("10.3"), Row("10.4"), Row("10.5"), Row("10.6"), Row("10.7"),
    Row("11.1", except: "that any thread's first use makes the main loop: nobody can tell"),
    Row("11.2", except: "moving timers and observers away from an ended loop: neither is Sendable"),
    Row("11.3", .cannotRun("traps, and what is left when the main thread has exited, end the process that would tell")),
    Row("12.1"), Row("12.2"), Row("12.3"), Row("12.4"), Row("12.5"),
  ]
}
