// The photo list of parts two and three. Each chapter shows the part that it adds; the last example runs them all.

// ANCHOR: list
/// A list of photos, of which two rows can be seen, and a clock above it.
final class PhotoList: Sendable {
  let rows = Mutex(1...2)
  var visible: ClosedRange<Int> { rows.withLock { $0 } }

  func open(in loop: Loop) {
    try? loop.addCommonMode(.tracking)
    loop.add(LoopTimer(every: .milliseconds(100), label: "clock") { _ in }, to: .common)
  }
}
// ANCHOR_END: list

// ANCHOR: scroll
extension PhotoList {
  /// What a finger does: the list moves by one row a frame, and calls `frame` with the row that has appeared.
  func scroll(_ loop: Loop, to last: Int, frame: @escaping (Int) -> Void = { _ in }) {
    let frames = LoopTimer(every: .milliseconds(20), label: "frame") { [self] timer in
      rows.withLock { $0 = $0.lowerBound + 1...$0.upperBound + 1 }
      frame(visible.upperBound)
      if visible.upperBound >= last {
        timer.invalidate()
        loop.stop()
      }
    }
    loop.add(frames, to: .tracking)
    loop.run(mode: .tracking, for: nil)
    print("the finger is lifted")
  }
}
// ANCHOR_END: scroll

// ANCHOR: fetch
/// Stands for the way of a photo through the network, which takes 150 milliseconds.
func fetch(_ row: Int) -> String {
  LoopThread.sleep(for: .milliseconds(150))
  return "photo \(row)"
}
// ANCHOR_END: fetch

// ANCHOR: store
/// The photos that have come. It lives on the thread of the network.
actor PhotoStore {
  private let executor: LoopExecutor
  private var photos: [Int: String] = [:]
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(on handle: LoopHandle) { executor = handle.executor }

  func photo(_ row: Int) -> String {
    if let photo = photos[row] { return photo }
    let photo = fetch(row)
    photos[row] = photo
    return photo
  }
}
// ANCHOR_END: store

// ANCHOR: network
/// Fetches photos on a thread of its own and hands them to the main loop.
final class Network: Sendable {
  let thread: PermanentThread
  let store: PhotoStore
  private let isClosed = Atomic<Bool>(false)

  init() throws {
    thread = try PermanentThread(name: "network")
    store = PhotoStore(on: thread.handle)
  }

  func request(_ row: Int, show: @escaping @Sendable (String) -> Void = { print("shows", $0) }) {
    thread.execute(label: "request \(row)") { [self] in
      if isClosed.load(ordering: .acquiring) { return }
      let photo = store.assumeIsolated { $0.photo(row) }
      Loop.main.performOnThread(label: photo) { [self] in
        if !isClosed.load(ordering: .acquiring) { show(photo) }
      }
    }
  }

  /// Waits for nothing: what is under way is not shown, and what waits is not begun.
  func close() {
    isClosed.store(true, ordering: .releasing)
    thread.execute(label: "close") { [thread] in thread.stop() }
  }
}
// ANCHOR_END: network

// ANCHOR: monitor
/// Reports each stretch of work above a limit, with the items that were about to be called.
final class StallMonitor {
  private var last: (activity: LoopActivity, time: LoopInstant, suspects: [String])?

  func watch(_ loop: Loop, limit: Duration = .milliseconds(16)) {
    let first: LoopActivity = [.entry, .afterWaiting]
    for (activities, order) in [(first, -2_147_483_648), (.all.subtracting(first), .max)] {
      let observer = LoopObserver(activities, order: order, label: "monitor") { [self] _, activity in
        let now = LoopInstant.now
        if let last, last.activity != .beforeWaiting, last.activity != .exit, now - last.time > limit {
          print("stall: \(now - last.time), \(last.suspects.joined(separator: " or "))")
        }
        last = (activity, now, suspects(in: loop, activity))
      }
      loop.add(observer, to: .common)
    }
  }

  private func suspects(in loop: Loop, _ activity: LoopActivity) -> [String] {
    guard let state = loop.snapshot().modes.first(where: { $0.mode == loop.currentMode }) else { return [] }
    switch activity {
    case .beforeSources: return state.sources.filter(\.isSignaled).compactMap(\.label)
    case .afterWaiting: return state.timers.filter { $0.nextFireDate.map { $0 <= .now } ?? false }.compactMap(\.label)
    default: return []
    }
  }
}
// ANCHOR_END: monitor

// ANCHOR: heights
/// Computes the heights of rows while there is nothing else to do, one before each sleep in `default`.
final class Heights {
  private var rows: [Int]
  private let duration: Duration

  init(of rows: ClosedRange<Int>, taking duration: Duration) { (self.rows, self.duration) = (Array(rows), duration) }

  func install(in loop: Loop) {
    let observer = LoopObserver(.beforeWaiting, order: 2_147_483_646, label: "heights") { [self] observer, _ in
      LoopThread.sleep(for: duration)
      print("height of row", rows.removeFirst())
      if rows.isEmpty { observer.invalidate() } else { loop.wakeUp() }
    }
    loop.add(observer)
  }
}
// ANCHOR_END: heights

// ANCHOR: load
extension PhotoList {
  /// Asks for the photos of the rows that can be seen, once no frame has come for 80 milliseconds.
  func load(in loop: Loop, from network: Network, show: @escaping @Sendable (String) -> Void = { print("shows", $0) }) {
    loop.cancelPerforms(for: "load")
    loop.perform(after: .milliseconds(80), in: [.default, .tracking], for: "load", label: "load") { [self] in
      for row in visible { network.request(row, show: show) }
    }
  }
}
// ANCHOR_END: load

// ANCHOR: pools
final class Token {
  let name: String
  init(_ name: String) { self.name = name }
  deinit { print("released:", name) }
}

final class Pools {
  private var stack: [[Token]] = [] { didSet { changed(stack) } }
  var changed: ([[Token]]) -> Void = { _ in }

  func push() { stack.append([]) }
  func pop() { stack.removeLast() }
  func keep(_ token: Token) { stack[stack.count - 1].append(token) }

  func install(in loop: Loop) {
    loop.add(LoopObserver(.entry, order: -2_147_483_647, label: "push") { [self] _, _ in push() }, to: .common)
    loop.add(
      LoopObserver([.beforeWaiting, .exit], order: 2_147_483_647, label: "pop") { [self] _, activity in
        pop()
        if activity == .beforeWaiting { push() }
      }, to: .common)
  }
}
// ANCHOR_END: pools

// ANCHOR: canvas
/// Makes a tap of the touches of a turn, and draws once what has changed.
final class Canvas: Sendable {
  private let touches = Mutex(0)
  private let changes = Mutex<[String]>([])

  func touch() { touches.withLock { $0 += 1 } }
  func change(_ what: String) { changes.withLock { $0.append(what) } }

  func install(in loop: Loop, _ pools: Pools) {
    let gestures = LoopObserver(.beforeWaiting, order: 0, label: "gestures") { [self] _, _ in
      let count = touches.withLock { touches in
        defer { touches = 0 }
        return touches
      }
      if count > 0 { change("a tap with \(count) fingers") }
    }
    let drawing = LoopObserver([.beforeWaiting, .exit], order: 2_000_000, label: "drawing") { [self] _, _ in
      let drawn = changes.withLock { changes in
        defer { changes = [] }
        return changes
      }
      if drawn.isEmpty { return }
      print("draws", drawn.joined(separator: ", "))
      pools.keep(Token("a bitmap"))
    }
    loop.add(gestures, to: .common)
    loop.add(drawing, to: .common)
  }
}
// ANCHOR_END: canvas
