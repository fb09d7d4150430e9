import LoopEngine
import Synchronization

/// Programs that are compiled for the machine and for a page, and have to do the same on both.
enum SharedPrograms {
  /// On virtual time, three threads write down what they do, while the schedule decides which of them goes on.
  static func race() -> [String] {
    let words = Words()
    var threads: [LoopThread] = []
    for name in ["one", "two", "three"] {
      // The system always has threads for so few.
      guard let thread = try? LoopThread(name: name, { loop in furnish(loop, name, words) }) else {
        return ["no thread"]
      }
      threads.append(thread)
    }
    for round in 1...3 {
      for thread in threads {
        thread.handle.perform { words.note("\(Loop.current.handle.name) performs \(round)") }
        thread.handle.wakeUp()
      }
      LoopThread.sleep(for: .milliseconds(Int64(round)))
      words.note("main has slept \(round)")
    }
    for thread in threads { thread.join() }
    return words.all
  }

  private static func furnish(_ loop: Loop, _ name: String, _ words: Words) {
    var ticks = 0
    let timer = LoopTimer(every: .milliseconds(1), label: name) { timer in
      ticks += 1
      words.note("\(name) ticks at \(LoopInstant.now)")
      if ticks == 4 { timer.invalidate() }
    }
    loop.add(timer)
    words.note("\(name) begins")
    let result = loop.run(mode: .default, for: .milliseconds(20))
    words.note("\(name) ends: \(result)")
  }

  /// What 128-bit numbers and rounding give, for numbers of every size.
  static func arithmetic() -> [String] {
    var state: UInt64 = 88_172_645_463_325_252
    func random() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    func wide() -> Int128 {
      let bits = Int128(truncatingIfNeeded: random()) << 64 | Int128(truncatingIfNeeded: random())
      let value = bits >> Int128(random() % 128)
      return random() % 2 == 0 ? value : ~value
    }
    var words: [String] = []
    for _ in 0..<400 {
      let (a, b) = (wide(), wide())
      let by = Int128(random() % 128)
      var results = [
        a &* b, a >> by, a << by, Int128(truncatingIfNeeded: UInt128(truncatingIfNeeded: a) >> UInt128(by)),
      ]
      if b != 0 && b != -1 { results += [a / b, a % b] }
      let halves = Double(Int64(truncatingIfNeeded: random() % 4_000)) / 2 - 1_000
      words.append(hexadecimal(results) + " " + String(Int64(halves.rounded())))
    }
    return words
  }

  private static func hexadecimal(_ values: [Int128]) -> String {
    values.map { value in
      let bits = UInt128(truncatingIfNeeded: value)
      return String(UInt64(truncatingIfNeeded: bits >> 64), radix: 16) + ":"
        + String(UInt64(truncatingIfNeeded: bits), radix: 16)
    }.joined(separator: " ")
  }

  /// Prints what `line` says of the calling thread's loop.
  static func tell(_ loop: Loop) { print(line(loop.snapshot())) }

  /// What a loop has, in a line.
  static func line(_ snapshot: LoopSnapshot) -> String {
    let items = snapshot.modes.flatMap { mode in
      mode.timers.map { "\($0.label ?? "") \($0.nextFireDate?.nanoseconds ?? 0)" }
        + mode.sources.map { ($0.label ?? "") + ($0.isSignaled ? " signaled" : "") }
    }
    let words =
      [snapshot.loop, snapshot.currentMode?.name ?? "no mode", snapshot.isStopped ? "stopped" : "goes on"] + items
      + snapshot.blocks.map { $0.label ?? "" }
    return words.joined(separator: ", ")
  }

  /// Two threads that wait for each other, for good.
  static func deadlock() {
    let first = LoopSemaphore(label: "first")
    let second = LoopSemaphore(label: "second")
    // The system always has a thread for one.
    let other = try? LoopThread(name: "other") { _ in
      first.wait()
      second.signal()
    }
    second.wait()
    other?.join()
  }
}

/// Words that threads write down.
private final class Words: Sendable {
  private let words = Mutex<[String]>([])

  var all: [String] { words.withLock { $0 } }

  func note(_ word: String) { words.withLock { $0.append(word) } }
}
