internal import LoopEngine
internal import LoopTracing

/// The ten steps of an iteration, in which the letters that the engine's code uses lie.
enum LoopStep: Int, CaseIterable, Sendable {
  /// The run begins.
  case entry = 1
  /// *a*, *b*: a turn begins.
  case beforeTimers
  /// *c*: sources are about to be performed.
  case beforeSources
  /// *d* to *f*: blocks, signalled sources, blocks again.
  case performs
  /// *g*, *h*: is there a reason not to sleep?
  case looks
  /// *i*: the thread is about to sleep.
  case beforeWaiting
  /// *j*, *k*: the thread sleeps, or only looks what is ready.
  case sleeps
  /// *l*: the thread is awake again.
  case afterWaiting
  /// *m*, *n*: what is ready is served, then blocks.
  case serves
  /// *o*: over, or another turn?
  case decides

  /// What stands in the step's box.
  var name: String {
    switch self {
    case .entry: "entry"
    case .beforeTimers: "beforeTimers"
    case .beforeSources: "beforeSources"
    case .performs: "blocks and sources"
    case .looks: "stay awake?"
    case .beforeWaiting: "beforeWaiting"
    case .sleeps: "sleep"
    case .afterWaiting: "afterWaiting"
    case .serves: "serve what is ready"
    case .decides: "over?"
    }
  }

  /// What happens in it.
  var explanation: String {
    switch self {
    case .entry: "the run begins"
    case .beforeTimers: "a turn begins; wake-ups count again"
    case .beforeSources: "sources are about to be looked at"
    case .performs: "run blocks, perform signaled sources"
    case .looks: "main queue has work: on with 9; a source was handled, or no time: with 7"
    case .beforeWaiting: "about to sleep"
    case .sleeps: "until something is ready; if it stays awake, it only looks"
    case .afterWaiting: "awake again; wake-ups are dropped"
    case .serves: "timers, main queue or port; then blocks"
    case .decides: "handled, timed out, stopped, finished?"
    }
  }

  /// The letters of the engine's code.
  var letters: String {
    switch self {
    case .entry: ""
    case .beforeTimers: "a b"
    case .beforeSources: "c"
    case .performs: "d e f"
    case .looks: "g h"
    case .beforeWaiting: "i"
    case .sleeps: "j k"
    case .afterWaiting: "l"
    case .serves: "m n"
    case .decides: "o"
    }
  }

  /// The step that an activity belongs to.
  init?(_ activity: LoopActivity) {
    switch activity {
    case .entry: self = .entry
    case .beforeTimers: self = .beforeTimers
    case .beforeSources: self = .beforeSources
    case .beforeWaiting: self = .beforeWaiting
    case .afterWaiting: self = .afterWaiting
    case .exit: self = .decides
    default: return nil
    }
  }

  /// The step that an event belongs to wherever it stands; nil when that depends on what was before it, or for none.
  init?(of event: TraceEvent) {
    guard case .loop(let kind) = event.kind else { return nil }
    self.init(kind, in: nil)
  }

  /// The step that an event belongs to, in a run that is in the step `now`; nil for what is done in any step.
  init?(_ kind: LoopEvent.Kind, in now: LoopStep?) {
    switch kind {
    case .runBegan: self = .entry
    case .runEnded: self = .decides
    case .activity(let activity): self.init(activity)
    case .slept: self = .sleeps
    case .woke: self = .afterWaiting
    case .calloutBegan(let callout), .calloutEnded(let callout):
      switch callout {
      case .timer, .port, .descriptor, .mainQueue: self = .serves
      case .source: self = .performs
      case .block:
        // Blocks run twice in a turn: after the activities, and at its end.
        guard let now else { return nil }
        self = now.rawValue <= LoopStep.performs.rawValue ? .performs : .serves
      case .observer: return nil
      }
    default: return nil
    }
  }
}
