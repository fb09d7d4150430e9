import LoopEngine
import LoopTracing

/// Snapshots written by hand.
enum SnapshotSamples {
  static func item(
    _ kind: LoopSnapshot.Item.Kind, _ label: String?, fires: Int64? = nil, every: Duration? = nil
  ) -> LoopSnapshot.Item {
    var item = LoopSnapshot.Item(made: kind)
    item.label = label
    item.nextFireDate = fires.map { LoopInstant(nanoseconds: $0) }
    item.interval = every
    return item
  }

  /// Two common modes with a timer that is in both, a source that is not, and a block that waits.
  static var usual: LoopSnapshot {
    let tick = item(.timer, "tick", fires: 1_000_000_000, every: .seconds(1))
    var touch = item(.signalSource, "touch")
    touch.isSignaled = true
    var commit = item(.observer, "commit")
    commit.activities = [.beforeWaiting, .exit]
    var first = LoopSnapshot.ModeState(made: .default, isCommon: true)
    first.sources = [touch]
    first.timers = [tick]
    first.observers = [commit]
    var second = LoopSnapshot.ModeState(made: "tracking", isCommon: true)
    second.timers = [tick]
    let third = LoopSnapshot.ModeState(made: "other", isCommon: false)
    return LoopSnapshot(
      made: "main", currentMode: .default, commonModes: [.default, "tracking"], commonItems: [tick],
      modes: [first, second, third], blocks: [.init(made: ["tracking"], label: "later", location: nil)],
      isWaiting: false, isStopped: false)
  }

  static func hostile(_ name: String) -> LoopSnapshot {
    let kinds: [LoopSnapshot.Item.Kind] = [.signalSource, .descriptorSource, .port, .timer, .observer]
    let items = kinds.map { kind in
      var item = item(kind, name, fires: .min, every: .seconds(Int64.max))
      item.order = .min
      item.isValid = false
      return item
    }
    var mode = LoopSnapshot.ModeState(made: Mode(name), isCommon: true)
    mode.sources = items
    mode.timers = items
    return LoopSnapshot(
      made: name, currentMode: Mode(name), commonModes: [Mode(name)], commonItems: items, modes: [mode, mode],
      blocks: [.init(made: [Mode(name)], label: name, location: nil)], isWaiting: true, isStopped: true)
  }
}
