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

  /// What the answers mean.
  struct Result {
    var findings: [Finding] = []
    /// The comments that are right where they stand, whatever the order of the output made of them.
    var right: [SourcePlace] = []
  }

  /// What tells of a comment that could not be checked.
  static let notCheckedID = "comment-not-checked"

  let probed: ProbedProgram
  let program: Program
  private let file: SourceFile
  private let claims: PrintedClaims?

  /// Looks for such comments; `nil` where there is none.
  init?(of program: Program, in file: SourceFile) {
    let mayTellOfCrash = program.kind.isRun && CrashComments.mayClaim(program.text)
    guard mayTellOfCrash || Self.mayState(program.text) else { return nil }
    let claims = PrintedClaims(of: program, in: file)
    let probed = ProbedProgram(program.text) { question, comment in
      switch question {
      case .equality: false
      case .comparison: claims?.isAnnounced(comment) != true
      // On the line below it may be the number of a step.
      case .value: StatedValue(comment.text).map { comment.line == comment.lineOfCode || $0.isMarked } == true
      // What several lines say is about several calls.
      case .print:
        PrintedClaim(comment.text, followsPrint: true).map { !$0.isList }
          ?? (StatedValue(comment.text) != nil || StatedRow(comment.text) != nil)
      case .place: claims?.claim(line: comment.line, column: comment.column) != nil
      case .silence: !comment.hasLines && Self.saysNothingIsPrinted(comment.text)
      case .line: !comment.hasLines && LikelyLine(comment.text) != nil
      case .throwing: !comment.hasLines && ThrowClaim(comment.text) != nil
      case .passing: mayTellOfCrash && !comment.hasLines && CrashClaim(comment.text) != nil
      }
    } code: { comment in
      StatedValue(comment.text)?.code
    }
    guard let probed else { return nil }
    self.claims = claims
    self.probed = probed
    self.program = program
    self.file = file
  }

  /// What comparisons have, and what is said of a variable by its name.
  private static let signs = ["=", "<", ">", "≠", "≤", "≥", "→", "⇒", ": ", " is ", " equals "]

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
        if signs.contains(where: comment.containsBytes) || StatedValue(comment) != nil || ThrowClaim(comment) != nil
          || LikelyLine(comment) != nil && ["rint(", "type(of"].contains(where: Substring(line).contains)
          || PrintedClaim(comment, followsPrint: true) != nil || StatedRow(comment) != nil
          || saysNothingIsPrinted(comment)
        {
          return true
        }
      }
      return false
    }
  }

  /// Whether a comment says something that the output alone does not tell: of a value, of a crash, or of what single
  /// calls of `print` print.
  var needAnswers: Bool {
    probed.probes.contains { probe in
      switch probe.question {
      case .comparison, .value, .passing, .silence, .throwing, .line: true
      case .print: claims?.claim(line: probe.comment.line, column: probe.comment.column) == nil
      case .equality, .place: false
      }
    }
  }

  /// What the answers mean for the comments.
  ///
  /// - Parameters:
  ///   - record: What became of the program with the calls.
  ///   - original: What became of it without them.
  ///   - uncompiled: By block, the lines, from 1, that were not compiled.
  func result(_ record: ProgramRecord, beside original: ProgramRecord?, uncompiled: [[Int]]) -> Result {
    let runs = (record.execution?.blocks ?? []).map(probed.answers)
    // A run that is not like the program's own answers nothing.
    let odd = isExact ? runs.map { $0.rest != original?.execution?.blocks.flatMap(\.self) } : []
    let unlike = Set(zip(probed.runs, odd).flatMap { $0.1 ? $0.0 : [] })
    let printed = isExact ? original?.execution?.blocks.map(\.count) ?? [] : []
    let blocks = probed.probes.map { probe in
      program.blocks.firstIndex { $0.lines.contains(probe.comment.line) } ?? 0
    }
    // What is printed is asked in the first run.
    let places = runs.first.flatMap { answers in
      claims.map {
        PrintedPlaces(
          probed, answers: answers, claims: $0, errors: record.execution?.errors ?? [], text: program.text,
          starts: blocks.map { printed.prefix($0).reduce(0, +) })
      }
    }
    var result = Result()
    for (index, probe) in probed.probes.enumerated() where probe.question != .equality {
      let line = probe.comment.lineOfCode - program.blocks[blocks[index]].lines.lowerBound + 1
      if uncompiled[blocks[index]].contains(line) { continue }
      let isElse = unlike.contains(index)
      var told: (diagnostic: Diagnostic, isProblem: Bool)?
      if probe.isOpen {
        told = (notChecked(probe.comment, because: "no code can stand there that would check it"), false)
      } else if probe.question == .line {
        if isElse { continue }
        told = toldOfLine(probe.comment, answers(to: index, in: runs)).map { ($0, true) }
      } else if probe.question == .throwing {
        told = toldOfThrowing(index, runs, record, isElse: isElse)
      } else if probe.question == .place {
        // Where it cannot be told by then, its order has to be enough.
        let place = place(of: probe.comment)
        if isElse { continue }
        let isDecided =
          original?.execution.map(\.blocks).map {
            blocks[index] < $0.count
              && claims?.decide(probe.comment, inBlock: blocks[index], output: $0[blocks[index]]) == true
          } ?? false
        if !isDecided, places?.isRight(index) == true { result.right.append(place) }
        told = places?.problem(index, at: place).map { ($0, true) }
      } else if probe.question == .passing {
        told = toldOfCrash(index, runs, record, isElse: isElse)
      } else if probe.question == .silence {
        if isElse { continue }
        told = runs.first.flatMap { toldOfSilence(index, $0, record) }
      } else {
        told = self.told(index, runs, record, isElse: isElse, without: unlike)
      }
      if let told {
        result.findings.append(
          Finding(block: blocks[index], diagnostic: told.diagnostic, isProblem: told.isProblem))
      }
    }
    return result
  }

  /// What is told of a comment on a value or a call of `print`; `nil` where it holds.
  ///
  /// - Parameter unlike: The probes of runs that were not like the program's own.
  private func told(
    _ index: Int, _ runs: [ProbedProgram.Answers], _ record: ProgramRecord, isElse: Bool, without unlike: Set<Int>
  ) -> (diagnostic: Diagnostic, isProblem: Bool)? {
    let probe = probed.probes[index]
    let comment = probe.comment
    func answers(_ index: Int) -> [[String]] {
      unlike.contains(index) ? [] : runs.flatMap { $0.byProbe[probed.probes[index].answersOf ?? index] }
    }
    let own = self.answers(to: index, in: runs)
    // What looks like a comparison may be what is printed.
    if let line = probe.line, isPrinted(comment, self.answers(to: line, in: runs)) { return nil }
    if isElse || own.isEmpty && probe.question != .print {
      return (notChecked(comment, record, printsElse: isElse), false)
    }
    guard var problem = problem(probe, own, isEqual: isEqual(to: index, answers), record) else {
      return strayProblem(probe, index, record.strays, record, besides: own).map { ($0, $0.severity == .error) }
    }
    // What is another the next time is not to be written down.
    let other = record.strays.first { stray in
      let others = probed.answers(in: stray.execution.blocks.flatMap(\.self)).byProbe[probe.answersOf ?? index]
      return !others.isEmpty && !Self.areAlike(own, others)
    }
    if let other, problem.severity == .error {
      problem.cure = "\(other.cause.circumstance), it is different: say it in words, or make it the same each time"
    }
    return (problem, problem.severity == .error)
  }

  func answers(to index: Int, in runs: [ProbedProgram.Answers]) -> [[String]] {
    runs.flatMap { $0.byProbe[probed.probes[index].answersOf ?? index] }
  }

  /// Whether answers are the same but for the order of sets and dictionaries.
  private static func areAlike(_ own: [[String]], _ others: [[String]]) -> Bool {
    let (own, others) = (own.joined(), others.joined())
    return own.count == others.count
      && zip(own, others).allSatisfy { $0 == $1 || WrittenValue($0) == WrittenValue($1) }
  }

  /// Whether a value is equal to what its comment writes as code; `nil` where that is not known.
  private func isEqual(to index: Int, _ answers: (Int) -> [[String]]) -> Bool? {
    let all = probed.probes.indices.filter { probed.probes[$0].equalityOf == index }.flatMap(answers)
    return all.isEmpty ? nil : all.contains { $0 == ["true"] }
  }

  /// What is wrong with a comment in runs that came out differently; `nil` where it holds in all.
  ///
  /// - Parameter own: What was answered in the first run, where it holds.
  private func strayProblem(
    _ probe: ProbedProgram.Probe, _ index: Int, _ strays: [ProgramRecord.Stray], _ record: ProgramRecord,
    besides own: [[String]]
  ) -> Diagnostic? {
    for stray in strays {
      let all = probed.answers(in: stray.execution.blocks.flatMap(\.self)).byProbe
      let answers = all[probe.answersOf ?? index]
      guard !answers.isEmpty, !Self.areAlike(answers, own),
        var problem = problem(probe, answers, isEqual: isEqual(to: index) { all[$0] }, record)
      else { continue }
      problem.id = "not-deterministic"
      // The comment says the same each time.
      problem.message = problem.message.replacing(
        ", but ", with: ", but \(stray.cause.circumstance) ", maxReplacements: 1)
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

  /// What is wrong with a comment, if anything is, or a warning where that is not known.
  private func problem(
    _ probe: ProbedProgram.Probe, _ answers: [[String]], isEqual: Bool?, _ record: ProgramRecord
  ) -> Diagnostic? {
    switch probe.question {
    case .comparison:
      // What a statement gives is so each time; what a variable has then, one time.
      probe.isOfVariable && answers.contains { $0.first == "true" }
        ? nil : comparisonProblem(probe, answers)
    case .value: valueProblem(probe.comment, answers, isEqual: isEqual, record)
    case .print: printProblem(probe, answers)
    case .place, .equality, .passing, .silence, .line, .throwing: nil
    }
  }

  private func comparisonProblem(_ probe: ProbedProgram.Probe, _ answers: [[String]]) -> Diagnostic? {
    guard let wrong = answers.first(where: { $0.first != "true" }) else { return nil }
    let value = wrong.count > 2 ? Self.withoutModule(Self.short(wrong[2].first == "\"" ? wrong[2] : wrong[1])) : nil
    let words = Self.words(of: probe.comment)
    let times = answers.count > 1 ? "so each time" : "so"
    return differs(
      probe.comment,
      probe.isOfValue
        ? "this comment says that the value is `\(words)`, but it is `\(value ?? "")`"
        : "this comment says that `\(words)`, but it is not \(times)",
      note: probe.isOfValue ? nil : value.map { "`\(probe.left ?? "")` is `\($0)`" },
      cure: "write what is so; a sentence in words is not checked")
  }

  private func valueProblem(
    _ comment: CodeComments.Comment, _ answers: [[String]], isEqual: Bool?, _ record: ProgramRecord
  ) -> Diagnostic? {
    // A statement that gives nothing, also at the end of an optional chain, may have changed something; where it has
    // not, the comment is about nothing here.
    let values = answers.filter { $0.prefix(2) != ["()", "()"] && $0.dropFirst(2).prefix(2) != ["()", "()"] }
    guard let said = StatedValue(comment.text) else { return nil }
    if values.isEmpty, said.hasArrow {
      var problem = notChecked(comment, because: "what stands before it gives no value")
      problem.cure = "begin it with `Prints`, if it is about what is printed"
      return problem
    }
    var agreement = Agreement.told(by: values.map { $0.isEmpty ? .unknown : said.agreement(with: $0) })
    if let row = said.row, row.count == values.count, zip(row, values).allSatisfy({ $0.agreement(with: $1) == .same }) {
      // One after the other.
      agreement = .same
    }
    // Numbers may be equal though they are shown in other words.
    let isSame = agreement == .same || isEqual == true && (agreement == .unknown || said.namesMembers)
    guard !values.isEmpty, !isSame else { return nil }
    if agreement == .unknown, isEqual == nil {
      // A list may be about what a value was made of, which then stands there.
      if let row = said.row, row.allSatisfy({ isCode($0.text, before: comment) }) { return nil }
      let refusal = record.warnings.first {
        $0.severity != .error && ($0.line, $0.column) == (comment.line, comment.column)
      }
      return notChecked(
        comment,
        because: refusal.map { "the value cannot be compared with it: \($0.text)" }
          ?? "the value is shown in other words, as `\(Self.short(said.said(of: values[0])))`")
    }
    // What the statement itself gives is told, if that is anything.
    let own = values.filter { $0.last != ProbedProgram.changed }
    let told = values.filter { said.said(of: $0).first == said.text.first }
    let all = (!told.isEmpty ? told : own.isEmpty ? values : own).map {
      UnseenCharacters.escaped(Self.short(said.said(of: $0)), beside: said.written)
    }
    let distinct = all.indices.filter { !all[..<$0].contains(all[$0]) }.map { "`\(Self.withoutModule(all[$0]))`" }
    let list = distinct.prefix(Self.mostValues).joined(separator: ", ")
    // What has no text of its own is not to be written down.
    let isRow = said.row.map { $0.count == all.count } == true
    let shown = Self.withoutModule(isRow ? all.joined(separator: ", ") : all[0])
    let isOpaque =
      agreement == .unknown && !PrintedClaim.isValue(shown[...])
      || ["(Function)", "Swift.", "(Opaque", "Sequence(", "…"].contains(where: shown.contains)
      || shown.contains(/<[A-Z]/)
    let written = said.isQuoted && shown.first != "\"" && !PrintedClaim.isValue(shown[...]) ? "\"\(shown)\"" : shown
    return differs(
      comment,
      "this comment says that the value is `\(UnseenCharacters.escaped(said.written, beside: shown))`, but it is "
        + list + (distinct.count > Self.mostValues ? ", …" : ""),
      cure: (isOpaque ? "correct it" : "write `\(written)`")
        + "; or, if the comment is not about the value, write a few words")
  }

  /// Whether a text stands on the line of code before a comment.
  func isCode(_ text: String, before comment: CodeComments.Comment) -> Bool {
    let lines = program.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard comment.line == comment.lineOfCode, lines.indices.contains(comment.line - 1) else { return false }
    return String(Substring(lines[comment.line - 1].prefix(comment.column - 1))).containsBytes(of: text)
  }

  func differs(
    _ comment: CodeComments.Comment, _ message: String, note: String? = nil, cure: String
  ) -> Diagnostic {
    Diagnostic(
      id: PrintedClaims.problemID, message, at: place(of: comment), notes: note.map { [Diagnostic.Note($0)] } ?? [],
      cure: cure)
  }

  /// What is told of a comment whose call gave no answer.
  func notChecked(_ comment: CodeComments.Comment, _ record: ProgramRecord, printsElse: Bool) -> Diagnostic {
    let reason: String
    if let rejection = rejection(of: comment, record) {
      reason = "as code it does not compile: \(rejection.text)"
    } else if let message = record.messages.first {
      reason = "the example with the comment as code does not compile: \(message.text)"
    } else if record.execution?.ending != .process(.exited(0)) {
      reason = "the example with the comment as code does not run to its end"
    } else if printsElse {
      reason = "the example with its comments as code prints something else"
    } else {
      var problem = notChecked(comment, because: "the example never gets to it")
      problem.cure = "use it in the example, write `norun`, or say it in words"
      return problem
    }
    return notChecked(comment, because: reason)
  }

  /// What the compiler said of the call for a comment.
  func rejection(of comment: CodeComments.Comment, _ record: ProgramRecord) -> CompilerMessage? {
    record.warnings.first { $0.severity == .error && ($0.line, $0.column) == (comment.line, comment.column) }
  }

  func notChecked(_ comment: CodeComments.Comment, because reason: String) -> Diagnostic {
    Diagnostic(
      .warning, id: Self.notCheckedID, "what this comment says was not checked: \(reason)", at: place(of: comment),
      cure: "write what holds where it stands, or say it in words")
  }

  func place(of comment: CodeComments.Comment) -> SourcePlace {
    program.place(line: comment.line, column: comment.column, length: comment.length, in: file)
  }

  // MARK: Words

  /// How many values are told of one comment.
  static let mostValues = 3
  /// And how long one may be.
  private static let longest = 80

  /// The line that a call prints each time; `nil` where it prints others, too, or none.
  static func onlyLine(of answers: [[String]]) -> String? {
    guard let line = answers.first?[1], answers.allSatisfy({ $0[1] == line }), !line.contains("\n"), !line.isEmpty,
      line.count <= longest
    else { return nil }
    return line
  }

  static func lines(of text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// What describes a value without the names of the module and the types that no reader has to write.
  static func withoutModule(_ text: String) -> String {
    text.replacing(/\bmain\.(?:[A-Z]\w*\.)*(?=[a-z])/, with: ".").replacing(/\bmain\./, with: "")
      .replacing(/\b(?:ArraySlice|ContiguousArray)\((\[[^\[\]]*\])\)/) { String($0.output.1) }
  }

  static func short(_ text: String) -> String {
    let line = text.replacing("\n", with: "\\n")
    return line.count > longest ? line.prefix(longest) + "…" : line
  }

  static func shown(_ lines: [String]) -> [String] {
    (lines.last == "" ? lines.dropLast() : lines[...]).map { "  \(UnseenCharacters.escaped(short($0)))" }
  }

  static func words(of comment: CodeComments.Comment) -> String {
    String(comment.text.saidBehindSlashes)
  }
}
