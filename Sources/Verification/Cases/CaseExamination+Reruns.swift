internal import Examples
internal import Execution
internal import Markdown
internal import Text

/// Examples of the book that are run once more with the declarations of a case's program, and have to do the same.
extension CaseExamination {
  /// Whether that is still to be found out.
  var needsReruns: Bool {
    let findings = self.findings
    return !subject.reruns.isEmpty && findings.holds && findings.sameReruns.isEmpty
  }

  /// Judges what the cache knows of all of them.
  func recallReruns(from cache: ResultCache) {
    guard needsReruns else { return }
    judgeReruns { cache.record($0) }
  }

  /// The programs that the cache does not know, for the compiler; `found` gets their records.
  func rerunOrders(on bench: Workbench, into found: FoundRecords) -> [(task: ProgramTask, order: ProgramBuilder.Order)]
  {
    let programs = subject.reruns.flatMap { rerun in
      rerun.tasks.enumerated().map { ($1, $0 == 0 ? rerun.name : "\(rerun.name) with \(subject.name)") }
    }
    return programs.filter { bench.cache.record($0.0) == nil }.map { task, name in
      let order = order(ProgramRunner(task), called: name, on: bench) { _ in
        false
      } take: { record in
        found.take(record, of: task)
      }
      return (task, order)
    }
  }

  /// Judges what was found, or else is cached.
  func judgeReruns(by found: FoundRecords, on bench: Workbench) {
    judgeReruns { found[$0] ?? bench.cache.record($0) }
    if needsReruns { note { $0.skipped = Self.comesLater } }
  }

  /// Compares each with itself as it stands; nothing is found out where one is not known.
  private func judgeReruns(_ record: (ProgramTask) -> ProgramRecord?) {
    let known = subject.reruns.map { rerun in (rerun: rerun, records: rerun.tasks.compactMap(record)) }
    guard known.allSatisfy({ $0.records.count == $0.rerun.tasks.count }) else { return }
    var isSame = true
    for (rerun, records) in known {
      guard let problem = problem(rerun, records) else { continue }
      isSame = false
      report(problem, at: rerun.asker)
    }
    if isSame { note { $0.sameReruns = subject.reruns.flatMap(\.fingerprints) } }
  }

  /// What is wrong, by the records of an example's programs.
  private func problem(_ rerun: Rerun, _ records: [ProgramRecord]) -> Diagnostic? {
    let (original, record) = (records[0], records[1])
    func diagnostic(_ message: String, _ notes: [Diagnostic.Note] = [], id: String = "rerun-differs") -> Diagnostic {
      let place = subject.program.blocks.first { $0.example.id == rerun.asker }.map {
        subject.chapter.file.place($0.example.fence.opening)
      }
      return Diagnostic(
        id: id, message, at: place ?? subject.place, notes: notes)
    }
    guard let expected = original.execution, expected.trace != nil, expected.ending == .process(.exited(0)) else {
      return diagnostic("'\(rerun.name)' cannot be compared: as written, it does not end successfully")
    }
    if let message = record.messages.first(where: { $0.severity == .error }) {
      return diagnostic("with these declarations '\(rerun.name)' does not compile: \(message.text)")
    }
    let comparison = RecordComparison(original, record, comparesTraces: true)
    guard let (what, difference) = comparison.difference else {
      guard record.execution?.ending == expected.ending else {
        return diagnostic("with these declarations '\(rerun.name)' does not end successfully")
      }
      if rerun.usesDeclarations(records.count > 2 ? records[2] : nil) { return nil }
      return diagnostic(
        "'\(rerun.name)' \(Rerun.unused)",
        [Diagnostic.Note("it uses a name that is declared here, but the compiler takes what it imports")],
        id: "unknown-rerun")
    }
    return diagnostic(
      "with these declarations '\(rerun.name)' \(what)",
      [Diagnostic.Note("as written (-), and with these declarations (+)\n" + difference)])
  }
}
