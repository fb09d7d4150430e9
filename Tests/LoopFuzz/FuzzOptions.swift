import DifferentialModel

/// The arguments of `loop-fuzz`.
struct FuzzOptions {
  /// The campaign.
  var campaign = FuzzCampaign.Options()
  /// The program to replay, if any.
  var replayed: UInt64?
  /// A deliberate fault of LoopEngine's side, by name.
  var fault: String?
  /// Whether the usage was asked for.
  var asksForHelp = false

  static let usage = """
    Usage: loop-fuzz [options]

    Runs random programs on LoopEngine and on CoreFoundation and compares what they see. Ends with 0 when all agree
    but for the listed differences, with 1 after printing the smallest program found that differs.

      --seconds N   for that long (default: 60, or no limit with --count)
      --count N     so many programs
      --seed S      of this family (default: 1)
      --first I     from this program of the family on (default: 0)
      --jobs N      so many at once (default: 24)
      --main        of programs for the main thread and its queue, each in a process of its own, one after another
      --program I   replay this program of the family: print it as Swift, and both traces
      --help        this text
    """

  /// Reads the arguments; the error is a sentence for the user.
  init(_ arguments: [String]) throws(FuzzUsageError) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--help": asksForHelp = true
      case "--seconds": campaign.seconds = Int(try Self.number(option, &rest))
      case "--main": (campaign.onMain, campaign.jobs) = (true, 0)
      case "--count": campaign.count = Int(try Self.number(option, &rest))
      case "--seed": campaign.seed = try Self.number(option, &rest)
      case "--first": campaign.first = try Self.number(option, &rest)
      case "--jobs": campaign.jobs = max(1, Int(try Self.number(option, &rest)))
      case "--program": replayed = try Self.number(option, &rest)
      case "--fault":
        guard let name = rest.popFirst() else { throw FuzzUsageError("--fault needs a name.") }
        fault = name
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
