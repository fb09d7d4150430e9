internal import Execution
internal import LoopEngine
internal import LoopTracing
internal import Synchronization

/// Makes of what a program does, while it does it, what somebody who watches is shown.
///
/// Any thread may tell it and ask it to look; what it shows is shown in order.
final class RunWatch: Sendable {
  private struct State {
    var trace: LiveTrace?
    var output: BlockMarkFilter
    var errors = BlockMarkFilter()
    /// When each thread that sleeps fell asleep.
    var asleep: [String: Int64] = [:]
    var isOver = false
  }

  private let state = Mutex(State(output: BlockMarkFilter()))
  private let show: @Sendable (WatchedRun.News) -> Void

  init(_ show: @escaping @Sendable (WatchedRun.News) -> Void) {
    self.show = show
  }

  /// Takes what the supervisor tells.
  func tell(_ news: RunNews) {
    state.withLock { state in
      switch news {
      case .begins(let folder): state.trace = folder.map { LiveTrace(folder: $0) }
      case .wrote(let bytes, let isError):
        for part in isError ? state.errors.parts(bytes) : state.output.parts(bytes) {
          switch part {
          case .text(let text): show(.wrote(text, isError: isError))
          case .block(let number): if !isError { show(.block(number)) }
          }
        }
      case .ended:
        look(&state, isOver: true)
        for (rest, isError) in [(state.output.remainder(), false), (state.errors.remainder(), true)] where !rest.isEmpty
        {
          show(.wrote(rest, isError: isError))
        }
        state.isOver = true
      }
    }
  }

  /// Shows what was recorded since the last look.
  func look() {
    state.withLock { state in
      if !state.isOver { look(&state, isOver: false) }
    }
  }

  private func look(_ state: inout State, isOver: Bool) {
    // A recording that cannot be read now is told of by what comes of the run.
    guard let lines = try? state.trace?.lines(isOver: isOver), let events = state.trace?.trace.events else { return }
    for line in lines {
      let event = events[line.event]
      if case .print(let text, _) = event.kind, let mark = BlockMarks.number(text.utf8) {
        show(.block(mark.number))
        continue
      }
      var sleep: Duration?
      if event.kind == .loop(.activity(.beforeWaiting)) { state.asleep[event.thread] = event.time }
      if event.kind == .loop(.activity(.afterWaiting)), let start = state.asleep.removeValue(forKey: event.thread) {
        sleep = .nanoseconds(event.time - start)
      }
      show(.traced(WatchedRun.TraceLine(line.text, event, sleep: sleep)))
    }
  }
}
