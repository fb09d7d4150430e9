import Text
import Verification

/// The flags of every verb that ends with a summary: how much it tells.
struct SummaryOptions {
  /// Whether every problem is shown on its own, and how examples were compiled.
  var isVerbose = false

  /// Of how many programs is told what they took.
  var slowest: Int?

  /// Their declarations.
  static var options: [OptionDeclaration<Self>] {
    [
      .flag("--verbose", \.isVerbose, "show which examples were compiled alone, and every problem separately"),
      .value("--durations", "N", \.slowest, .count, "show the N programs that took longest"),
    ]
  }

  /// What does not go together with the other flags.
  func contradictions(_ presentation: PresentationOptions) -> [Diagnostic] {
    guard presentation.isQuiet, isVerbose || slowest != nil else { return [] }
    return [
      Diagnostic(
        id: "contradicting-flags", "'--quiet' leaves out what '\(isVerbose ? "--verbose" : "--durations")' asks for",
        at: nil, cure: "leave out one of the two")
    ]
  }

  /// What the summary tells; `target` is what `accept` would have to be given.
  func detail(target: String?) -> SummaryDetail {
    SummaryDetail(isVerbose: isVerbose, slowest: slowest ?? 0, target: target)
  }
}
