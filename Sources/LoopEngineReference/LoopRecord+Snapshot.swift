import CReference
import CoreFoundation

extension LoopRecord {
  func isFinished(_ mode: Mode, _ loop: CFRunLoop) -> Bool {
    _CFRunLoopFinished(
      Unmanaged.passUnretained(loop).toOpaque(), Unmanaged.passUnretained(mode.string).toOpaque()) != 0
  }

  /// The date of the mode's earliest timer as the timer itself tells it, exactly when it is in the books.
  func nextFireDate(in mode: Mode, _ loop: CFRunLoop) -> LoopInstant? {
    let date = CFRunLoopGetNextTimerFireDate(loop, mode.string)
    if date == 0 { return nil }
    for item in books.withLock({ $0.items[mode] ?? [] }) {
      if case .timer(let timer, let facts) = item.object, CFRunLoopTimerGetNextFireDate(timer) == date {
        return facts.instant(of: date)
      }
    }
    return ReferenceClock.instant(of: date)
  }

  func snapshot(_ loop: CFRunLoop) -> LoopSnapshot {
    let modes = allModes(loop)
    let books = books.withLock(\.self)
    return LoopSnapshot(
      loop: name,
      currentMode: currentMode(loop),
      commonModes: books.commonModes,
      commonItems: [.signalSource, .descriptorSource, .port, .timer, .observer].flatMap { kind in
        books.commonItems.map(\.snapshot).filter { $0.kind == kind }
      },
      modes: modes.map { mode in
        let items = (books.items[mode] ?? []).filter { $0.isIn(loop, mode) }.map(\.snapshot)
        func of(_ kinds: LoopSnapshot.Item.Kind...) -> [LoopSnapshot.Item] {
          items.filter { kinds.contains($0.kind) }
        }
        return LoopSnapshot.ModeState(
          mode: mode,
          isCommon: books.commonModes.contains(mode),
          sources: of(.signalSource),
          ports: of(.descriptorSource, .port),
          timers: of(.timer).sorted { ($0.nextFireDate ?? .distantFuture) < ($1.nextFireDate ?? .distantFuture) },
          observers: of(.observer).sorted { $0.order < $1.order })
      },
      blocks: books.blocks.sorted { $0.key < $1.key }.map { _, block in
        LoopSnapshot.Block(modes: block.modes, label: block.facts.label, location: block.facts.location)
      },
      isWaiting: CFRunLoopIsWaiting(loop),
      isStopped: books.runs.last?.isStopped ?? false)
  }
}

extension LoopItem {
  fileprivate var snapshot: LoopSnapshot.Item {
    var isSignaled = false
    var nextFireDate: LoopInstant?
    switch object {
    case .source(let source):
      isSignaled = facts.hasMessages?() ?? SourceCore.isSignaled(source)
    case .timer(let timer, let timerFacts):
      if isValid { nextFireDate = timerFacts.instant(of: CFRunLoopTimerGetNextFireDate(timer)) }
    case .observer: break
    }
    return LoopSnapshot.Item(
      // Not nil: only blocks have no kind, and they are not items.
      kind: facts.kind!, label: facts.label, location: facts.location, order: facts.order, isValid: isValid,
      isSignaled: isSignaled, nextFireDate: nextFireDate, interval: facts.interval, activities: facts.activities)
  }
}
