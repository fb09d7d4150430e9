internal import Examples
internal import Execution
internal import Text

/// Whether the threads of a program use something at the same time.
///
/// The engine changes threads at its own calls alone, and a run on CoreFoundation shows what goes wrong between two
/// threads only by chance. A library that watches what they access tells of it whichever comes first.
extension CaseExamination {
  /// Whether its threads are still to be watched.
  var needsWatching: Bool {
    let findings = self.findings
    return findings.needsWatching(of: subject) && findings.holds
  }

  /// Judges what the cache knows of its threads.
  func recallWatch(from cache: ResultCache) {
    guard needsWatching, let task = subject.watched, let record = cache.record(task) else { return }
    judgeWatched(record)
  }

  /// Runs its program with its threads watched.
  func watch(on bench: Workbench) async {
    guard let watchedRunner else { return }
    judgeWatched(await watchedRunner.watchedRecord(on: bench))
  }

  private func judgeWatched(_ record: ProgramRecord) {
    guard record.findsRace, let report = record.execution.flatMap({ RaceReport($0.errors) }) else {
      note { $0.isWatched = true }
      return takeWithoutRace(record)
    }
    let accesses = subject.program.renumbersLines ? [] : report.accesses
    let places = accesses.compactMap { access in
      access.line.map {
        (access: access, place: subject.program.place(line: $0.number, column: $0.column, in: subject.chapter.file))
      }
    }
    if subject.importsUnwatched { return warnOfRace(at: places.first?.place) }
    note { $0.isWatched = true }
    var notes: [Diagnostic.Note] = []
    if places.count > 1, places[1].place != places[0].place {
      notes.append(
        Diagnostic.Note("the other \(places[1].access.writes ? "writes" : "reads") it here", at: places[1].place))
    }
    notes.append(
      Diagnostic.Note("Thread Sanitizer found it; the output may be right here and wrong on a reader's machine"))
    let problem = Diagnostic(
      id: "data-race", "two threads use the same variable, and nothing keeps them apart",
      at: places.first?.place ?? subject.place, notes: notes,
      cure: "guard it with a lock, or have one thread wait for the other; if this is what the example shows: "
        + "races=allowed")
    guard let line = accesses.first(where: { $0.line != nil })?.line else { return self.report(problem) }
    self.report(problem, at: subject.program.block(ofLine: line.number).example.id)
  }

  /// Tells of a race that may be none: of modules that are not watched, it is not seen how they keep threads apart.
  private func warnOfRace(at place: SourcePlace?) {
    let line = (place?.position).map { ", line \($0.line)," } ?? ""
    terms.progress.note(
      "warning: \(subject.commandName)\(line) uses a variable in two threads, and nothing in the example keeps them apart; "
        + "loopbook does not see whether the modules that it imports do")
  }

  /// Takes what showed no race; of a program whose threads could not be watched to its end nothing is known, which is
  /// told.
  private func takeWithoutRace(_ record: ProgramRecord) {
    let reason: String
    if let message = record.messages.first(where: { $0.severity == .error }) {
      reason = message.text
    } else if let execution = record.execution, execution.ending != .process(.exited(0)) {
      let problem = ExecutionReport(subject.program, subject.chapter.file).problem(execution, place: subject.place)
      reason = problem?.diagnostic.message ?? "it ends differently"
    } else {
      return note { $0.isRaceFree = true }
    }
    terms.progress.note("warning: \(subject.commandName) could not be watched for data races: \(reason)")
  }
}
