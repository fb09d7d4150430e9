internal import Synchronization

/// What all cases of one examination share: the options, who is told, and whether the first failure has ended it.
final class ExaminationTerms: Sendable {
  let options: VerificationOptions
  let progress: any VerificationProgress
  private let hasEnded = Atomic<Bool>(false)

  init(_ options: VerificationOptions, progress: any VerificationProgress) {
    self.options = options
    self.progress = progress
  }

  /// Whether programs that have not begun are still to be run.
  var goOn: Bool { !hasEnded.load(ordering: .relaxed) }

  /// Takes note that a case has failed.
  func failed() {
    if options.stopsAtFirstFailure { hasEnded.store(true, ordering: .relaxed) }
  }
}
