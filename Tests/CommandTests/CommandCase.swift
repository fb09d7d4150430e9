import Foundation
import LoopTracing
import Testing

/// A folder of `Cases`: a command, the files it starts with, and what is expected of it.
///
/// | in the folder | what it is |
/// |---|---|
/// | `command` | the command, for sh; `loopbook` is on its path |
/// | `input/` | copied into the folder that the command runs in |
/// | `stdout`, `stderr` | what it writes there; no file means nothing |
/// | `exit` | its exit code; no file means 0 |
/// | `output/` | the files that it makes or changes |
/// | `removed` | the files that it removes, one a line |
///
/// Where the text differs from run to run, `...` stands for any text or lines. Lines about work that takes a second are left out
/// of `stderr`, since that depends on the machine. Nothing else may be in the folder, and no file that says what holds without
/// it.
struct CommandCase: Sendable, CustomTestStringConvertible {
  let name: String
  private var folder: URL { Self.folder.appending(path: name) }
  var testDescription: String { name }

  /// Set, to anything, to have the expectations written anew.
  static let updatesExpectations = ProcessInfo.processInfo.environment["LOOPBOOK_UPDATE_CASES"] != nil

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")

  /// All cases, by name.
  static let all: [CommandCase] = {
    // Without the folder there is no case, which a test notices.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { CommandCase(name: $0) }
  }()

  private static let known: Set = ["command", "input", "stdout", "stderr", "exit", "output", "removed"]

  /// Runs the command.
  ///
  /// - Returns: What is not as expected; empty if the case holds or was written anew.
  func findings() throws -> [String] {
    let entries = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    let unknown = entries.subtracting(Self.known).sorted().map { "'\($0)' means nothing in a case" }
    guard entries.contains("command") else { return unknown + ["there is no file 'command'"] }
    let input = try FileTree(folder.appending(path: "input"))
    let run = try CommandProcess.run(script: folder.appending(path: "command"), in: input)
    var actual: [String: String] = ["stdout": run.output, "stderr": Self.withoutProgress(run.errors)]
    actual["exit"] = run.exitCode == 0 ? "" : "\(run.exitCode)\n"
    let removed = Set(input.files.keys).subtracting(run.files.files.keys)
    actual["removed"] = removed.sorted().map { $0 + "\n" }.joined()
    for (path, bytes) in run.files.files where input.files[path] != bytes {
      actual["output/\(path)"] = String(decoding: bytes, as: UTF8.self)
    }
    let expected = try expectations()
    if Self.updatesExpectations {
      try update(actual, expected)
      return unknown
    }
    return unknown
      + Set(actual.keys).union(expected.keys).sorted().compactMap { name in
        Self.finding(name, expected[name], actual[name] ?? "")
      }
  }

  /// The files that say what is expected, by their paths in the case's folder.
  private func expectations() throws -> [String: String] {
    try FileTree(folder).files.filter { path, _ in
      path.hasPrefix("output/") || ["stdout", "stderr", "exit", "removed"].contains(path)
    }.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  private static let stages = [
    "Building the package", "Compiling and running examples", "Comparing again with CoreFoundation",
    "Trying other orders of threads", "Running examples again", "Running again what is new",
  ]

  private static func withoutProgress(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { line in !stages.contains { line == $0 || line.hasPrefix("\($0) (") } }.joined(separator: "\n")
  }

  private static func finding(_ name: String, _ expected: String?, _ actual: String) -> String? {
    guard let expected else {
      return actual.isEmpty ? nil : "the file '\(name)' is missing; it would be:\n" + LineDifference.text("", actual)
    }
    // An empty file is made by a command, or it is not: only there does it say something.
    if expected.isEmpty, !name.hasPrefix("output/") { return "the file '\(name)' is empty: remove it" }
    if actual.isEmpty, !expected.isEmpty { return "nothing came of what the file '\(name)' expects" }
    return matches(expected, actual) ? nil : "'\(name)' differs:\n" + LineDifference.text(expected, actual)
  }

  private static func matches(_ expected: String, _ actual: String) -> Bool {
    expected == actual || expected.contains("...") && TracePattern(expected).matches(actual)
  }

  private func update(_ actual: [String: String], _ expected: [String: String]) throws {
    for (name, text) in actual {
      if let known = expected[name], !text.isEmpty, Self.matches(known, text) { continue }
      let file = folder.appending(path: name)
      if text.isEmpty, !name.hasPrefix("output/") {
        if expected[name] != nil { try FileManager.default.removeItem(at: file) }
        continue
      }
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    for name in expected.keys where actual[name] == nil {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }
}
