import Book
import Foundation
import Synchronization
import TestSupport
import Testing
import Verification

/// Books of one example, verified in this process.
@Suite("Verifying a book")
struct VerifierTests {
  @Test("ten verifications leave no thread behind", .timeLimit(.minutes(5)))
  func threads() async {
    // In a process of its own, where no other test starts threads.
    await #expect(processExitsWith: .success) { try await verifyTenTimes() }
  }

  @Test("the configuration is read once, though it changes between the look at the circumstances and the verification")
  func configuredOnce() async throws {
    let book = try SmallBook()
    var verifier = book.verifier
    let circumstances = try #require(await verifier.circumstances())
    #expect(circumstances.configuration.title == "Small")
    try book.write("loopbook.yml", "title: Changed\n")
    guard case .verified(let verified) = try await verifier.verify() else {
      Issue.record("the book cannot be read")
      return
    }
    #expect(verified.book.configuration.title == "Small")
    // The next look sees it, and that what was made of the one before is no longer current.
    verifier = book.verifier
    let next = try #require(await verifier.circumstances())
    #expect(next.configuration.title == "Changed")
    #expect(next.fingerprint != circumstances.fingerprint)
    verifier = book.verifier
    #expect(await verifier.circumstances()?.fingerprint == next.fingerprint)
  }

  @Test("each example is in one shard, those that are only quoted, too", arguments: 1...4)
  func shards(count: Int) async throws {
    let book = try SmallBook()
    let fences = ["quote", "id=run", "quote", "norun", "quote", "quote", "", "quote"]
    try book.write("one.md", "# One\n" + fences.map { "\n```swift \($0)\nlet apples = 3\n```\n" }.joined())
    try book.write("two.md", "# Two\n\n```swift quote\n_\n```\n\n```swift quote\n_\n```\n")
    var counted: [String] = []
    for number in 1...count {
      var options = book.options
      options.shard = Shard(number: number, of: count)
      let names = try await book.verdicts(options)
      #expect((10 / count - 1...10 / count + 2).contains(names.count))
      counted += names
    }
    let whole = try await book.verdicts(book.options)
    #expect(whole.count == 10)
    #expect(counted.sorted() == whole.sorted())
  }

  @Test("what the machine lacks is found out once, and told by verifying")
  func lacking() async throws {
    let book = try SmallBook()
    var verifier = Verifier(book.options, environment: ["PATH": book.path], progress: UnseenProgress())
    #expect(await verifier.circumstances() == nil)
    await #expect(throws: MachineLack.self) { try await verifier.verify() }
  }
}

private func verifyTenTimes() async throws {
  let book = try SmallBook()
  for _ in 0..<10 {
    let glance = Glance()
    var verifier = Verifier(book.options, environment: ProcessInfo.processInfo.environment, progress: glance)
    guard case .verified(let verified) = try await verifier.verify() else { throw SmallBook.Unreadable() }
    try #require(verified.report.verdicts.count == 1 && !verified.report.hasErrors)
    try #require(glance.hasSeenThread)
  }
  // A thread ends a moment after the last that held its loop.
  while threads(named: "supervisor") > 0 { try await Task.sleep(for: .milliseconds(5)) }
}

/// Looks for the thread while the example runs, so that it is known to be there under its name.
private final class Glance: VerificationProgress {
  private let hasSeen = Atomic<Bool>(false)
  var hasSeenThread: Bool { hasSeen.load(ordering: .relaxed) }

  func begin(stage: String, total: Int) {}
  func started(_ name: String) { hasSeen.store(threads(named: "supervisor") > 0, ordering: .relaxed) }
  func finished(_ name: String) {}
  func note(_ line: String) {}
  func end() {}
}

private func threads(named name: String) -> Int {
  let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
  return tasks.count { (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) == "\(name)\n" }
}

/// A book of one example that runs, in a folder that is there as long as the value.
private final class SmallBook {
  struct Unreadable: Error {}

  private let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws {
    folder = try TemporaryFolder()
    try write("loopbook.yml", "title: Small\n")
    try write("one.md", "# One\n\n```swift\nlet apples = 3\n```\n")
  }

  func write(_ name: String, _ text: String) throws { try folder.write(name, text) }

  var options: VerificationOptions {
    var options = VerificationOptions(location: BookLocation(folder: path), jobs: 2)
    // So that there is something to run each time.
    options.usesCache = false
    return options
  }

  /// The examples that are counted, by their names.
  func verdicts(_ options: VerificationOptions) async throws -> [String] {
    var verifier = Verifier(options, environment: ProcessInfo.processInfo.environment, progress: UnseenProgress())
    guard case .verified(let verified) = try await verifier.verify() else { throw Unreadable() }
    return verified.report.verdicts.map { "\($0.chapter)#\($0.id)" }
  }

  var verifier: Verifier {
    Verifier(options, environment: ProcessInfo.processInfo.environment, progress: UnseenProgress())
  }
}
