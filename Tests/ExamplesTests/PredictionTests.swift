import Examples
import LoopTracing
import Markdown
import Recordings
import Testing
import Text

@Suite("What readers predict")
struct PredictionTests {
  /// Recordings as an author would have them, by what is printed and at which time on which thread.
  private struct Run {
    var printed: [(thread: String, text: String)]
    var trace: Trace {
      var trace = Trace(clock: .virtual)
      for (number, line) in printed.enumerated() {
        trace.events.append(
          TraceEvent(kind: .print(line.text, .output), time: Int64(number) * 1_000_000, thread: line.thread))
      }
      return trace
    }
    var output: [UInt8] { Array(printed.map { $0.text + "\n" }.joined().utf8) }

    init(_ texts: String..., on thread: String = "main") { printed = texts.map { (thread, $0) } }

    init(_ printed: [(String, String)]) { self.printed = printed.map { ($0.0, $0.1) } }
  }

  private func example(_ run: Run, trace: String? = nil, recordsOutput: Bool = true) throws -> Example {
    var text = "```swift id=one predict\nf()\n```\n"
    if recordsOutput {
      text += "\n```output\n\(RecordedText.written(run.output, as: .output).map { $0 + "\n" }.joined())```\n"
    }
    if let trace {
      let rows = TraceText.rows(run.trace, filter: TraceFilter(thread: trace.isEmpty ? nil : trace))
      let lines = rows.map { "\($0.time)  \($0.thread)  \($0.name)  \($0.detail)\n" }.joined()
      text += "\n```trace\(trace.isEmpty ? "" : " thread=\(trace)")\n\(lines)```\n"
    }
    let chapter = chapter(text)
    #expect(chapter.diagnostics == [])
    return try #require(chapter.examples.first)
  }

  private func prediction(
    _ run: Run, trace: String? = nil, recordsOutput: Bool = true, schedules: Int = 1, steady: Set<String> = [],
    near: [Run] = []
  ) throws -> Prediction? {
    Prediction(
      Prediction.Subject(
        try example(run, trace: trace, recordsOutput: recordsOutput), trace: run.trace, output: run.output,
        schedulesTried: schedules, steadyThreads: steady),
      near: near.map { ($0.trace, $0.output) })
  }

  /// What has to hold of any questions about a run.
  private func check(_ prediction: Prediction, _ lines: [String]) {
    #expect(!prediction.questions.isEmpty && prediction.questions.count <= Prediction.mostQuestions)
    #expect(zip(prediction.questions, prediction.questions.dropFirst()).allSatisfy { $0.line < $1.line })
    for question in prediction.questions {
      #expect((2...4).contains(question.choices.count))
      #expect(question.choices[question.right].text == (question.line < lines.count ? lines[question.line] : nil))
      let shown = question.choices.map { $0.text?.split(separator: " ").joined(separator: " ") }
      #expect(Set(shown).count == shown.count, "\(shown)")
    }
  }

  // `for i in 1...3 { print("step", i) }` was said to have nothing to predict, since only programs with loops are
  // recorded.
  @Test("what a program without a trace printed is asked for if it has the main thread alone")
  func withoutTrace() throws {
    let run = Run("step 1", "step 2", "done")
    func found(_ threads: Set<String>) throws -> Prediction? {
      Prediction(
        Prediction.Subject(
          try example(run), trace: nil, output: run.output, schedulesTried: 0, steadyThreads: threads))
    }
    let alone = try #require(try found(["main"]))
    check(alone, ["step 1", "step 2", "done"])
    #expect(alone.form == .output && alone.questions.allSatisfy { $0.event == nil })
    #expect(try found([]) == nil)
  }

  @Test("each line is asked for, and at last that nothing more comes")
  func everyLine() throws {
    let found = try #require(try prediction(Run("one", "two", "three")))
    check(found, ["one", "two", "three"])
    #expect(found.form == .output && found.questions.map(\.line) == [0, 1, 2, 3])
    #expect(found.questions[3].choices[found.questions[3].right].text == nil)
  }

  @Test("of many lines eight are asked for: those that are new, and the last")
  func many() throws {
    let run = Run((1...30).map { ("main", $0 % 3 == 0 ? "new \($0)" : "tick") } + [("main", "tick")])
    let found = try #require(try prediction(run))
    check(found, run.printed.map(\.text))
    #expect(found.questions.count == 8 && found.questions.last?.line == 30 && found.questions.first?.line == 0)
  }

  @Test("random lines, with blanks and repeated ones, have one right choice each", arguments: 0..<200)
  func random(seed: Int) throws {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func pick(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let words = ["", " ", "a", "a  b", "a b", "<b>&\"", "\\u{20}", "...", "tick 1", "tick 2", "\u{202E}turned"]
    func run() -> Run { Run((0..<pick(14)).map { _ in ("main", words[pick(words.count)]) }) }
    let made = run()
    let lines = RecordedText.written(made.output, as: .output)
    guard let found = try prediction(made, near: [run(), run()]) else {
      #expect(lines.allSatisfy { $0.allSatisfy(\.isWhitespace) })
      return
    }
    check(found, lines)
    for question in found.questions where question.line < lines.count {
      // No choice is blank: nobody could tell what it is.
      #expect(question.choices.allSatisfy { $0.text.map { !$0.allSatisfy(\.isWhitespace) } ?? true })
    }
  }

  @Test("what a run with other values did there is among the choices")
  func near() throws {
    let found = try #require(try prediction(Run("one", "two"), near: [Run("one", "else"), Run("one")]))
    #expect(found.questions[1].choices.contains { $0.text == "else" })
    #expect(found.questions[1].choices.contains { $0.text == nil })
    #expect(!found.questions[0].choices.contains { $0.text == "one" && found.questions[0].line != 0 })
  }

  @Test("the lines of a trace are asked for if one thread did all of it")
  func traced() throws {
    let found = try #require(try prediction(Run("one", "two"), trace: ""))
    #expect(found.form == .trace(TraceFilter()))
    check(found, ["print  one", "print  two"])
    #expect(found.questions.allSatisfy { $0.event == $0.line })
  }

  @Test("where time passes before an event that came at other times in other runs, its time is asked for")
  func times() throws {
    let found = try #require(
      try prediction(Run("one", "two", "three", "two"), trace: "", near: [Run("one", "else", "two")]))
    let (second, last) = (found.questions[1], found.questions[3])
    #expect(second.choices[second.right].text == "+0.001s  print  two")
    #expect(Set(second.choices.compactMap(\.text)).isSuperset(of: ["+0.002s  print  two", "+0.003s  print  two"]))
    #expect(!second.choices.contains { $0.text == "print  two" })
    // Nothing else came later: the line has no time.
    #expect(last.choices[last.right].text == "print  two")
    for question in found.questions { #expect(Set(question.choices.map(\.text)).count == question.choices.count) }
  }

  @Test("of several threads nothing is asked that was not tried in other orders")
  func threads() throws {
    let run = Run([("main", "one"), ("other", "two"), ("main", "three")])
    #expect(try prediction(run) == nil)
    #expect(try prediction(run, trace: "") == nil)
    #expect(try prediction(run, trace: "main") == nil)
    // Nothing that was printed is recorded, and what was done differs with the order.
    #expect(try prediction(run, trace: "", recordsOutput: false, schedules: 16) == nil)
    #expect(try prediction(run, trace: "main", recordsOutput: false, schedules: 16, steady: ["other"]) == nil)
    #expect(try prediction(run, trace: "", schedules: 16, steady: ["main", "other"])?.form == .output)
    let steady = try #require(try prediction(run, trace: "main", schedules: 16, steady: ["main"]))
    #expect(steady.form == .trace(TraceFilter(thread: "main")))
    check(steady, ["print  one", "print  three"])
  }

  @Test("the same is asked each time, and what is right is not always at one place")
  func order() throws {
    let run = Run("one", "two", "three", "four", "five", "six", "seven")
    let (first, second) = (try #require(try prediction(run)), try #require(try prediction(run)))
    #expect(first.questions.map(\.choices) == second.questions.map(\.choices))
    #expect(Set(first.questions.map(\.right)).count > 1)
  }

  @Test("a recording that leaves something out cannot be predicted")
  func notWhole() {
    let found = chapter("```swift predict\nf()\n```\n\n```output\none\n...\n```\n")
    #expect(found.diagnostics.map(\.id) == ["predict-mark"])
    #expect(found.diagnostics.map { $0.place?.position?.line } == [5])
  }
}
