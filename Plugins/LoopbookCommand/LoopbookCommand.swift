import Foundation
import PackagePlugin

/// `swift package loopbook verify`: runs the loopbook that is installed on this machine in the package's folder.
///
/// The plugin depends on nothing, so that a package that uses it compiles no part of Loopbook.
@main
struct LoopbookCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let environment = ProcessInfo.processInfo.environment
    guard let program = Self.program(environment) else {
      Diagnostics.error(
        "loopbook is not installed: run `make build && sudo make install` in a checkout of Loopbook, or name the program in LOOPBOOK"
      )
      return
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    do { try process.run() } catch {
      Diagnostics.error("\(program) cannot be started: \(error.localizedDescription)")
      return
    }
    process.waitUntilExit()
    // SwiftPM prints the code and ends with 1, whichever it was.
    if process.terminationReason == .exit { exit(process.terminationStatus) }
    Diagnostics.error("\(program) was ended by signal \(process.terminationStatus)")
  }

  /// The program that `LOOPBOOK` names, or the first of that name on the PATH.
  private static func program(_ environment: [String: String]) -> String? {
    if let chosen = environment["LOOPBOOK"], !chosen.isEmpty { return chosen }
    let candidates = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/loopbook" }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
