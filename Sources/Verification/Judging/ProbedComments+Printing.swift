internal import Examples
internal import Execution
internal import Text

/// What single calls of `print` print, beside what the comments behind them say.
extension ProbedComments {
  func printProblem(_ probe: ProbedProgram.Probe, _ answers: [[String]]) -> Diagnostic? {
    let comment = probe.comment
    guard let claim = PrintedClaim(comment.text, followsPrint: true) else {
      if let row = StatedRow(comment.text) {
        let printed = answers.map { $0[1] }
        // Behind several calls on its line it is about all of them.
        let differs =
          (probe.sharesLine ? row.agreement(withLastPrinted: printed) : row.agreement(withPrinted: printed))
          == .different
        return differs ? printedValueProblem(row.text, comment, answers) : nil
      }
      guard let said = StatedValue(comment.text),
        !answers.contains(where: { said.agreement(with: [$0[1], $0[1]]) == .same })
      else { return nil }
      return printedValueProblem(said.text, comment, answers)
    }
    // With its terminator, and without.
    let isSo = answers.joined().contains { text in
      let lines = Self.lines(of: text)
      return claim.firstMatch(in: lines, from: 0, to: lines.count, allowsParts: false) != nil
    }
    if isSo { return nil }
    let printed = answers.prefix(Self.mostValues).flatMap { Self.shown(Self.lines(of: $0[0])) }
    let note =
      answers.isEmpty ? "the example never gets to this call" : "it prints:\n" + printed.joined(separator: "\n")
    return differs(
      comment, "this comment says that \(claim.sentence), but the call before it does not print it", note: note,
      cure: Self.onlyLine(of: answers).map { "write `\(claim.written(for: $0))`" }
        ?? "write what that call prints; if it is printed only in other cases, begin the comment with `Would print`")
  }

  /// What is wrong where a comment says of what is printed what it is, and not how it is printed.
  private func printedValueProblem(
    _ said: String, _ comment: CodeComments.Comment, _ answers: [[String]]
  ) -> Diagnostic {
    // Without the terminator.
    let lines = answers.prefix(Self.mostValues).flatMap { Self.shown(Self.lines(of: $0[1])) }
    return differs(
      comment, "this comment says that `\(said)` is printed, but the call before it does not print it",
      note: answers.isEmpty ? "the example never gets to this call" : "it prints:\n" + lines.joined(separator: "\n"),
      cure: Self.onlyLine(of: answers).map { line in
        let seen = UnseenCharacters.escaped(line)
        return "write `\(line == seen ? line : "\"\(seen)\"")`"
      } ?? "write what that call prints")
  }

  /// What is wrong with a comment that has most of the words which the call before it prints; `nil` where it is about
  /// something else.
  func toldOfLine(_ comment: CodeComments.Comment, _ answers: [[String]]) -> Diagnostic? {
    guard let line = LikelyLine(comment.text), !answers.contains(where: { $0[1] == line.text }) else { return nil }
    let printsType = isCode("type(of:", before: comment)
    let isNearly = answers.contains { answer in
      line.isNearly(answer[1], isCode: { isCode("(\($0)", before: comment) }, printsType: printsType)
    }
    return isNearly ? printedValueProblem(String(line.text), comment, answers) : nil
  }

  /// Whether the call before a comparison prints that as a text.
  func isPrinted(_ comment: CodeComments.Comment, _ answers: [[String]]) -> Bool {
    answers.contains { Self.lines(of: $0[1]).contains { $0[...].trimmed == comment.text.saidBehindSlashes } }
  }
}
