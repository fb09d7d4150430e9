internal import LoopEngine
internal import LoopTracing
internal import Words

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
  func name(in language: InterfaceWords) -> String {
    switch self {
    case .entry: "entry"
    case .beforeTimers: "beforeTimers"
    case .beforeSources: "beforeSources"
    case .performs: language[.stepPerforms]
    case .looks: language[.stepLooks]
    case .beforeWaiting: "beforeWaiting"
    case .sleeps: language[.stepSleeps]
    case .afterWaiting: "afterWaiting"
    case .serves: language[.stepServes]
    case .decides: language[.stepDecides]
    }
  }

  /// What happens in it.
  func explanation(in language: InterfaceWords) -> String {
    switch self {
    case .entry: language[.whatEntry]
    case .beforeTimers: language[.whatBeforeTimers]
    case .beforeSources: language[.whatBeforeSources]
    case .performs: language[.whatPerforms]
    case .looks: language[.whatLooks]
    case .beforeWaiting: language[.whatBeforeWaiting]
    case .sleeps: language[.whatSleeps]
    case .afterWaiting: language[.whatAfterWaiting]
    case .serves: language[.whatServes]
    case .decides: language[.whatDecides]
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
