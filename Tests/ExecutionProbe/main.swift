import Execution
// `execution-probe <folder>`: compiles and runs a program that sleeps, until it is killed.
import Glibc

guard CommandLine.arguments.count == 2 else { fatalError("usage: execution-probe <folder>") }
let folder = CommandLine.arguments[1]
var environment: [String: String] = [:]
for name in ["PATH", "HOME"] {
  if let value = getenv(name) { environment[name] = String(cString: value) }
}
let path = environment["PATH", default: ""]
let scratch = try Scratch(in: folder)
let supervisor = try Supervisor()
let toolchain = try await Toolchain(environment: environment)
let compiler = Compiler(
  toolchain: toolchain, scratch: scratch, supervisor: supervisor, environment: environment)
let builder = ProgramBuilder(compiler: compiler, jobs: 1)
// The executables of a package lie beside each other.
let own = realpath("/proc/self/exe", nil).map { String(cString: $0) } ?? ""
let host = "\(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])/example-host"
let hosts = HostSettings(
  host: host, sandbox: try Sandbox.find(path: path), scratch: scratch,
  libraryFolder: toolchain.libraryFolder)

let text = """
  import Glibc
  @_silgen_name("fork") func cfork() -> Int32
  if cfork() == 0 { setsid(); sleep(1000) }
  sleep(1000)
  """
let source = ProgramSource(name: "sleeper", text: text, settings: ModuleSettings())
let program = await builder.buildAlone(source, because: AloneReason("is asked for alone"))
guard case .loadable(let loadable) = program.outcome else { fatalError("\(program.outcome)") }
print(await supervisor.run(ProgramRun(loadable, limits: Limits(timeout: .seconds(600))), in: hosts))
