import Glibc
import Text
import Verification

/// The program: finds the verb, lets it read its arguments and run.
@main
enum Loopbook {
  static func main() {
    DescriptorOutput.openStandardDescriptors()
    Interruption.take()
    Task.detached {
      let code = await run(Array(CommandLine.arguments.dropFirst()))
      Interruption.checkpoint()
      exit(code.rawValue)
    }
    // Detached, since the main actor waits here: an asynchronous main would leave this thread where every signal ends
    // the program at once.
    while true { pause() }
  }

  /// Does what the arguments, without the program's name, ask for.
  static func run(_ arguments: [String]) async -> ExitCode {
    var rest = arguments[...]
    guard let first = rest.popFirst() else {
      let console = Console()
      console.message(Overview.text(Help(isColored: console.colorsMessages)))
      return .wrongUsage
    }
    switch first {
    case "help", "--help", "-h": return help(rest)
    case "--version" where rest.isEmpty:
      let console = Console()
      // Without its parts it still has a version.
      let stamp = (try? Installation()).map { BuildStamp($0).sentence }
      console.result("loopbook \(stamp ?? LoopbookVersion.text)\n")
      return console.finish(.fine)
    case "--version": return refuse(UnexpectedArguments.diagnostics(after: first, rest))
    default:
      guard let verb = VerbTable.verb(named: first) else { return refuse([VerbTable.unknown(first)]) }
      return await run(verb, rest)
    }
  }

  private static func help(_ arguments: ArraySlice<String>) -> ExitCode {
    // `loopbook help --help` asks for the same.
    let names = arguments.filter { !ArgumentReader<Verify>.asksForHelp($0) }
    let console = Console()
    let help = Help(isColored: console.colorsResults)
    guard let name = names.first, name != "help" else {
      console.result(Overview.text(help))
      return console.finish(.fine)
    }
    guard let verb = VerbTable.verb(named: name) else { return refuse([VerbTable.unknown(name)]) }
    guard names.count == 1 else { return refuse(UnexpectedArguments.diagnostics(after: name, names.dropFirst())) }
    console.result(help.text(verb))
    return console.finish(.fine)
  }

  private static func run<Chosen: Verb>(_: Chosen.Type, _ arguments: ArraySlice<String>) async -> ExitCode {
    switch ArgumentReader<Chosen>.read(arguments) {
    case .help(let presentation):
      let console = Console(presentation)
      console.result(Help(isColored: console.colorsResults).text(Chosen.self))
      return console.finish(.fine)
    case .wrong(let diagnostics, let presentation):
      return refuse(diagnostics, verb: Chosen.name, presentation)
    case .verb(let verb):
      let console = Console(verb.presentation)
      return console.finish(await verb.run(in: console))
    }
  }

  private static func refuse(
    _ diagnostics: [Diagnostic], verb: String? = nil, _ presentation: PresentationOptions = PresentationOptions()
  ) -> ExitCode {
    let console = Console(presentation)
    for diagnostic in diagnostics { console.report(diagnostic) }
    console.message("See: \(verb.map { "loopbook \($0) --help" } ?? "loopbook --help")\n")
    return .wrongUsage
  }
}
