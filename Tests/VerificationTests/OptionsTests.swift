import Book
import Testing
import Verification

@Suite("Options of a verification")
struct OptionsTests {
  private static let standard = VerificationOptions(location: BookLocation(folder: "book"), jobs: 2)

  /// A change of every option, by its name.
  private static let changes: [String: @Sendable (inout VerificationOptions) -> Void] = [
    "location": { $0.location.chapter = "one.md" },
    "jobs": { $0.jobs = 1 },
    "timeout": { $0.timeout = .seconds(1) },
    "compileTimeout": { $0.compileTimeout = .seconds(1) },
    "filter": { $0.filter = try? Glob("timers#*") },
    "shard": { $0.shard = Shard("1/2") },
    "usesCache": { $0.usesCache = false },
    "remoteCache": { $0.remoteCache = .off },
    "uploadsToRemoteCache": { $0.uploadsToRemoteCache = true },
    "isUnconfined": { $0.isUnconfined = true },
    "includesDrafts": { $0.includesDrafts = true },
    "schedules": { $0.schedules = 2 },
    "repetitions": { $0.repetitions = 1 },
    "comparesReference": { $0.comparesReference = false },
    "recordsChanges": { $0.recordsChanges = true },
    "makesPages": { $0.makesPages = true },
    "asksForTypes": { $0.asksForTypes = true },
    "postponesPages": { $0.postponesPages = true },
    "demandsDocs": { $0.demandsDocs = true },
    "stopsAtFirstFailure": { $0.stopsAtFirstFailure = true },
  ]

  @Test("every option is part of the fingerprint, or is known to be without effect")
  func everyOption() {
    let names = Mirror(reflecting: Self.standard).children.compactMap(\.label)
    // A new option has to be given a change here.
    #expect(Set(names) == Set(Self.changes.keys))
    #expect(VerificationOptions.withoutEffect.isSubset(of: names))
    for (name, change) in Self.changes {
      var options = Self.standard
      change(&options)
      let isSame = options.fingerprint == Self.standard.fingerprint
      #expect(isSame == VerificationOptions.withoutEffect.contains(name), "\(name)")
    }
  }

  @Test("what an option is counts, not only that it is there")
  func values() throws {
    var options = Self.standard
    var fingerprints: Set<Fingerprint> = []
    for text in ["timers#*", "timers#a*", "**"] {
      options.filter = try Glob(text)
      fingerprints.insert(options.fingerprint)
    }
    for seconds in 1...3 {
      options.timeout = .seconds(seconds)
      fingerprints.insert(options.fingerprint)
    }
    #expect(fingerprints.count == 6)
  }
}
