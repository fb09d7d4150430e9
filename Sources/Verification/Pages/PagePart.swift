/// Something that a book's pages lack, and that can be made beside all else.
///
/// What comes of it is kept under what it was made from, in the cache and in this process: the next look at the book
/// finds it there where it still fits, and it is of no other use.
package struct PagePart: Sendable {
  /// What it makes: for each piece, what tells that from all others.
  package let makes: Set<Fingerprint>

  /// What is told when it begins; `nil` where it takes a moment only.
  package let stage: String?

  /// Whether it reads the book's own modules, which must not be built anew meanwhile.
  package let readsModules: Bool

  private let work: @Sendable (any VerificationProgress) async throws(MachineLack) -> Void

  init(
    _ makes: Set<Fingerprint>, stage: String? = nil, readsModules: Bool = false,
    work: @escaping @Sendable (any VerificationProgress) async throws(MachineLack) -> Void
  ) {
    self.makes = makes
    self.stage = stage
    self.readsModules = readsModules
    self.work = work
  }

  /// Makes it; in a task that is cancelled, all that runs for it is ended, and nothing is kept of what did not come to
  /// its end.
  package func make(_ progress: any VerificationProgress) async throws(MachineLack) { try await work(progress) }
}

/// What a book's pages lack where making it was put off.
package struct PageNeeds: Sendable {
  package var parts: [PagePart] = []
  /// Why some of it cannot be made on this machine.
  package var lacks: [MachineLack] = []

  package init() {}
}
