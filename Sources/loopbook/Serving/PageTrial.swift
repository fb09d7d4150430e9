import Examples
import Preview
internal import Recordings
import Site
import Text
import Verification

/// What pages ask for whose readers change listings: the listing of an example, and what it does when it is another.
struct PageTrial {
  /// What pages call it.
  static let name = "run"

  let options: VerificationOptions
  let console: Console

  /// The listing of an example, as its author wrote it.
  func source(_ request: PreviewRequest, _ verified: VerifiedBook) -> PreviewAnswer {
    let (chapter, id) = Self.split(request.example)
    guard let listing = ListingTrial.listing(of: chapter, id, in: verified) else {
      return PreviewAnswer(status: 409, "This example cannot be run.")
    }
    return PreviewAnswer(type: "text/plain; charset=utf-8", text: listing)
  }

  /// Runs an example with another listing.
  func run(_ request: PreviewRequest, _ verified: VerifiedBook) async -> PreviewAnswer {
    let (chapter, id) = Self.split(request.example)
    guard let listing = String(validating: request.body, as: UTF8.self) else {
      return PreviewAnswer(status: 409, "A listing must be UTF-8.")
    }
    let trial = ListingTrial(options, environment: ExampleWork.environment, progress: console.progress)
    let result: ListingTrial.Result
    do throws(MachineLack) { result = try await trial.run(listing, as: chapter, id, in: verified) } catch {
      return PreviewAnswer(status: 409, DiagnosticText(isColored: false).text(error.diagnostic))
    }
    console.progress.end()
    switch result {
    case .refused(let reason): return PreviewAnswer(status: 409, reason)
    case .cancelled: return Self.displaced
    case .done(let outcome): return PreviewAnswer(Self.value(outcome))
    }
  }

  /// What is told where something else has to be done first.
  static let displaced = PreviewAnswer(status: 409, "Stopped: another run was started, or the book has changed.")

  private static func value(_ outcome: ListingTrial.Outcome) -> JSONValue {
    func text(_ bytes: [UInt8]?) -> JSONValue? { bytes.map { .string(String(decoding: $0, as: UTF8.self)) } }
    let style = DiagnosticText(isColored: false)
    let changes = outcome.changes.map { change in
      JSONValue.object([
        ("title", .string((change.isAdded ? "new " : "") + change.word)),
        ("lines", .array(LiveRecordings.lines(change.difference).map { .string($0) })),
      ])
    }
    return .members([
      ("problems", .string(outcome.problems.map(style.text).joined())), ("output", text(outcome.output)),
      ("error", text(outcome.error)), ("trace", text(outcome.trace)), ("changes", .array(changes)),
    ])
  }

  /// The chapter's path and the example's id.
  private static func split(_ name: String) -> (chapter: String, id: String) {
    guard let mark = name.lastIndex(of: "#") else { return (name, "") }
    return (String(name[..<mark]), String(name[name.index(after: mark)...]))
  }
}
