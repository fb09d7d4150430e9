import Foundation
import TestSupport

/// A module that was built beside these tests.
struct BuiltModule {
  let name: String

  /// Why a module could not be read.
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  /// What it offers its clients, printed by the compiler's tool from the built module.
  func surface() throws -> Surface {
    let result = try ProgramRun("swift-synthesize-interface", ["-module-name", name] + Self.searchPaths)
    guard result.status == 0 else { throw Unreadable(description: "\(name): \(result.output)") }
    return Surface(interface: result.output, of: name)
  }

  /// Its types of which the compiler says that they are not `Sendable`, among those named.
  func unsendable(among types: [String]) throws -> [String] {
    let lines = ["import \(name)", "func send<Value: Sendable>(_: Value.Type) {}"]
    let source = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).swift")
    try (lines + types.enumerated().map { "func f\($0)() { send(\(name).\($1).self) }" }).joined(separator: "\n")
      .write(to: source, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: source) }
    let arguments = ["-frontend", "-typecheck", "-swift-version", "6", "-parse-as-library", source.path]
    let result = try ProgramRun("swiftc", arguments + Self.searchPaths)
    let numbers = result.output.matches(of: /\.swift:(\d+):\d+: error: [^\n]*Sendable/).compactMap { Int($0.1) }
    return Set(numbers).sorted().map { types[$0 - lines.count - 1] }
  }

  /// Where modules are found: in the folder that holds the running test program, with the C modules they import.
  private static let searchPaths: [String] = {
    let folder = URL(filePath: BuiltProducts.folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let maps = names.sorted().map { folder.appending(path: $0).appending(path: "module.modulemap").path }
      .filter { $0.hasSuffix(".build/module.modulemap") && FileManager.default.fileExists(atPath: $0) }
    return ["-I", folder.appending(path: "Modules").path, "-target", target]
      + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }()

  #if arch(arm64)
    private static let target = "aarch64-unknown-linux-gnu"
  #else
    private static let target = "x86_64-unknown-linux-gnu"
  #endif
}
