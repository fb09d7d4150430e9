package import Book

/// What of a book is verified, and how.
package struct VerificationOptions: Sendable {
  /// Where the book is, and which part of it is meant.
  package var location: BookLocation
  /// How many compilers, and how many programs that compute, run at once.
  package var jobs: Int
  /// How long an example may run that does not say so itself; `nil`: as the book says.
  package var timeout: Duration?
  /// How long the compiler may take over an example; `nil`: as the book says.
  package var compileTimeout: Duration?
  /// Which examples; `nil` means all.
  package var filter: Glob?
  package var shard: Shard?
  /// Whether results of earlier runs count.
  package var usesCache = true
  /// Which cache that machines share; `nil`: as the environment or the book says.
  package var remoteCache: RemoteCacheChoice?
  /// Whether results are uploaded there, whatever the environment says.
  package var uploadsToRemoteCache = false
  /// Whether the sandbox is left out, whatever the book says.
  package var isUnconfined = false
  package var includesDrafts = false
  /// Under how many interleavings each example with the virtual clock runs; `nil`: as it says.
  package var schedules: Int?
  /// How often each example is run again to find out whether it always does the same.
  package var repetitions = 0
  /// Whether examples that use the engine are compared with CoreFoundation.
  package var comparesReference = true
  /// Whether what does not hold is to be recorded: then nothing is compared with CoreFoundation, and what would change
  /// runs more often, to see whether it always does the same.
  package var recordsChanges = false
  /// Whether examples are compiled for readers' pages, too, where the book wants that.
  package var makesPages = false
  /// Whether what pages lack of either is left to be made later: see `VerifiedBook.needs`.
  package var postponesPages = false
  /// Whether each public declaration needs a doc comment, whatever the book says.
  package var demandsDocs = false
  /// Whether the compiler is asked what the names in listings mean, where the book wants that.
  package var asksForTypes = false
  /// Whether the first failure ends the work.
  package var stopsAtFirstFailure = false

  package init(location: BookLocation, jobs: Int) {
    self.location = location
    self.jobs = jobs
  }
}
