import Foundation
import LoopTracing
import TestSupport
import Testing

/// A file of `Cases`: a command, the files it starts with, and what is expected of it.
///
/// | section | what it is |
/// |---|---|
/// | before the first | the command, for sh; `loopbook` is on its path |
/// | `input/…` | a file in the folder that the command runs in |
/// | `stdout`, `stderr` | what it writes there; no section means nothing |
/// | `exit` | its exit code; no section means 0 |
/// | `output/…` | a file that it makes or changes |
/// | `removed` | the files that it removes, one a line |
///
/// Where the text differs from run to run, `...` stands for any text or lines. Lines about work that takes a second are
/// left out of `stderr`, since that depends on the machine. Nothing else may be in a case, and no section that says
/// what holds without it. `CaseFile` has the form of the text.
struct CommandCase: Sendable, CustomTestStringConvertible {
  /// The name of the file, without its ending.
  let name: String
  private var location: URL { Self.folder.appending(path: name + Self.ending) }
  var testDescription: String { name }

  /// Set, to anything, to have the expectations written anew.
  static let updatesExpectations = ProcessInfo.processInfo.environment["LOOPBOOK_UPDATE_CASES"] != nil

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
  private static let ending = ".txtar"

  /// The names of the cases to run, with commas between them; `*` stands for any text.
  private static let chosen = ProcessInfo.processInfo.environment["LOOPBOOK_CASES"]?.split(separator: ",")
    .map(String.init)

  /// All cases that are to run, by name.
  static let all: [CommandCase] = {
    // Without the folder, or one that was chosen, there is no case, which a test notices.
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let names = files.sorted().map { $0.hasSuffix(ending) ? String($0.dropLast(ending.count)) : $0 }
    guard let chosen else { return names.map { CommandCase(name: $0) } }
    return names.filter { name in chosen.contains { fnmatch($0, name, 0) == 0 } }.map { CommandCase(name: $0) }
  }()

  private static func isExpectation(_ name: String) -> Bool {
    name.hasPrefix("output/") || ["stdout", "stderr", "exit", "removed"].contains(name)
  }

  /// Runs the command.
  ///
  /// - Returns: What is not as expected; empty if the case holds or was written anew.
  func findings() throws -> [String] {
    let text = Array(try Data(contentsOf: location))
    let file = try CaseFile(text)
    var findings = file.sections.keys.filter { !$0.hasPrefix("input/") && !Self.isExpectation($0) }.sorted()
      .map { "'\($0)' means nothing in a case" }
    if file.command.isEmpty { findings.append("there is no command before the first section") }
    let input = FileTree(below: "input/", of: file.sections)
    let run = try CommandProcess.run(script: file.command, in: input)
    let actual = Self.actual(of: run, from: input)
    let expected = file.sections.filter { Self.isExpectation($0.key) }
    if Self.updatesExpectations {
      let updated = Self.updated(file, actual, expected)
      if updated.text != text { try Data(updated.text).write(to: location) }
      return findings
    }
    if file.text != text {
      findings.append("the sections are not in their order, or something is escaped without a need")
    }
    return findings
      + Set(actual.keys).union(expected.keys).sorted().compactMap { name in
        Self.finding(name, expected[name], actual[name])
      }
  }

  /// What the sections of expectations have to say; one that is empty says what holds without it, but for a file.
  private static func actual(of run: CommandProcess, from input: FileTree) -> [String: [UInt8]] {
    var actual: [String: [UInt8]] = ["stdout": run.output, "stderr": withoutProgress(run.errors)]
    actual["exit"] = run.exitCode == 0 ? [] : Array("\(run.exitCode)\n".utf8)
    let removed = Set(input.files.keys).subtracting(run.files.files.keys)
    actual["removed"] = removed.sorted().flatMap { Array(($0 + "\n").utf8) }
    for (path, bytes) in run.files.files where input.files[path] != bytes { actual["output/\(path)"] = bytes }
    return actual.filter { !$0.value.isEmpty || $0.key.hasPrefix("output/") }
  }

  private static let stages = [
    "Asking for types", "Building the package", "Compiling and running examples", "Comparing again with CoreFoundation",
    "Trying other orders of threads", "Watching threads for data races", "Checking comments", "Running examples again",
    "Running new results again",
  ]

  private static func withoutProgress(_ text: [UInt8]) -> [UInt8] {
    Array(
      text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .filter { line in
          let line = String(decoding: line, as: UTF8.self)
          return !stages.contains { line == $0 || line.hasPrefix("\($0) (") }
        }.joined(separator: [UInt8(ascii: "\n")]))
  }

  private static func finding(_ name: String, _ expected: [UInt8]?, _ actual: [UInt8]?) -> String? {
    let difference = { LineDifference.text(text(expected ?? []), text(actual ?? [])) }
    guard let expected else { return "the section '\(name)' is missing; it would be:\n" + difference() }
    if expected.isEmpty, !name.hasPrefix("output/") { return "the section '\(name)' is empty: remove it" }
    guard let actual else { return "nothing came of what the section '\(name)' expects:\n" + difference() }
    return matches(expected, actual) ? nil : "'\(name)' differs:\n" + difference()
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func matches(_ expected: [UInt8], _ actual: [UInt8]) -> Bool {
    if expected == actual { return true }
    return text(expected).contains("...") && TracePattern(text(expected)).matches(text(actual))
  }

  /// The case with what came in place of what was expected, but where that still fits.
  private static func updated(_ file: CaseFile, _ actual: [String: [UInt8]], _ expected: [String: [UInt8]]) -> CaseFile
  {
    var file = file
    for name in expected.keys { file.sections[name] = nil }
    for (name, bytes) in actual {
      file.sections[name] = expected[name].map { matches($0, bytes) ? $0 : bytes } ?? bytes
    }
    return file
  }
}
