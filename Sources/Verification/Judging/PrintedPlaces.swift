internal import Execution
internal import Files
internal import Text

/// Compares what comments say is printed with what the program had printed by the time that it came to them.
struct PrintedPlaces {
  private let probed: ProbedProgram
  private let answers: ProbedProgram.Answers
  private let claims: PrintedClaims
  /// What was written to standard error, where a comment may be about that.
  private let errors: [String]
  private let mayPrintLater: Bool
  private let starts: [Int]

  /// - Parameters:
  ///   - probed: The program with calls at the places of its comments.
  ///   - answers: What the calls of one run answered.
  ///   - claims: What the comments say.
  ///   - errors: What the program wrote to standard error.
  ///   - text: The program's text.
  ///   - starts: By probe, how much was printed before its block.
  init(
    _ probed: ProbedProgram, answers: ProbedProgram.Answers, claims: PrintedClaims, errors: [UInt8], text: String,
    starts: [Int]
  ) {
    self.starts = starts
    self.probed = probed
    self.answers = answers
    self.claims = claims
    self.errors = PrintedClaims.lines(of: errors)
    mayPrintLater = Self.mayPrintLater(text)
  }

  /// Whether something may print for a statement after that is done, as far as the program's words tell; not those
  /// of its texts, and not the names of what it declares itself.
  static func mayPrintLater(_ text: String) -> Bool {
    let own = DeclaredNames(text).ranges
    return CodeWords(text).all.contains { word in
      let name = word.lowercased()
      return own[word] == nil
        && [
          "task", "async", "await", "queue", "thread", "timer", "loop", "sleep", "wait", "schedul", "operation",
          "later", "delay", "signal", "notif", "publish", "subscri", "stream", "process", "deinit", "defer", "lazy",
        ].contains(where: name.containsBytes)
    }
  }

  /// What is wrong with the comment of a probe; `nil` where it holds, or is not about what is above it.
  ///
  /// - Parameters:
  ///   - index: The number of the probe.
  ///   - place: Where the comment stands.
  func problem(_ index: Int, at place: SourcePlace) -> Diagnostic? {
    let probe = probed.probes[index]
    // What a declaration does, it may have done before.
    guard probe.laterCode != .declarations,
      let claim = claim(of: index), let own = printed(by: index)
    else { return nil }
    let isError = claim.words.firstMatch(in: errors, from: 0, to: errors.count, allowsParts: true) != nil
    if holds(claim.words, in: own) || isError { return nil }
    let mayMeanNext = probe.comment.isAboveCode && saysWhatComes
    if mayMeanNext, let next = printed(after: index), holds(claim.words, in: next) { return nil }
    let isDone = probe.laterCode == .none && !mayPrintLater && answers.byProbe[index].count == 1
    let since = answers.rest[own.lowerBound...]
    if !isDone, holds(claim.words, in: own.lowerBound..<answers.rest.endIndex) { return nil }
    let excerpt = PrintedExcerpt(isDone ? Array(answers.rest[own]) : Array(since)).lines.map { "  \($0)" }
    return Diagnostic(
      id: PrintedClaims.problemID,
      "this comment says that \(claim.words.sentence), but the code "
        + (mayMeanNext ? "next to" : "above") + " it does not print \(claim.words.pronoun)", at: place,
      notes: [
        Diagnostic.Note(
          excerpt.isEmpty
            ? "the code above it prints nothing" : "the code above it prints:\n" + excerpt.joined(separator: "\n"))
      ],
      cure: "write what is printed there, or move the comment below what prints this")
  }

  /// Whether comments right above code are about that: there is one by which nothing was printed.
  private var saysWhatComes: Bool {
    probed.probes.indices.contains { index in
      probed.probes[index].comment.isAboveCode && printed(by: index)?.isEmpty == true
    }
  }

  /// What was printed between the comments above a comment and itself, when the program first came to it.
  private func printed(by index: Int) -> Range<Int>? {
    guard let moment = answers.moments.firstIndex(where: { $0.probe == index }) else { return nil }
    let before = answers.moments[..<moment].last { isBoundary($0.probe, of: index) }
    let end = answers.moments[moment].printed
    return min(max(before?.printed ?? 0, starts[index]), end)..<end
  }

  /// What was printed between a comment, when the program first came to it, and the comments below.
  private func printed(after index: Int) -> Range<Int>? {
    guard let moment = answers.moments.firstIndex(where: { $0.probe == index }) else { return nil }
    let mayPrintLater = mayPrintLater || probed.probes[index].isAboveLaterCode
    let after = mayPrintLater ? nil : answers.moments[moment...].first { isBoundary($0.probe, of: index) }
    return answers.moments[moment].printed..<(after?.printed ?? answers.rest.count)
  }

  /// Whether the comment of another probe ends what one is about.
  ///
  /// What an inner list or another function says is a part of what is said here.
  private func isBoundary(_ other: Int, of index: Int) -> Bool {
    let (other, probe) = (probed.probes[other], probed.probes[index])
    return other.comment.lineOfCode != probe.comment.lineOfCode
      && other.lists.first.map(probe.lists.contains) == true
  }

  /// Whether a comment says what was printed by the code above it, behind what the comments say that share that.
  func isRight(_ index: Int) -> Bool {
    guard let own = printed(by: index) else { return false }
    let lines = lines(of: own)
    var start = 0
    for other in probed.probes.indices where other <= index && isBeside(other, index) {
      let match = claim(of: other)?.words.firstMatch(
        in: lines, from: start, to: lines.count, allowsParts: claims.printsParts)
      if other == index { return match != nil }
      if let match { start = claims.printsParts ? match.lowerBound : match.upperBound }
    }
    return false
  }

  /// Whether two comments stand below the same code.
  private func isBeside(_ other: Int, _ index: Int) -> Bool {
    let (other, probe) = (probed.probes[other], probed.probes[index])
    return other.question == .place && other.comment.lineOfCode == probe.comment.lineOfCode
  }

  private func claim(of index: Int) -> PrintedClaims.Claim? {
    let comment = probed.probes[index].comment
    return claims.claim(line: comment.line, column: comment.column)
  }

  private func holds(_ words: PrintedClaim, in part: Range<Int>) -> Bool {
    let lines = lines(of: part)
    return words.firstMatch(in: lines, from: 0, to: lines.count, allowsParts: claims.printsParts) != nil
  }

  /// The whole lines of which a part of what was printed is.
  private func lines(of part: Range<Int>) -> [String] {
    let end = UInt8(ascii: "\n")
    let before = answers.rest[..<part.lowerBound].lastIndex(of: end).map { $0 + 1 } ?? 0
    let isWhole = part.upperBound == 0 || answers.rest[part.upperBound - 1] == end
    let after =
      isWhole
      ? part.upperBound : answers.rest[part.upperBound...].firstIndex(of: end) ?? answers.rest.endIndex
    return PrintedClaims.lines(of: answers.rest[before..<max(before, after)])
  }
}
