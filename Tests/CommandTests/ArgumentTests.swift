import Testing
import Text
import Verification

@testable import loopbook

@Suite("Arguments")
struct ArgumentTests {
  private func verify(_ arguments: String...) throws -> Verify {
    guard case .verb(let verb) = ArgumentReader<Verify>.read(arguments[...]) else {
      throw Failure(description: "\(problems(of: Verify.self, arguments))")
    }
    return verb
  }

  private struct Failure: Error, CustomStringConvertible { let description: String }

  private func problems<Chosen: Verb>(of verb: Chosen.Type, _ arguments: [String]) -> [Diagnostic] {
    guard case .wrong(let diagnostics, _) = ArgumentReader<Chosen>.read(arguments[...]) else { return [] }
    return diagnostics
  }

  @Test("nothing given is what the program does by itself")
  func defaults() throws {
    let verb = try verify()
    #expect(verb.target == nil)
    #expect(verb.common.jobs == nil)
    #expect(verb.presentation.color == .auto)
    #expect(verb.reports.isEmpty)
  }

  @Test("every flag arrives with its type, written with a blank or with '='")
  func flags() throws {
    let verb = try verify(
      "--jobs", "3", "--timeout=1.5s", "book/timers.md#first", "--filter", "a#{b,c}", "--no-cache", "--no-sandbox",
      "--color=never", "--quiet", "--output", "site", "--draft", "--schedules=64", "--repeat", "5", "--no-reference",
      "--shard", "2/5", "--fail-fast")
    #expect(verb.common.jobs == 3)
    #expect(verb.common.timeout == .milliseconds(1500))
    #expect(verb.common.filter?.description == "a#{b,c}")
    #expect(verb.common.ignoresCache && verb.common.isUnconfined && verb.common.includesDrafts)
    #expect(verb.presentation.color == .never && verb.presentation.isQuiet)
    #expect(verb.common.output == "site")
    #expect(verb.target == ExampleTarget(path: "book/timers.md", id: "first"))
    #expect(verb.schedules == 64 && verb.repetitions == 5 && verb.leavesOutReference && verb.stopsAtFirstFailure)
    #expect(verb.shard == Shard(number: 2, of: 5))
  }

  @Test("reports may be many, and '=' in a file's name is its own")
  func reports() throws {
    let verb = try verify("--report", "junit=a=b.xml", "--report=json=-", "--report", "sarif=c")
    #expect(verb.reports.map(\.text) == ["junit=a=b.xml", "json=-", "sarif=c"])
    #expect(verb.reports[1].file == nil)
  }

  @Test("after '--' everything is an operand, also what looks like a flag or a call for help")
  func operands() throws {
    #expect(try verify("--", "--help").target?.path == "--help")
    #expect(try verify("-").target?.path == "-")
    #expect(problems(of: Verify.self, ["--", "a", "--jobs"]).map(\.id) == ["unexpected-argument"])
  }

  @Test("a value may begin with a dash, and with two after '='")
  func dashes() throws {
    #expect(try verify("--output", "-x").common.output == "-x")
    #expect(try verify("--output=--x").common.output == "--x")
    #expect(problems(of: Verify.self, ["--output", "--draft"]).map(\.id) == ["missing-value"])
  }

  @Test(
    "whoever asks for help gets it, whatever else is wrong",
    arguments: [["--help"], ["-h"], ["--jobs", "x", "--help"], ["a", "b", "--nope", "-h"], ["--jobs", "--help"]])
  func help(arguments: [String]) {
    guard case .help = ArgumentReader<Verify>.read(arguments[...]) else {
      Issue.record("no help")
      return
    }
  }

  @Test(
    "a wrong value is told with what would do",
    arguments: [
      ("--jobs=0", "'--jobs' needs a whole number, 1 or more; not '0'"),
      ("--jobs=-1", "'--jobs' needs a whole number, 1 or more; not '-1'"),
      ("--jobs=99999999999999999999", "'--jobs' needs a whole number, 1 or more; not '99999999999999999999'"),
      ("--jobs=", "'--jobs' needs a whole number, 1 or more; it is empty"),
      ("--timeout=2", "'--timeout' needs a time with its unit, such as 500ms, 2s or 1.5m; not '2'"),
      ("--timeout=25h", "'--timeout' needs a time of at most a day; not '25h'"),
      ("--color=red", "'--color' needs auto, always or never; not 'red'"),
      (
        "--shard=3/2", "'--shard' needs a part and the number of parts, such as 2/5 for the second of five; not '3/2'"
      ),
      ("--report=junit", "'--report' needs a file for the report, as in junit=FILE; not 'junit'"),
      ("--output=", "'--output' needs the name of a folder; it is empty"),
    ])
  func wrongValues(argument: String, message: String) {
    let problems = problems(of: Verify.self, [argument])
    #expect(problems.map(\.message) == [message])
    #expect(problems.map(\.id) == ["wrong-value"])
  }

  @Test("all mistakes are told in one run")
  func all() {
    let problems = problems(of: Verify.self, ["--jobs=x", "--quiet", "--quiet", "--draft=1", "--nope"])
    #expect(problems.map(\.id) == ["wrong-value", "repeated-flag", "unexpected-value", "unknown-flag"])
  }

  @Test("an unknown flag's value is not taken for an operand")
  func unknownValue() {
    #expect(problems(of: Verify.self, ["book", "--jbos", "3"]).map(\.id) == ["unknown-flag"])
  }

  @Test(
    "an unknown flag comes with the one that is meant, or the verb that has it",
    arguments: [
      ("--jbos", "did you mean '--jobs'?"), ("-jobs", "did you mean '--jobs'?"),
      ("--nocache", "did you mean '--no-cache'?"), ("--schedules", "'--schedules' belongs to 'loopbook verify'"),
      ("--port=1", "'--port' belongs to 'loopbook serve'"),
      ("--shedules", "did you mean '--schedules'? It belongs to 'loopbook verify'"),
      ("--version", "write 'loopbook --version'"), ("--hlep", "did you mean '--help'?"),
    ])
  func suggestions(flag: String, cure: String) {
    #expect(problems(of: Build.self, [flag]).first?.cure == cure)
  }

  @Test(
    "two reports may not go to one place",
    arguments: [["json=a", "junit=a"], ["json=-", "github"], ["github", "github"]])
  func contradictions(reports: [String]) {
    #expect(problems(of: Verify.self, reports.map { "--report=\($0)" }).map(\.id) == ["repeated-report"])
  }

  @Test("what must be there is asked for", arguments: [[], ["timers.md"], ["timers.md#"], ["#a"], [""]])
  func required(arguments: [String]) {
    #expect(problems(of: Run.self, arguments).count == 1)
  }
}
