import Foundation
import TestSupport
import Testing

/// `loopbook serve` at work on a book.
struct ServeSession {
  struct Change: Decodable {
    var version: Int
    var stale: Bool
    var since: Int
    var pages: [String: Int]
    var problems: String
    var changes: [Offer]
  }

  struct Offer: Decodable {
    var id: String
    var lines: [String]
    var page: String
  }

  let folder: TemporaryFolder
  let process: Process
  let port: UInt16
  /// What it said on standard output.
  let said: String

  /// Starts it for a book with these files.
  ///
  /// - Parameters:
  ///   - examples: What `loopbook.yml` says of examples.
  ///   - isWithout: A program that is not to be found.
  init(
    _ files: [String: String], _ flags: [String] = [], examples: String = "{}", isWithout lacking: String? = nil
  ) throws {
    folder = try TemporaryFolder()
    try folder.write("book/loopbook.yml", "title: Test\nexamples: \(examples)\n")
    for (name, text) in files { try folder.write("book/\(name)", text) }
    try folder.write("errors", "")
    process = Process()
    process.executableURL = URL(filePath: BuiltProducts.path("loopbook"))
    process.arguments = ["serve", "book", "--port", "0"] + flags
    process.currentDirectoryURL = URL(filePath: folder.path)
    if let lacking {
      process.environment = ProcessInfo.processInfo.environment.merging([
        "PATH": try Self.path(without: lacking, in: folder)
      ]) { $1 }
    }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/errors"))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var said = ""
    while !said.contains("\n") {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "it ended: \(said)")
      said += String(decoding: data, as: UTF8.self)
    }
    self.said = said
    port = try #require(said.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) })
  }

  /// A folder with links to all programs but one.
  private static func path(without lacking: String, in folder: TemporaryFolder) throws -> String {
    try folder.write("bin/\(lacking).txt", "not here")
    for place in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: String(place))) ?? [] where name != lacking {
        symlink("\(place)/\(name)", folder.path("bin/\(name)"))
      }
    }
    return folder.path("bin")
  }

  /// What it said on standard error so far.
  var errors: String {
    get throws { try String(contentsOfFile: folder.path("errors"), encoding: .utf8) }
  }

  /// Ends it; answers what it said on standard error.
  func end() throws -> String {
    process.terminate()
    process.waitUntilExit()
    return try errors
  }

  /// Asks for something as a page of the preview does.
  func post(_ name: String, _ body: String, example: String? = nil) async throws -> Answer {
    let token = try #require(try await page().body.firstMatch(of: /"token":"([0-9a-f]{32})"/)).1
    let query = example.map { "?example=\($0.replacingOccurrences(of: "#", with: "%23"))" } ?? ""
    return try await Answer.get(
      "/.loopbook/\(name)\(query)", port: port, method: "POST",
      headers: ["Origin: http://localhost", "X-Loopbook-Token: \(token)"], body: body)
  }

  func page(_ name: String = "hello.html") async throws -> Answer { try await Answer.get("/\(name)", port: port) }

  /// Waits for states of the preview until one is as wanted.
  func wait(until isWanted: (Change) -> Bool) async throws -> Change {
    var version = 0
    while true {
      try Task.checkCancellation()
      let change = try await change(after: version)
      if isWanted(change) { return change }
      version = change.version
    }
  }

  /// The state of the preview, once it is another than this.
  func change(after version: Int) async throws -> Change {
    let answer = try await Answer.get("/.loopbook/change?version=\(version)", port: port)
    return try JSONDecoder().decode(Change.self, from: Data(answer.body.utf8))
  }
}
