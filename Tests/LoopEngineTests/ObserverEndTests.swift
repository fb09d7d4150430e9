import LoopEngine
import Testing

/// An observer is held by the program when its loop has ended: it must not know the loop any more.
///
/// Its reference to the loop is not counted, so one that stayed would lead into memory that is another's.
@Suite("Observers of ended loops")
struct ObserverEndTests {
  /// Where the observer was, and what was done with it, before the thread ended.
  enum Past: CaseIterable {
    case inTheDefaultMode, common, commonAndInNoMode, takenOut, takenOutOfTheCommonModes, inNoModeAndThenNotCommon,
      twice

    func furnish(_ loop: Loop, _ observer: LoopObserver) {
      switch self {
      case .inTheDefaultMode: loop.add(observer)
      case .common: loop.add(observer, to: .common)
      case .commonAndInNoMode:
        loop.add(observer, to: .common)
        loop.remove(observer)
      case .takenOut:
        loop.add(observer)
        loop.remove(observer)
      case .takenOutOfTheCommonModes:
        loop.add(observer, to: .common)
        loop.remove(observer, from: .common)
      case .inNoModeAndThenNotCommon:
        loop.add(observer, to: .common)
        loop.remove(observer)
        loop.remove(observer, from: .common)
      case .twice:
        loop.add(observer)
        loop.add(observer, to: "other")
        loop.remove(observer)
      }
    }
  }

  /// An observer that another thread made.
  private final class Held: @unchecked Sendable {
    // @unchecked: written by the loop's thread, and read once that has been joined.
    var observer: LoopObserver?
  }

  @Test("it can be invalidated by another thread, and lets its handler go", arguments: Past.allCases)
  func invalidated(_ past: Past) throws {
    let held = Held()
    let released = Counter()
    try LoopThread { loop in
      let tracked = Tracked { released.increment() }
      let observer = LoopObserver(.all) { _, _ in withExtendedLifetime(tracked) {} }
      past.furnish(loop, observer)
      held.observer = observer
    }.join()
    // What was the loop's memory is another's.
    for _ in 0..<100 { _ = try onLoop { $0.handle.name } }
    let observer = try #require(held.observer)
    #expect(observer.isValid)
    observer.invalidate()
    #expect(!observer.isValid)
    #expect(released.value == 1)
  }

  @Test("it can join another loop, whose runs call it", arguments: Past.allCases)
  func joined(_ past: Past) throws {
    let held = Held()
    let calls = Counter()
    try LoopThread { loop in
      let observer = LoopObserver(.entry) { _, _ in calls.increment() }
      past.furnish(loop, observer)
      held.observer = observer
    }.join()
    try LoopThread { loop in
      // Not nil: it was set before the other thread ended.
      loop.add(held.observer!)
      loop.perform {}
      loop.run(mode: .default, for: .zero)
    }.join()
    #expect(calls.value == 1)
  }
}
