import Text
import Verification

/// Runs one example in the terminal.
struct Run: Verb {
  static let name = "run"
  static let summary = "run one example in the terminal, with its trace as it happens"
  static let details = """
    Compiles and runs one example, and shows what it prints and what its loops do as it happens. Compares nothing and \
    writes nothing.
    If the example is a block of a session, the whole session runs.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook run content/timers.md#first", "the example 'first' of the chapter"),
    ("loopbook run content/timers.md#race --schedule 17", "with its threads in the order that 'verify' named"),
  ]

  var example: ExampleTarget?
  var schedule: String?
  var isOnReference = false
  var common = CommonOptions()
  var presentation: PresentationOptions { common.presentation }

  static var operands: [OperandDeclaration<Self>] {
    [.required("chapter#id", \.example, .example, "the example to run")]
  }

  static var options: [OptionDeclaration<Self>] {
    [
      .value(
        "--schedule", "S", \.schedule, .schedule,
        "run the threads in the order S: a number such as 17, or @12:1,40:2; the usual one is 0"),
      .flag("--reference", \.isOnReference, "run it on CoreFoundation, in real time"),
    ] + CommonOptions.options.map { $0.lifted(to: \.common) }
  }

  var contradictions: [Diagnostic] {
    guard isOnReference, schedule != nil else { return [] }
    return [
      Diagnostic(
        id: "contradicting-flags", "threads on CoreFoundation do not follow a schedule", at: nil,
        cure: "leave out '--schedule' or '--reference'")
    ]
  }

  func run(in console: Console) async -> ExitCode {
    let look = LiveTraceText(isColored: console.colorsResults)
    let blocks = BlockHeadings(console)
    do throws(ExampleWork.Ending) {
      let (problems, message) = try await ExampleWork(example, common, console).run { run in
        run.schedule = schedule
        run.isOnReference = isOnReference
      } begins: {
        blocks.begin($0)
      } show: { news in
        switch news {
        case .block(let number): blocks.show(number)
        case .wrote(let bytes, let isError): console.pass(bytes, isError: isError)
        case .traced(let line): console.result(look.text(line))
        }
      }
      console.result(message)
      for problem in problems.sorted() { console.report(problem) }
      return problems.isEmpty ? .fine : .bookHasErrors
    } catch {
      return error.code
    }
  }
}

extension ArgumentType<String> {
  /// An order of threads.
  static var schedule: Self {
    Self { text throws(ArgumentProblem) in
      guard WatchedRun.isSchedule(text) else {
        throw ArgumentProblem(needs: "a number, or moments and choices such as @12:1,40:2")
      }
      return text
    }
  }
}
