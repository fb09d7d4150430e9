import LoopTracing

// `trace-probe <scenario>`: a program recorded as the environment asks, which then does what the scenario says.
// `trace-probe show <folder>`: the text form of what was recorded.
let arguments = CommandLine.arguments.dropFirst()
if arguments.count == 2, arguments.first == "show" {
  let reading = try TraceJournal.read(folder: CommandLine.arguments[2])
  print(TraceText(reading.trace).text, terminator: "")
  for problem in reading.problems { print("problem: \(problem)") }
} else if arguments.count == 1, let scenario = Scenario(rawValue: CommandLine.arguments[1]) {
  try scenario.run()
} else {
  let scenarios = Scenario.allCases.map(\.rawValue).joined(separator: "|")
  fatalError("usage: trace-probe \(scenarios), or trace-probe show <folder>")
}
