import Glibc
import Testing

/// A release build says why it ends, too: there `precondition` would be silent.
@Suite("Sentences in release builds")
struct ReleaseSentenceTests {
  @Test("the helper, compiled with -O, writes its sentence and its line")
  func optimized() throws {
    let folder = try #require(Self.temporaryFolder())
    defer { _ = try? Self.run("rm -rf '\(folder)'") }
    let helper = Self.root + "/Sources/LoopEngine/System/Refusal.swift"
    let program = """
      @inline(never) func check(_ number: Int) { require(number > 2, "the number is \\(number), and not above 2") }
      check(CommandLine.arguments.count)
      """
    try Self.run(
      "printf '%s' '\(program)' >'\(folder)/main.swift'"
        + " && swiftc -O -package-name p -module-name Probe -o '\(folder)/probe' '\(helper)' '\(folder)/main.swift'")
    let output = try Self.run("'\(folder)/probe' 2>&1; true")
    #expect(output.contains("Fatal error: the number is 1, and not above 2"), "\(output)")
    #expect(output.contains("Probe/main.swift:1"), "\(output)")
    #expect(try Self.run("'\(folder)/probe' two three 2>&1 && echo holds") == "holds\n")
  }

  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")

  private static func temporaryFolder() -> String? {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/release-sentence.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private struct Failure: Error {
    let command: String
    let output: String
  }

  /// What a shell's command printed; throws when it fails.
  @discardableResult
  private static func run(_ command: String) throws -> String {
    guard let stream = popen(command, "r") else { throw Failure(command: command, output: "popen: errno \(errno)") }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    let output = String(decoding: bytes, as: UTF8.self)
    guard pclose(stream) == 0 else { throw Failure(command: command, output: output) }
    return output
  }
}
