import DifferentialModel
import DifferentialOnEngine
import DifferentialOnReference
import LoopDifferences
import LoopTracing
import TestSupport
import Testing

/// Every behavior of the catalogue on the engine and on CoreFoundation.
@Suite("Catalogue")
struct CatalogueTests {
  static let behaviors = DifferentialOnEngine.Catalogue.behaviors

  @Test("engine", arguments: behaviors)
  func engine(_ behavior: Behavior) async throws {
    let seen = try await Self.inRealTime(behavior.expected) {
      if behavior.place != .ownThread { return try BehaviorProcess.trace(of: behavior.id, on: "engine") }
      return try #require(DifferentialOnEngine.Catalogue.trace(of: behavior.id))
    }
    expect(seen, behavior.expected, behavior, on: "the engine")
  }

  @Test("engine on virtual time", arguments: behaviors.filter { $0.place == .ownThread && $0.id != "6.5d" })
  func engineOnVirtualTime(_ behavior: Behavior) async throws {
    let seen = try await Lanes.run {
      let outcome = try VirtualRun().run { _ in DifferentialOnEngine.Catalogue.trace(of: behavior.id) ?? ["unknown"] }
      if case .deadlocked(let deadlock) = outcome.ending { return ["\(deadlock)"] }
      return try outcome.expectFinished()
    }
    expect(seen, behavior.expected, behavior, on: "the engine on virtual time")
  }

  /// What real time brings: a machine under load may keep a thread from running for longer than a behavior allows for,
  /// so what differs is seen again, twice at most, before it counts.
  private static func inRealTime(
    _ expected: [String], _ run: @escaping @Sendable () throws -> [String]
  ) async throws -> [String] {
    for _ in 1...2 {
      let seen = try await Lanes.run(run)
      if seen == expected { return seen }
    }
    return try await Lanes.run(run)
  }

  @Test(
    "CoreFoundation",
    .disabled(if: BuiltProducts.hasThreadSanitizer, "Thread Sanitizer ends before CoreFoundation's loops"),
    arguments: behaviors.filter { $0.expectedOnReference != nil })
  func reference(_ behavior: Behavior) async throws {
    let expected = try #require(behavior.expectedOnReference)
    let seen = try await Self.inRealTime(expected) {
      if behavior.place != .ownThread { return try BehaviorProcess.trace(of: behavior.id, on: "reference") }
      return try #require(DifferentialOnReference.Catalogue.trace(of: behavior.id))
    }
    expect(seen, expected, behavior, on: "CoreFoundation")
  }

  @Test func `every entry of the catalogue is in the index`() {
    let rows = Set(CatalogueIndex.rows.map(\.entry))
    #expect(rows.count == CatalogueIndex.rows.count, "an entry stands twice")
    let entries = Set(CatalogueIndex.entriesOfSection.flatMap { section, names in names.map { "\(section).\($0)" } })
    #expect(entries.subtracting(rows).sorted() == [])
    #expect(rows.subtracting(entries).sorted() == [])
  }

  @Test(arguments: CatalogueIndex.rows)
  func `an entry has its behaviors or a reason to have none`(_ row: CatalogueIndex.Row) {
    let own = Self.behaviors.filter { $0.entry == row.entry }.map(\.id)
    switch row.coverage {
    case .own:
      #expect(!own.isEmpty)
    case .by(let ids):
      #expect(own.isEmpty, "it has behaviors of its own")
      #expect(Set(ids).isSubset(of: Self.behaviors.map(\.id)))
    case .cannotRun:
      #expect(own.isEmpty, "it has behaviors, so it can run")
    }
  }

  @Test func `every behavior has a name of its own and an entry in the index`() {
    let ids = Self.behaviors.map(\.id)
    #expect(Set(ids).count == ids.count)
    let rows = Set(CatalogueIndex.rows.map(\.entry))
    for behavior in Self.behaviors {
      guard let entry = behavior.entry, !entry.hasPrefix("13.") else { continue }
      #expect(rows.contains(entry), "\(behavior.id)")
    }
  }

  @Test func `every listed difference is shown by a behavior, and every difference shown is listed`() {
    let shown = Set(Self.behaviors.compactMap(\.difference))
    let listed = Difference.all.map(\.id)
    #expect(Set(listed).count == listed.count, "a difference stands twice")
    #expect(shown.sorted() == listed.sorted())
    for behavior in Self.behaviors {
      guard let id = behavior.difference, let difference = Difference.all.first(where: { $0.id == id }) else {
        continue
      }
      #expect(behavior.entry == difference.behavior, "\(behavior.id) shows the difference of another entry")
      #expect(behavior.expected != behavior.expectedOnReference, "\(behavior.id) shows no difference")
    }
  }

  private func expect(_ seen: [String], _ expected: [String], _ behavior: Behavior, on loop: String) {
    #expect(
      seen == expected,
      """
      \(behavior.id) on \(loop): \(behavior.title)
        expected  \(expected.joined(separator: " "))
        seen      \(seen.joined(separator: " "))
        changes   \(TraceDifference(from: expected, to: seen))
      """)
  }
}

extension CatalogueIndex.Row: CustomTestStringConvertible {
  var testDescription: String { entry }
}
