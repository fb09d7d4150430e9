import Examples
import Text
import Verification

/// Asks about each example whether what it does is to be recorded.
struct RecordingQuestions {
  /// How many examples were not recorded.
  private(set) var skipped = 0
  private let verified: VerifiedBook
  private let console: Console
  private let style: DiagnosticText
  /// How many examples there are to ask about, and which one is next.
  private let count: Int
  private var number = 0
  private var hasEnded = false

  /// Asks about those examples of a book that a target means; `nil` means all.
  init(_ verified: VerifiedBook, _ target: ExampleTarget?, _ console: Console) {
    self.verified = verified
    self.console = console
    style = DiagnosticText(isColored: console.colorsResults)
    count = verified.chapters.reduce(0) { count, chapter in
      let offer = RecordingOffer(of: chapter, in: verified) { target?.id ?? $0 == $0 }
      return count + Set((offer?.changes ?? []).map(\.example)).count
    }
  }

  private enum Answer {
    case accept, skip, quit
  }

  /// What of an offer is wanted; `nil` where that is nothing.
  mutating func choose(from offer: RecordingOffer) -> RecordingOffer? {
    var chosen: Set<String> = []
    for example in offer.chapter.examples {
      let changes = offer.changes.filter { $0.example == example.name }
      guard !changes.isEmpty else { continue }
      number += 1
      guard !hasEnded else {
        skipped += 1
        continue
      }
      for change in changes { console.result(change.text(style)) }
      switch ask() {
      case .accept: chosen.insert(example.id)
      case .skip: skipped += 1
      case .quit:
        skipped += 1
        hasEnded = true
      }
    }
    return chosen.isEmpty ? nil : RecordingOffer(of: offer.chapter, in: verified, choosing: chosen.contains)
  }

  private func ask() -> Answer {
    while true {
      console.result(style.styled("(\(number)/\(count)) Record this? [a,s,q,?] ", .bold))
      // Without an answer, nothing is recorded.
      guard let line = StandardInput.line() else {
        console.result("\n")
        return .quit
      }
      switch line.filter({ $0 != " " && $0 != "\t" && $0 != "\r" }).lowercased() {
      case "a", "accept", "y", "yes": return .accept
      case "s", "skip", "n", "no": return .skip
      case "q", "quit": return .quit
      default: console.result(Self.help)
      }
    }
  }

  private static let help = """
    a - accept: record what this example does
    s - skip: leave it as it is, and go on
    q - quit: leave this one and all that follow; what was accepted is recorded
    ? - show this

    """
}
