internal import Synchronization

/// What is known of how a shared cache behaves, and whether it is still used.
///
/// Whatever it does costs time at most: it is given up, with one warning.
final class RemoteHealth: Sendable {
  private struct State {
    var isGivenUp = false
    var refusesUploads = false
    var hasWarned = false
    var failures = 0
    var lies = 0
    var failedUploads = 0
  }
  private let state = Mutex(State())
  private let address: String
  private let warn: @Sendable (String) -> Void

  /// So many failures are borne: a server may restart.
  private static let bearable = 3
  /// So many entries may be damaged before all are thought to be.
  private static let bearableLies = 8

  init(_ address: String, warn: @escaping @Sendable (String) -> Void) {
    self.address = address
    self.warn = warn
  }

  /// Whether entries may still be asked for.
  var isGivenUp: Bool { state.withLock { $0.isGivenUp } }

  /// Whether entries may still be written.
  var takesUploads: Bool { state.withLock { !$0.isGivenUp && !$0.refusesUploads } }

  /// An entry was not what it has to be.
  func lied() {
    count(\.lies, until: Self.bearableLies, "it sends damaged data")
  }

  /// An answer to `GET` that is neither a content nor that there is none.
  func failed(_ answer: Transfers.Answer) {
    let (reason, isFinal) = Self.reason(answer)
    if isFinal { giveUp(reason) } else { count(\.failures, until: Self.bearable, reason) }
  }

  /// An answer to `PUT` that is not a success.
  func failedUpload(_ answer: Transfers.Answer) {
    let (reason, isFinal) = Self.reason(answer)
    let isOver = state.withLock { state in
      state.failedUploads += 1
      guard !state.refusesUploads, isFinal || state.failedUploads >= Self.bearable else { return false }
      state.refusesUploads = true
      return true
    }
    if isOver { say("no more results are uploaded to the shared cache at \(address) in this run: \(reason)") }
  }

  /// Uses it no more.
  func giveUp(_ reason: String) {
    let isNew = state.withLock { state in
      defer { state.isGivenUp = true }
      return !state.isGivenUp
    }
    if isNew { say("the shared cache at \(address) is no longer used in this run: \(reason)") }
  }

  /// Warns, once.
  func say(_ words: String) {
    let isFirst = state.withLock { state in
      defer { state.hasWarned = true }
      return !state.hasWarned
    }
    if isFirst { warn(words) }
  }

  private func count(_ path: any WritableKeyPath<State, Int> & Sendable, until most: Int, _ reason: String) {
    let count = state.withLock { state in
      state[keyPath: path] += 1
      return state[keyPath: path]
    }
    if count >= most { giveUp(reason) }
  }

  /// What an answer means in words, and whether asking again would be in vain.
  private static func reason(_ answer: Transfers.Answer) -> (String, isFinal: Bool) {
    switch answer {
    case .status(let status, _) where (300..<400).contains(status):
      ("it redirects (\(status)), which is not followed; name the address that it redirects to", true)
    case .status(let status, _) where [401, 403, 407].contains(status):
      (
        "it refuses access (\(status)); see LOOPBOOK_REMOTE_CACHE_TOKEN, which is sent only to an address that "
          + "--remote-cache or LOOPBOOK_REMOTE_CACHE names",
        true
      )
    case .status(let status, _): ("it answers \(status)", false)
    case .failed(.unreachable): ("it cannot be reached", true)
    case .failed(.untrusted): ("it has no certificate for its name that this machine trusts", true)
    case .failed(.tooSlow): ("it is too slow", true)
    case .failed(.tooLarge): ("it sends more than was asked for", false)
    case .failed(.broken): ("its answers are not valid HTTP", false)
    }
  }
}
