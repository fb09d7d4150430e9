internal import Examples
internal import Execution
internal import Files
internal import Markdown
internal import Recordings
internal import Text

/// Compares what the comments of a program say of values, and of single calls of `print`, with what calls answered that
/// were put there.
struct ProbedComments {
  /// What is to be told at a block.
  struct Finding {
    var block: Int
    var diagnostic: Diagnostic
    var isProblem: Bool
  }

  let probed: ProbedProgram
  private let program: Program
  private let file: SourceFile

  /// Looks for such comments; `nil` where there is none.
  init?(of program: Program, in file: SourceFile) {
    guard Self.mayState(program.text) else { return nil }
    let probed = ProbedProgram(program.text) { question, comment in
      switch question {
      case .comparison: true
      case .value: StatedValue(comment) != nil
      // What several lines say is about several calls.
      case .print: PrintedClaim(comment, followsPrint: true)?.isList == false
      }
    }
    guard let probed else { return nil }
    self.probed = probed
    self.program = program
    self.file = file
  }

  /// Whether a text may have such a comment, as its lines look; most have none.
  private static func mayState(_ text: String) -> Bool {
    if text.containsBytes(of: "/*") { return true }
    return text.utf8.split(separator: UInt8(ascii: "\n")).contains { line in
      var rest = line[...]
      while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
        rest = rest[slash...].dropFirst()
        guard rest.first == UInt8(ascii: "/") else { continue }
        rest = rest.dropFirst()
        let comment = String(Substring(rest))
        if comment.containsBytes(of: "==") || comment.containsBytes(of: "!=") || StatedValue(comment) != nil
          || PrintedClaim(comment, followsPrint: true) != nil
        {
          return true
        }
      }
      return false
    }
  }

  /// Whether a comment says something of a value.
  var stateValues: Bool { probed.probes.contains { $0.question != .print } }

  /// What the answers mean for the comments.
  ///
  /// - Parameters:
  ///   - record: What became of the program with the calls.
  ///   - original: What became of it without them.
  ///   - uncompiled: By block, the lines, from 1, that were not compiled.
  func findings(_ record: ProgramRecord, beside original: ProgramRecord?, uncompiled: [[Int]]) -> [Finding] {
    let runs = (record.execution?.blocks ?? []).map(probed.answers)
    let answers = probed.probes.indices.map { index in runs.flatMap { $0.byProbe[index] } }
    // A run that is not like the program's own answers nothing.
    let odd = isExact ? runs.map { $0.rest != original?.execution?.blocks.flatMap(\.self) } : []
    let unlike = Set(zip(probed.runs, odd).flatMap { $0.1 ? $0.0 : [] })
    return probed.probes.enumerated().compactMap { index, probe in
      let comment = probe.comment
      guard let block = program.blocks.firstIndex(where: { $0.lines.contains(comment.line) }) else { return nil }
      let line = comment.lineOfCode - program.blocks[block].lines.lowerBound + 1
      guard !uncompiled[block].contains(line) else { return nil }
      let isElse = unlike.contains(index)
      if isElse || answers[index].isEmpty && probe.question != .print {
        let rejection = record.warnings.first { ($0.line, $0.column) == (comment.line, comment.column) }
        return Finding(
          block: block, diagnostic: notChecked(comment, record, because: rejection, printsElse: isElse),
          isProblem: false)
      }
      let problem = problem(probe, answers[index]) ?? strayProblem(probe, index, record.strays)
      return problem.map { Finding(block: block, diagnostic: $0, isProblem: true) }
    }
  }

  /// What is wrong with a comment in runs that came out differently; `nil` where it holds in all.
  private func strayProblem(
    _ probe: ProbedProgram.Probe, _ index: Int, _ strays: [ProgramRecord.Stray]
  ) -> Diagnostic? {
    for stray in strays {
      let answers = probed.answers(in: stray.execution.blocks.flatMap(\.self)).byProbe[index]
      guard !answers.isEmpty, var problem = problem(probe, answers) else { continue }
      problem.id = "not-deterministic"
      problem.message = "\(stray.cause.circumstance), \(problem.message)"
      problem.cure = stray.cause.cure
      return problem
    }
    return nil
  }

  /// Whether it prints the same each time, as far as its recordings tell.
  private var isExact: Bool {
    program.blocks.map(\.example).allSatisfy { example in
      example.attributes.recordsOutput
        && !example.recordings.contains { recording in
          recording.kind == .output && recording.fence.lines.contains { $0.text.contains("...") }
        }
    }
  }

  // MARK: Problems

  /// What is wrong with a comment, if anything is.
  private func problem(_ probe: ProbedProgram.Probe, _ answers: [[String]]) -> Diagnostic? {
    switch probe.question {
    case .comparison: comparisonProblem(probe.comment, left: probe.left, answers)
    case .value: valueProblem(probe.comment, answers)
    case .print: printProblem(probe.comment, answers)
    }
  }

  private func comparisonProblem(_ comment: CodeComments.Comment, left: String?, _ answers: [[String]]) -> Diagnostic? {
    guard let wrong = answers.first(where: { $0.first != "true" }) else { return nil }
    let value = wrong.count > 2 ? Self.written(wrong[1...]) : nil
    let times = answers.count > 1 ? "so each time" : "so"
    return differs(
      comment, "this comment says that `\(Self.words(of: comment))`, but it is not \(times)",
      note: value.map { "`\(left ?? "")` is `\($0)`" },
      cure: "write what is so; a sentence in words is not checked")
  }

  private func valueProblem(_ comment: CodeComments.Comment, _ answers: [[String]]) -> Diagnostic? {
    // A statement that gives nothing may have changed something; where it has not, the comment is about nothing here.
    let values = answers.filter { $0.first != "()" }
    guard let said = StatedValue(comment.text), !values.isEmpty, !values.contains(where: { isSo(said, $0) }) else {
      return nil
    }
    // What the statement itself gives is told, if that is anything.
    let own = values.filter { $0.last != ProbedProgram.changed }
    let dot = said.text.first == "." ? "." : ""
    // A collection is told as its list where the comment has one.
    let hasList = said.text.first == "["
    let all = (own.isEmpty ? values.map { $0.dropLast() } : own.map { $0[0...] }).map { descriptions in
      dot + Self.written(hasList ? descriptions.suffix(2) : descriptions.prefix(4))
    }
    let distinct = all.indices.filter { !all[..<$0].contains(all[$0]) }.map { "`\(all[$0])`" }
    let list = distinct.prefix(Self.mostValues).joined(separator: ", ")
    return differs(
      comment,
      "this comment says that the value is `\(said.text)`, but it is "
        + list + (distinct.count > Self.mostValues ? ", …" : ""),
      cure: "write `\(all[0])`; or, if the comment is not about the value, write a few words")
  }

  /// Whether a value is what a comment says: itself or what it holds, if it is an optional.
  private func isSo(_ said: StatedValue, _ descriptions: [String]) -> Bool {
    stride(from: 0, to: descriptions.count - 1, by: 2).contains { index in
      said.isSame(as: (alone: descriptions[index], inside: descriptions[index + 1]))
    }
  }

  private func printProblem(_ comment: CodeComments.Comment, _ answers: [[String]]) -> Diagnostic? {
    guard let claim = PrintedClaim(comment.text, followsPrint: true) else { return nil }
    // With its terminator, and without.
    let isSo = answers.joined().contains { text in
      let lines = Self.lines(of: text)
      return claim.firstMatch(in: lines, from: 0, to: lines.count, allowsParts: false) != nil
    }
    if isSo { return nil }
    let printed = answers.prefix(Self.mostValues).flatMap { Self.shown(Self.lines(of: $0[0])) }
    let said = claim.readings[0].joined(separator: " / ")
    let note =
      answers.isEmpty ? "the example never gets to this call" : "it prints:\n" + printed.joined(separator: "\n")
    return differs(
      comment, "this comment says that `\(said)` is printed, but the call before it does not print it", note: note,
      cure: "write what that call prints; if it is printed only in other cases, begin the comment with `Would print`")
  }

  private func differs(
    _ comment: CodeComments.Comment, _ message: String, note: String? = nil, cure: String
  ) -> Diagnostic {
    Diagnostic(
      id: PrintedClaims.problemID, message, at: place(of: comment), notes: note.map { [Diagnostic.Note($0)] } ?? [],
      cure: cure)
  }

  /// What is told of a comment whose call gave no answer.
  private func notChecked(
    _ comment: CodeComments.Comment, _ record: ProgramRecord, because rejection: CompilerMessage?, printsElse: Bool
  ) -> Diagnostic {
    let reason: String
    if let rejection {
      reason = "as code it does not compile: \(rejection.text)"
    } else if let message = record.messages.first {
      reason = "the example with the comment as code does not compile: \(message.text)"
    } else if record.execution?.ending != .process(.exited(0)) {
      reason = "the example with the comment as code does not run to its end"
    } else if printsElse {
      reason = "the example with its comments as code prints something else"
    } else {
      reason = "the example never gets to it"
    }
    return Diagnostic(
      .warning, id: "comment-not-checked", "what this comment says was not checked: \(reason)", at: place(of: comment),
      cure: "write what holds where it stands, or say it in words")
  }

  private func place(of comment: CodeComments.Comment) -> SourcePlace {
    program.place(line: comment.line, column: comment.column, length: comment.length, in: file)
  }

  // MARK: Words

  /// How many values are told of one comment.
  private static let mostValues = 3
  /// And how long one may be.
  private static let longest = 80

  /// A value as a comment would tell it, from how it is described, alone and inside of others, and what it holds.
  private static func written(_ descriptions: ArraySlice<String>) -> String {
    // What an optional holds is the rest.
    let own = descriptions.count >= 4 ? descriptions.dropFirst(2) : descriptions
    let inside = own[own.startIndex + 1]
    return short(inside.first == "\"" ? inside : own[own.startIndex])
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func short(_ text: String) -> String {
    let line = text.replacing("\n", with: "\\n")
    return line.count > longest ? line.prefix(longest) + "…" : line
  }

  private static func shown(_ lines: [String]) -> [String] {
    (lines.last == "" ? lines.dropLast() : lines[...]).map { "  \(short($0))" }
  }

  private static func words(of comment: CodeComments.Comment) -> String {
    String(comment.text.drop { $0 == "/" }.trimmed)
  }
}
