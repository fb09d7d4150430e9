import Preview
import Synchronization

/// What is to be done for a book that is served: paths that changed while there was no time for them, each once, and
/// what pages ask for, in order.
final class WorkQueue: Sendable {
  /// Something that a page waits for.
  struct Wish: Sendable {
    let request: PreviewRequest
    fileprivate let answer: CheckedContinuation<PreviewAnswer, Never>

    /// Answers the page; to be called once.
    func answer(with answer: PreviewAnswer) { self.answer.resume(returning: answer) }
  }

  private struct State {
    var paths: Set<String> = []
    var wishes: [Wish] = []
    var hasNewParts = false
    /// What is being done for a page, and can be ended.
    var trial: Task<PreviewAnswer, Never>?
  }
  private let state = Mutex(State())
  private let continuation: AsyncStream<Void>.Continuation
  /// Tells that there is something to take.
  let signals: AsyncStream<Void>

  init() {
    (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds paths; any thread may.
  ///
  /// What is tried out in the book as it was is ended.
  func add(_ changed: Set<String>) {
    state.withLock { state in
      state.paths.formUnion(changed)
      state.trial?.cancel()
    }
    continuation.yield()
  }

  /// Notes that something was made for pages; any thread may.
  func addParts() {
    state.withLock { $0.hasNewParts = true }
    continuation.yield()
  }

  /// Has something done for a page, and waits until it is; any thread may.
  ///
  /// Of what is tried out, only the last is.
  func perform(_ request: PreviewRequest) async -> PreviewAnswer {
    await withCheckedContinuation { answer in
      let displaced = state.withLock { state -> [Wish] in
        defer { state.wishes.append(Wish(request: request, answer: answer)) }
        guard request.name == PageTrial.name else { return [] }
        state.trial?.cancel()
        let displaced = state.wishes.filter { $0.request.name == PageTrial.name }
        state.wishes.removeAll { $0.request.name == PageTrial.name }
        return displaced
      }
      for wish in displaced { wish.answer(with: PageTrial.displaced) }
      continuation.yield()
    }
  }

  /// Does something for a page that is ended when there is something better to do.
  func tryOut(_ body: @escaping @Sendable () async -> PreviewAnswer) async -> PreviewAnswer {
    let task = Task { await body() }
    state.withLock { state in
      state.trial = task
      // What came since it was taken comes first.
      if !state.paths.isEmpty || state.wishes.contains(where: { $0.request.name == PageTrial.name }) { task.cancel() }
    }
    defer { state.withLock { $0.trial = nil } }
    return await task.value
  }

  /// All that changed since the last time.
  func takePaths() -> [String] {
    state.withLock { state in
      defer { state.paths = [] }
      return state.paths.sorted()
    }
  }

  /// Whether something was made for pages since the last time.
  func takeParts() -> Bool {
    state.withLock { state in
      defer { state.hasNewParts = false }
      return state.hasNewParts
    }
  }

  /// All that pages have asked for since the last time.
  func takeWishes() -> [Wish] {
    state.withLock { state in
      defer { state.wishes = [] }
      return state.wishes
    }
  }
}
