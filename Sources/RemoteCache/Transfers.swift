internal import CCurl
internal import Glibc
internal import Synchronization

/// Requests of HTTP that a thread of its own carries out, many at once.
final class Transfers: Sendable {
  /// A request: `GET`, or `PUT` where there is a body.
  struct Request: Sendable {
    var address: String
    var body: [UInt8]?
    /// The most bytes that the answer may have.
    var limit: Int
    /// How long all of it may take.
    var time: Duration
  }

  enum Answer: Sendable {
    case status(Int, [UInt8])
    case failed(Failure)
  }

  enum Failure: Sendable {
    case unreachable
    case untrusted
    case tooSlow
    case tooLarge
    case broken
  }

  private struct Waiting: Sendable {
    var request: Request
    var isUnwanted: @Sendable () -> Bool
    var completion: @Sendable (Answer) -> Void
  }

  private struct State {
    var waiting: [Waiting] = []
    var isStopped = false
    var thread: pthread_t?
  }

  private let state = Mutex(State())
  private let access: RemoteAccess
  private let patience: RemotePatience

  /// libcurl's requests: only the thread uses them, after `init` and before it has ended; other threads do but wake it,
  /// which libcurl lets any thread do.
  private nonisolated(unsafe) let pool: OpaquePointer

  /// How many requests may be under way at once.
  private static let most = 32

  /// `nil` where the machine has no memory or no thread for it.
  init?(_ access: RemoteAccess, _ patience: RemotePatience) {
    guard let pool = cc_open(Self.most) else { return nil }
    self.access = access
    self.patience = patience
    self.pool = pool
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let result = pthread_create(
      &thread, nil,
      { context in
        // The other end may close while it is written to.
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, nil)
        if let context { Unmanaged<Transfers>.fromOpaque(context).takeRetainedValue().work() }
        return nil
      }, context.toOpaque())
    guard result == 0 else {
      context.release()
      return nil
    }
    state.withLock { $0.thread = thread }
  }

  deinit { cc_close(pool) }

  /// Carries out a request, and tells what came of it on the thread of the transfers; never, if they are stopped
  /// before.
  ///
  /// One whose turn comes when it is not wanted any more is `broken`.
  func start(
    _ request: Request, unless isUnwanted: @escaping @Sendable () -> Bool,
    _ completion: @escaping @Sendable (Answer) -> Void
  ) {
    state.withLock { state in
      state.waiting.append(Waiting(request: request, isUnwanted: isUnwanted, completion: completion))
    }
    cc_wake(pool)
  }

  /// Ends all requests, and the thread.
  func stop() {
    let thread = state.withLock { state in
      state.isStopped = true
      defer { state.thread = nil }
      return state.thread
    }
    guard let thread else { return }
    cc_wake(pool)
    // What is told of on the thread may be the last to hold who stops it.
    if pthread_equal(thread, pthread_self()) != 0 { pthread_detach(thread) } else { pthread_join(thread, nil) }
  }

  private func work() {
    var number: UInt64 = 0
    var underWay: [UInt64: @Sendable (Answer) -> Void] = [:]
    while true {
      let (new, isStopped) = state.withLock { state in
        let count = min(Self.most - underWay.count, state.waiting.count)
        defer { state.waiting.removeFirst(count) }
        return (Array(state.waiting.prefix(count)), state.isStopped)
      }
      if isStopped { return }
      for waiting in new {
        number += 1
        if !waiting.isUnwanted(), begin(waiting.request, number) {
          underWay[number] = waiting.completion
        } else {
          waiting.completion(.failed(.broken))
        }
      }
      let isWaiting = state.withLock { $0.waiting.isEmpty || underWay.count == Self.most }
      cc_wait(pool, isWaiting ? 1000 : 0)
      var answer = cc_answer()
      while cc_next(pool, &answer) {
        underWay.removeValue(forKey: answer.number)?(Self.answer(answer))
      }
    }
  }

  private func begin(_ request: Request, _ number: UInt64) -> Bool {
    // Texts of C for all of them, which libcurl copies.
    let texts = [request.address, access.agent, access.authorization ?? "", access.login ?? ""].map {
      Array($0.utf8CString)
    }
    return (request.body ?? []).withUnsafeBytes { body in
      texts[0].withUnsafeBufferPointer { address in
        texts[1].withUnsafeBufferPointer { agent in
          texts[2].withUnsafeBufferPointer { authorization in
            texts[3].withUnsafeBufferPointer { login in
              guard let url = address.baseAddress, let agent = agent.baseAddress else { return false }
              var own = cc_request(
                url: url, authorization: access.authorization == nil ? nil : authorization.baseAddress,
                login: access.login == nil ? nil : login.baseAddress, agent: agent, uses_netrc: access.usesNetrc,
                body: nil, body_length: body.count, limit: request.limit,
                connect_milliseconds: patience.connecting.milliseconds,
                total_milliseconds: request.time.milliseconds,
                stall_seconds: max(1, patience.silence.milliseconds / 1000))
              // An empty body is a body, too.
              if request.body != nil { own.body = body.baseAddress ?? UnsafeRawPointer(url) }
              return cc_start(pool, number, &own)
            }
          }
        }
      }
    }
  }

  private static func answer(_ answer: cc_answer) -> Answer {
    switch answer.outcome {
    case cc_answered:
      .status(answer.status, Array(UnsafeBufferPointer(start: answer.bytes, count: answer.length)))
    case cc_unreachable: .failed(.unreachable)
    case cc_untrusted: .failed(.untrusted)
    case cc_too_slow: .failed(.tooSlow)
    case cc_too_large: .failed(.tooLarge)
    default: .failed(.broken)
    }
  }
}

extension Duration {
  var milliseconds: Int { Int(self / .milliseconds(1)) }
}
