import DifferentialModel
import DifferentialOnEngine
import DifferentialOnReference
import LoopDifferences
import LoopTracing
import TestSupport
import Testing

/// Every behaviour of the catalogue on the engine and on CoreFoundation.
@Suite("Catalogue")
struct CatalogueTests {
  static let behaviours = DifferentialOnEngine.Catalogue.behaviours

  @Test("engine", arguments: behaviours)
  func engine(_ behaviour: Behaviour) async throws {
    let seen = try await Self.inRealTime(behaviour.expected) {
      if behaviour.place != .ownThread { return try BehaviourProcess.trace(of: behaviour.id, on: "engine") }
      return try #require(DifferentialOnEngine.Catalogue.trace(of: behaviour.id))
    }
    expect(seen, behaviour.expected, behaviour, on: "the engine")
  }

  @Test("engine on virtual time", arguments: behaviours.filter { $0.place == .ownThread && $0.id != "6.5d" })
  func engineOnVirtualTime(_ behaviour: Behaviour) async throws {
    let seen = try await Lanes.run {
      let outcome = try VirtualRun().run { _ in DifferentialOnEngine.Catalogue.trace(of: behaviour.id) ?? ["unknown"] }
      if case .deadlocked(let deadlock) = outcome.ending { return ["\(deadlock)"] }
      return try outcome.expectFinished()
    }
    expect(seen, behaviour.expected, behaviour, on: "the engine on virtual time")
  }

  /// What real time brings: a machine under load may keep a thread from running for longer than a behaviour allows for,
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
    arguments: behaviours.filter { $0.expectedOnReference != nil })
  func reference(_ behaviour: Behaviour) async throws {
    let expected = try #require(behaviour.expectedOnReference)
    let seen = try await Self.inRealTime(expected) {
      if behaviour.place != .ownThread { return try BehaviourProcess.trace(of: behaviour.id, on: "reference") }
      return try #require(DifferentialOnReference.Catalogue.trace(of: behaviour.id))
    }
    expect(seen, expected, behaviour, on: "CoreFoundation")
  }

  @Test func `every entry of the catalogue is in the index`() {
    let rows = Set(CatalogueIndex.rows.map(\.entry))
    #expect(rows.count == CatalogueIndex.rows.count, "an entry stands twice")
    let entries = Set(CatalogueIndex.entriesOfSection.flatMap { section, names in names.map { "\(section).\($0)" } })
    #expect(entries.subtracting(rows).sorted() == [])
    #expect(rows.subtracting(entries).sorted() == [])
  }

  @Test(arguments: CatalogueIndex.rows)
  func `an entry has its behaviours or a reason to have none`(_ row: CatalogueIndex.Row) {
    let own = Self.behaviours.filter { $0.entry == row.entry }.map(\.id)
    switch row.coverage {
    case .own:
      #expect(!own.isEmpty)
    case .by(let ids):
      #expect(own.isEmpty, "it has behaviours of its own")
      #expect(Set(ids).isSubset(of: Self.behaviours.map(\.id)))
    case .cannotRun:
      #expect(own.isEmpty, "it has behaviours, so it can run")
    }
  }

  @Test func `every behaviour has a name of its own and an entry in the index`() {
    let ids = Self.behaviours.map(\.id)
    #expect(Set(ids).count == ids.count)
    let rows = Set(CatalogueIndex.rows.map(\.entry))
    for behaviour in Self.behaviours {
      guard let entry = behaviour.entry, !entry.hasPrefix("13.") else { continue }
      #expect(rows.contains(entry), "\(behaviour.id)")
    }
  }

  @Test func `every listed difference is shown by a behaviour, and every difference shown is listed`() {
    let shown = Set(Self.behaviours.compactMap(\.difference))
    let listed = Difference.all.map(\.id)
    #expect(Set(listed).count == listed.count, "a difference stands twice")
    #expect(shown.sorted() == listed.sorted())
    for behaviour in Self.behaviours {
      guard let id = behaviour.difference, let difference = Difference.all.first(where: { $0.id == id }) else {
        continue
      }
      #expect(behaviour.entry == difference.behaviour, "\(behaviour.id) shows the difference of another entry")
      #expect(behaviour.expected != behaviour.expectedOnReference, "\(behaviour.id) shows no difference")
    }
  }

  private func expect(_ seen: [String], _ expected: [String], _ behaviour: Behaviour, on loop: String) {
    #expect(
      seen == expected,
      """
      \(behaviour.id) on \(loop): \(behaviour.title)
        expected  \(expected.joined(separator: " "))
        seen      \(seen.joined(separator: " "))
        changes   \(TraceDifference(from: expected, to: seen))
      """)
  }
}

extension CatalogueIndex.Row: CustomTestStringConvertible {
  var testDescription: String { entry }
}
