internal import Execution

/// What a program printed on LoopEngine and on CoreFoundation, line by line.
///
/// On CoreFoundation time is real, so that a number that tells a time may differ by as much as a machine is late.
struct PrintedComparison {
  /// What each printed, by block.
  private let ours: [[UInt8]]
  private let theirs: [[UInt8]]

  init(engine: ProgramRecord, reference: ProgramRecord) {
    ours = engine.execution?.blocks ?? []
    theirs = reference.execution?.blocks ?? []
  }

  /// Whether both printed the same, but for times.
  var isSame: Bool {
    if ours == theirs { return true }
    guard ours.count == theirs.count else { return false }
    var start: Double?
    return zip(ours, theirs).allSatisfy { mine, other in
      let (mine, other) = (Self.lines(mine), Self.lines(other))
      return mine.count == other.count && zip(mine, other).allSatisfy { Self.isSame($0, $1, &start) }
    }
  }

  private static func lines(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// So much later something may be on CoreFoundation, in seconds, and in parts of the time itself.
  private static let lateness = 0.03
  private static let share = 0.05

  /// - Parameter start: How much later CoreFoundation's clock began, once a moment has told.
  private static func isSame(_ mine: Substring, _ other: Substring, _ start: inout Double?) -> Bool {
    if mine == other { return true }
    let (mine, other) = (pieces(mine), pieces(other))
    return mine.count == other.count
      && zip(mine, other).allSatisfy { mine, other in
        mine.words == other.words && isSame(mine, other, &start)
      }
  }

  private static func isSame(_ mine: Piece, _ other: Piece, _ start: inout Double?) -> Bool {
    guard mine.number != other.number else { return true }
    guard let a = mine.value, let b = other.value else { return false }
    // The moments of both clocks have no beginning in common, but the same distances.
    if mine.isMoment, other.isMoment {
      let begin = start ?? b - a
      start = begin
      return abs(b - a - begin) <= lateness + share * a
    }
    // A whole number without a unit may count something, and then has to be the same.
    guard let unit = mine.unit ?? (mine.hasFraction || other.hasFraction ? 1 : nil) else { return false }
    return abs(a - b) * unit <= lateness + share * a * unit
  }

  /// A number, and what stands between it and the number before it.
  private struct Piece {
    var words: Substring
    /// Empty behind the last number.
    var number: Substring
    /// What follows it, up to the next blank.
    var suffix: Substring

    var value: Double? { Double(number) }
    var hasFraction: Bool { number.contains { ".e".contains($0) } }

    /// As instants are described.
    var isMoment: Bool {
      suffix.first == "s" && number.split(separator: ".").count == 2 && number.split(separator: ".")[1].count == 9
    }

    /// How long the unit behind it is, in seconds.
    var unit: Double? {
      switch suffix.prefix(while: { $0.isLetter }) {
      case "s", "seconds", "second": 1
      case "ms", "milliseconds": 1e-3
      case "µs", "us", "microseconds": 1e-6
      case "ns", "nanoseconds": 1e-9
      default: nil
      }
    }
  }

  private static func pieces(_ line: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = line
    for match in line.matches(of: /\d+(?:\.\d+)?(?:e-?\d+)?/) {
      let words = rest[..<match.range.lowerBound]
      rest = line[match.range.upperBound...]
      pieces.append(Piece(words: words, number: match.output, suffix: rest.drop { $0 == " " }))
    }
    return pieces + [Piece(words: rest, number: "", suffix: "")]
  }
}
