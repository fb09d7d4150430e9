package import LoopTracing
internal import Markdown
internal import Recordings

/// What readers are asked about an example before they see what it did: which line comes next, line by line.
///
/// What is right has to be so in every run, and what is wrong in none. The lines of a trace are asked for only if they
/// are one thread's that did the same under all orders of the threads that were tried, as it always does if it is the
/// only one; otherwise those that were printed, if other orders were tried, under which the same was printed, or the
/// program cannot have another thread.
package struct Prediction: Sendable {
  /// Of what the lines are.
  package enum Form: Sendable, Hashable {
    /// Of the example's first trace, which shows these events.
    case trace(TraceFilter)
    /// Of what it printed.
    case output
  }

  /// What may come next.
  package struct Choice: Sendable, Hashable {
    /// The line; `nil`: nothing more is printed.
    package let text: String?
    /// What it tells of, for a line of a trace.
    package let event: TraceEvent?
  }

  /// One question.
  package struct Question: Sendable {
    /// The line that is asked for, from 0; the number of lines, where it is their end.
    package let line: Int
    /// The event that it tells of, by its place in the trace; `nil` where that is not known.
    package let event: Int?
    /// What readers choose from, each another text.
    package let choices: [Choice]
    /// Which of them is right.
    package let right: Int
  }

  package let form: Form

  /// In the order of the lines; at least one.
  package let questions: [Question]

  /// How many questions there are about one example at most.
  package static let mostQuestions = 8
  /// How many choices there are besides the right one at most.
  private static let mostWrong = 3

  /// What an example did, as far as it decides what can be asked.
  package struct Subject: Sendable {
    var example: Example
    var trace: Trace?
    var output: [UInt8]?
    var schedulesTried: Int
    /// The threads that did the same under all of these schedules; of a program without a trace, the only one that it
    /// can have.
    var steadyThreads: Set<String>

    package init(
      _ example: Example, trace: Trace?, output: [UInt8]?, schedulesTried: Int, steadyThreads: Set<String> = []
    ) {
      self.steadyThreads = steadyThreads
      self.example = example
      self.trace = trace
      self.output = output
      self.schedulesTried = schedulesTried
    }
  }

  /// What can be asked about an example; `nil` where nothing can.
  ///
  /// - Parameters:
  ///   - subject: What it did.
  ///   - near: What it did with other values, and what an example did that it changes or is compared with.
  ///   - others: Further traces of its chapter.
  package init?(_ subject: Subject, near: [(trace: Trace?, output: [UInt8]?)] = [], others: [Trace] = []) {
    guard let (form, run) = Self.run(of: subject) else { return nil }
    self.form = form
    let near = near.compactMap { trace, output in
      switch form {
      case .trace(let filter): trace.map { PredictedRun($0, filter) }
      case .output: output.map { PredictedRun(printed: $0, nil) }
      }
    }
    var far: [PredictedRun] = []
    if case .trace(let filter) = form { far = others.map { PredictedRun($0, filter) } }
    let candidates = Candidates(run: run, near: near, far: far, canEnd: form == .output)
    questions = Self.asked(of: run, canEnd: form == .output).compactMap { line in
      let right = candidates.right(at: line)
      let wrong = candidates.wrong(at: line).prefix(Self.mostWrong)
      if wrong.isEmpty { return nil }
      // Where the right one stands says nothing about it, and is the same in each build.
      let choices = ([right] + wrong).sorted {
        let keys = [$0, $1].map { Self.mixed("\(subject.example.name) \(line) \($0.text ?? "")") }
        return keys[0] == keys[1] ? ($0.text ?? "") < ($1.text ?? "") : keys[0] < keys[1]
      }
      guard let place = choices.firstIndex(of: right) else { return nil }
      return Question(
        line: line, event: line < run.lines.count ? run.lines[line].event : nil, choices: choices, right: place)
    }
    if questions.isEmpty { return nil }
  }

  /// The lines that can be asked for.
  private static func run(of subject: Subject) -> (Form, PredictedRun)? {
    let recordings = subject.example.recordings
    let threads = Set(subject.trace?.events.map(\.thread) ?? [])
    let isOneThread =
      subject.trace.map { $0.clock == .virtual && threads.count == 1 } ?? (subject.steadyThreads.count == 1)
    if let trace = subject.trace, let recording = recordings.first(where: { $0.kind == .trace }),
      isOneThread || recording.filter.thread.map(subject.steadyThreads.contains) == true
    {
      let run = PredictedRun(trace, recording.filter)
      // What the page shows are the lines in the book.
      if run.lines.contains(where: \.isAsked), run.lines.count == recording.fence.lines.count {
        return (.trace(recording.filter), run)
      }
    }
    guard isOneThread || subject.schedulesTried > 1, let output = subject.output,
      let recording = recordings.first(where: { $0.kind == .output })
    else { return nil }
    let run = PredictedRun(printed: output, subject.trace)
    return run.lines.map(\.text) == recording.fence.lines.map(\.text) ? (.output, run) : nil
  }

  /// The lines to ask for: of many those that are new, and the last.
  private static func asked(of run: PredictedRun, canEnd: Bool) -> [Int] {
    let all = run.lines.indices.filter { run.lines[$0].isAsked }
    if all.count < mostQuestions { return all + (canEnd && !all.isEmpty ? [run.lines.count] : []) }
    if all.count == mostQuestions { return all }
    var seen: Set<String> = []
    let new = all.filter { seen.insert(run.lines[$0].text).inserted }
    let last = all.suffix(1)
    let first = (new + all.filter { !new.contains($0) }).filter { !last.contains($0) }.prefix(mostQuestions - 1)
    return (first + last).sorted()
  }

  /// A number that depends on each byte of a text: FNV-1a.
  private static func mixed(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// Finds what may seem to come next.
private struct Candidates {
  let run: PredictedRun
  let near: [PredictedRun]
  let far: [PredictedRun]
  /// Whether it is a choice that nothing more comes.
  let canEnd: Bool

  func right(at line: Int) -> Prediction.Choice {
    guard line < run.lines.count else { return Prediction.Choice(text: nil, event: nil) }
    let choice = choice(run.lines[line], of: run)
    guard let time = run.lines[line].time, !otherTimes(at: line).isEmpty else { return choice }
    return Prediction.Choice(text: "\(time.text)  \(choice.text ?? "")", event: choice.event)
  }

  /// When the event of a line that time passes before came in other runs, or comes again, but not here; as traces write
  /// it.
  private func otherTimes(at line: Int) -> [String] {
    guard line < run.lines.count, let time = run.lines[line].time, time.nanoseconds > 0 else { return [] }
    let text = run.lines[line].text
    let before = line > 0 ? run.lines[line - 1].time?.nanoseconds ?? 0 : 0
    guard time.nanoseconds > before else { return [] }
    let count = run.lines.prefix(line).count { $0.text == text }
    let others = (near + far).compactMap { other in other.lines.filter { $0.text == text }.dropFirst(count).first?.time
    }
    let again = run.lines.dropFirst(line + 1).first { $0.text == text }?.time
    var found: [String] = []
    for other in others + [again].compactMap(\.self)
    where other.nanoseconds > before && other.nanoseconds != time.nanoseconds
      && other.text.utf8.count == time.text.utf8.count && !found.contains(other.text) && other.text != time.text
    {
      found.append(other.text)
    }
    return Array(found.prefix(2))
  }

  /// What does not come next, the most likely to be taken for it first.
  func wrong(at line: Int) -> [Prediction.Choice] {
    var found: [Prediction.Choice] = []
    let right = right(at: line)
    var seen: Set<String> = [key(right.text)]
    func add(_ choice: Prediction.Choice) {
      if seen.insert(key(choice.text)).inserted { found.append(choice) }
    }
    func add(_ line: PredictedRun.Line, of run: PredictedRun) { if line.isAsked { add(choice(line, of: run)) } }
    // The same at another time: then its time is what is asked for, and it does not stand there without one.
    if line < run.lines.count {
      let text = run.lines[line].text
      for time in otherTimes(at: line) { add(Prediction.Choice(text: "\(time)  \(text)", event: right.event)) }
      seen.insert(key(text))
    }
    // What came in a run that was the same up to here.
    for other in near where other.lines.prefix(line).map(\.text) == run.lines.prefix(line).map(\.text) {
      if line < other.lines.count {
        add(other.lines[line], of: other)
      } else if canEnd {
        add(Prediction.Choice(text: nil, event: nil))
      }
    }
    let later = run.lines.dropFirst(line + 1)
    for line in later where found.count < 2 { add(line, of: run) }
    if canEnd { add(Prediction.Choice(text: nil, event: nil)) }
    for line in run.lines.prefix(line).reversed() { add(line, of: run) }
    for line in later { add(line, of: run) }
    for other in near {
      for line in other.lines { add(line, of: other) }
    }
    for other in far {
      for line in other.lines where line.isOfLoop { add(line, of: other) }
    }
    return found
  }

  private func choice(_ line: PredictedRun.Line, of run: PredictedRun) -> Prediction.Choice {
    let event = run.event(line)
    if case .print? = event?.kind { return Prediction.Choice(text: line.text, event: nil) }
    return Prediction.Choice(text: line.text, event: event)
  }

  /// What two choices that look the same have in common.
  private func key(_ text: String?) -> String {
    text.map { "=" + $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") } ?? ""
  }
}
