import ProgramFuzzing

/// The arguments of `program-fuzz`.
struct FuzzOptions {
  /// The campaign.
  var campaign = FuzzCampaign.Options()
  /// The program to replay, if any.
  var replayed: UInt64?
  /// The program to print, if any.
  var shown: UInt64?
  /// Files of programs to compare instead of random ones.
  var files: [String] = []
  /// Whether to tell why programs did not share a module, or did not compile.
  var tellsReasons = false
  /// Whether to tell how many forms of each scene of the grammar compile.
  var surveysScenes = false
  /// Whether the usage was asked for.
  var asksForHelp = false

  static let usage = """
    Usage: program-fuzz [options] [FILE...]

    Compiles and runs random programs as plain `swiftc main.swift && ./main` does, and as Loopbook does: in company, from
    the cache, and alone. Ends with 0 when all agree, with 1 after printing the smallest program found that differs.
    With files it compares these; one may hold many programs, each after a line "=== TITLE".

      --seconds N   for that long (default: 60, or no limit with --count)
      --count N     so many programs
      --seed S      of this family (default: 1)
      --first I     from this program of the family on (default: 0)
      --mode M      in language mode 5 or 6 only (default: in both, in turn)
      --jobs N      so many compilers at once (default: 2)
      --known DIR   keep what plain Swift does in this folder, so that a second run costs less
      --all         go on after a difference, and show one of each kind at the end
      --fault NAME  make Loopbook wrong, to see that it is noticed: with function, statements become a function's
      --reasons     tell at the end why programs went alone, and why they did not compile
      --program I   replay this program of the family in the company of its batch, and show all records
      --show I      print this program of the family
      --scenes      tell how many forms of each scene of the grammar compile, and why others do not
      --help        this text
    """

  /// Reads the arguments; the error is a sentence for the user.
  init(_ arguments: [String]) throws(FuzzUsageError) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--help": asksForHelp = true
      case "--seconds": campaign.seconds = Int(try Self.number(option, &rest))
      case "--count": campaign.count = Int(try Self.number(option, &rest))
      case "--seed": campaign.seed = try Self.number(option, &rest)
      case "--first": campaign.first = try Self.number(option, &rest)
      case "--jobs": campaign.jobs = max(1, Int(try Self.number(option, &rest)))
      case "--mode":
        let mode = try Self.number(option, &rest)
        guard [5, 6].contains(mode) else { throw FuzzUsageError("--mode is 5 or 6.") }
        campaign.languageMode = "\(mode)"
      case "--known":
        guard let folder = rest.popFirst() else { throw FuzzUsageError("--known needs a folder.") }
        campaign.verdicts = folder
      case "--fault":
        guard let fault = rest.popFirst().flatMap(FuzzCampaign.Fault.init) else {
          throw FuzzUsageError("The only --fault is called function.")
        }
        campaign.fault = fault
      case "--all": campaign.goesOn = true
      case "--reasons": tellsReasons = true
      case "--scenes": surveysScenes = true
      case "--program": replayed = try Self.number(option, &rest)
      case "--show": shown = try Self.number(option, &rest)
      case _ where !option.hasPrefix("-"): files.append(option)
      default: throw FuzzUsageError("Unknown option \(option).")
      }
    }
    if campaign.seconds == nil, campaign.count == nil { campaign.seconds = 60 }
  }

  private static func number(_ option: String, _ rest: inout ArraySlice<String>) throws(FuzzUsageError) -> UInt64 {
    guard let text = rest.popFirst(), let number = UInt64(text), number <= Int.max else {
      throw FuzzUsageError("\(option) needs a number.")
    }
    return number
  }
}

/// A mistake in the arguments.
struct FuzzUsageError: Error {
  /// The sentence for the user.
  var sentence: String
  init(_ sentence: String) { self.sentence = sentence }
}
