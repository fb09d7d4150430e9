internal import Examples
internal import Execution
internal import Files
internal import Text

/// What a comment behind code says of a crash: that the program ends there, and perhaps with which message.
struct CrashClaim {
  /// What is said of the program's last words; empty where nothing is.
  let message: String

  private static let words = [
    "fatal error", "precondition failed", "precondition failure", "assertion failed", "assertion failure",
    "runtime error", "run-time error", "crash", "crashes", "crashes here", "traps", "trap", "traps here",
    "crashes at runtime", "crashes at run time",
  ]
  /// What may stand between such words and the reason.
  private static let reasons = ["because", "since", "–", "—", "→"]

  /// Reads a comment; `nil` where it says nothing of a crash.
  init?(_ comment: String) {
    // Signs such as 💥 may stand before it, and what Xcode puts there.
    var said = comment.drop { !$0.isLetter }
    if said.lowercased().hasPrefix("thread 1: ") { said = said.dropFirst("thread 1: ".count) }
    let lower = said.lowercased()
    guard let begun = Self.words.filter(lower.hasPrefix).max(by: { $0.count < $1.count }) else { return nil }
    let behind = said.dropFirst(begun.count)
    let rest = behind.trimmed
    let isClosed = behind.first.map { ".:!,;(…".contains($0) } ?? true
    guard isClosed || rest.isEmpty || Self.reasons.contains(where: rest.lowercased().hasPrefix) else { return nil }
    let names = rest.first == ":" ? rest.dropFirst().trimmed : ""
    switch begun {
    case "fatal error": message = String(names)
    case "precondition failed", "assertion failed":
      message = said.prefix(begun.count) + (names.isEmpty ? "" : ": \(names)")
    default: message = ""
    }
  }

  /// Whether the program's last words are what it says; where it left none, nothing is known of them.
  func fits(_ trap: TrapMessage) -> Bool {
    message.isEmpty || trap.text.isEmpty || StatedMessage(message).fits(trap.text)
  }
}

/// Finds comments on a crash that give another message than the program's.
///
/// Where it crashes is found out by a run with calls beside them.
enum CrashComments {
  /// What is wrong, each with its block.
  ///
  /// - Parameters:
  ///   - errors: What the program wrote to standard error.
  ///   - uncompiled: By block, the lines, from 1, that were not compiled.
  static func problems(
    of program: Program, in file: SourceFile, errors: [UInt8], uncompiled: [[Int]]
  ) -> [(block: Int, problem: Diagnostic)] {
    let text = program.text
    guard mayClaim(text) else { return [] }
    let claims = CodeComments(in: text).all.compactMap { comment in
      comment.line == comment.lineOfCode && !comment.hasLines ? CrashClaim(comment.text).map { (comment, $0) } : nil
    }
    let trap = TrapMessage(errors)
    return claims.compactMap { comment, claim in
      guard let block = program.blocks.firstIndex(where: { $0.lines.contains(comment.line) }),
        !uncompiled[block].contains(comment.line - program.blocks[block].lines.lowerBound + 1)
      else { return nil }
      // Another comment may be about this crash, and this one about code that could crash, too.
      let isAboutIt = trap.line.map(comment.linesOfCode.contains) ?? false
      guard isAboutIt || claims.count == 1, !claim.fits(trap) else { return nil }
      let place = program.place(line: comment.line, column: comment.column, length: comment.length, in: file)
      return (block, problem(claim, trap, at: place))
    }
  }

  /// What is told of a comment that gives another message.
  static func problem(_ claim: CrashClaim, _ trap: TrapMessage, at place: SourcePlace) -> Diagnostic {
    let line = trap.text.split(separator: "\n").first.map(String.init) ?? trap.text
    return Diagnostic(
      id: PrintedClaims.problemID,
      "this comment says that the example crashes with `\(claim.message)`, but it says something else", at: place,
      notes: [Diagnostic.Note("it says: \(line)")], cure: "write `\(line)`, or say it in your own words")
  }

  /// Whether a text may have such a comment.
  static func mayClaim(_ text: String) -> Bool {
    (text.containsBytes(of: "//") || text.containsBytes(of: "/*"))
      && ["rash", "atal", "trap", "Trap", "rror", "ailed", "ailure"].contains(where: text.containsBytes)
  }
}
