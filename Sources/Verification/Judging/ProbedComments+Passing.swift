internal import Examples
internal import Execution
internal import Text

extension ProbedComments {
  /// What is told of a comment that says that the program crashes where it stands; `nil` where it does.
  func toldOfCrash(
    _ index: Int, _ runs: [ProbedProgram.Answers], _ record: ProgramRecord, isElse: Bool
  ) -> (diagnostic: Diagnostic, isProblem: Bool)? {
    let comment = probed.probes[index].comment
    if program.kind != .crashes { return isElse ? nil : toldOfCrashInOther(index, runs) }
    if let reason = lackOfCrash(comment, record, isElse: isElse) {
      return (notChecked(comment, because: reason), false)
    }
    let passed: String
    switch runs.flatMap({ $0.byProbe[index] }).count {
    case 0: passed = "it never gets there"
    case 1:
      let trap = TrapMessage(record.execution?.errors ?? [])
      guard let claim = CrashClaim(comment.text), !claim.fits(trap) else { return nil }
      return (CrashComments.problem(claim, trap, at: place(of: comment)), true)
    default:
      // What the statement began may crash later.
      if PrintedPlaces.mayPrintLater(program.text) { return nil }
      passed = "it goes on after this line"
    }
    let said = TrapMessage(record.execution?.errors ?? []).text.split(separator: "\n").first
    return (
      differs(
        comment, "this comment says that the example crashes here, but \(passed)",
        note: said.map { "where it crashes, it says: \($0)" },
        cure: "correct the comment; several crashes need an example each"), true
    )
  }

  /// What is told of such a comment in an example that does not crash.
  private func toldOfCrashInOther(
    _ index: Int, _ runs: [ProbedProgram.Answers]
  ) -> (diagnostic: Diagnostic, isProblem: Bool)? {
    // Where the program does not come to it, or leaves it in another way, nothing is known.
    let isPassed = runs.contains { answers in answers.moments.count { $0.probe == index } > 1 }
    let probe = probed.probes[index]
    guard isPassed, !probe.isConditional, !PrintedPlaces.mayPrintLater(program.text) else { return nil }
    return (
      differs(
        probe.comment, "this comment says that the example crashes here, but it goes on after this line",
        cure: "correct the comment; an example that is to crash begins with ```swift crashes"), true
    )
  }

  /// Why a run with calls beside comments on a crash tells nothing; `nil` where it does.
  private func lackOfCrash(_ comment: CodeComments.Comment, _ record: ProgramRecord, isElse: Bool) -> String? {
    if let message = rejection(of: comment, record) ?? record.messages.first {
      return "with a call beside it the example does not compile: \(message.text)"
    }
    guard case .process(.signaled) = record.execution?.ending, !isElse else {
      return "with a call beside it the example does something else"
    }
    return nil
  }

  /// What is told of a comment that says that what stands before it prints nothing; `nil` where that is so.
  func toldOfSilence(
    _ index: Int, _ answers: ProbedProgram.Answers, _ record: ProgramRecord
  ) -> (diagnostic: Diagnostic, isProblem: Bool)? {
    let comment = probed.probes[index].comment
    let printed = answers.moments.filter { $0.probe == index }.map(\.printed)
    guard printed.count > 1 else {
      return (notChecked(comment, because: "the example never gets past what stands before it"), false)
    }
    guard printed[1] > printed[0] else { return nil }
    let lines = PrintedExcerpt(Array(answers.rest[printed[0]..<printed[1]])).lines.map { "  \($0)" }
    return (
      differs(
        comment, "this comment says that nothing is printed, but the code before it prints something",
        note: "it prints:\n" + lines.joined(separator: "\n"), cure: "write what is printed there"), true
    )
  }

  /// What is told of a comment that says that what stands before it throws an error; `nil` where it does.
  func toldOfThrowing(
    _ index: Int, _ runs: [ProbedProgram.Answers], _ record: ProgramRecord, isElse: Bool
  ) -> (diagnostic: Diagnostic, isProblem: Bool)? {
    let comment = probed.probes[index].comment
    let answers = answers(to: index, in: runs)
    guard let claim = ThrowClaim(comment.text), !isElse, !answers.isEmpty else {
      return (notChecked(comment, record, printsElse: isElse), false)
    }
    let thrown = answers.filter { !$0.isEmpty }
    guard let first = thrown.first else {
      return (
        differs(
          comment, "this comment says that an error is thrown here, but none is",
          cure: "correct the comment; if one is thrown only in other cases, say in which, as in `throws if …`"), true
      )
    }
    let shown = Self.short(first[2])
    switch Agreement.told(by: thrown.map(claim.agreement)) {
    case .same: return nil
    case .unknown:
      return (notChecked(comment, because: "the error is shown in other words, as `\(shown)`"), false)
    case .different:
      return (
        differs(
          comment, "this comment says that `\(claim.name)` is thrown, but `\(Self.withoutModule(shown))` is",
          cure: "write what is thrown"), true
      )
    }
  }

  /// Whether a comment says that nothing is printed.
  static func saysNothingIsPrinted(_ comment: String) -> Bool {
    let words = comment.drop { $0 == "/" }.trimmed.lowercased()
    return words.wholeMatch(
      of: /(?:(?:(?:this|it) )?(?:prints|will print|outputs) nothing|nothing is printed|no output)(?:[.,:;(].*)?/)
      != nil
  }
}
