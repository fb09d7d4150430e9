import LoopEngine
import Testing

/// Timers against a model that keeps, for each mode, a plain list.
@Suite("Timers against a model")
struct TimerModelTests {
  private struct ModelTimer {
    var time: Int64
    let repeats: Bool
    /// Modes it is in, with its place among those of equal time.
    var modes: [Int: Int] = [:]
    var isValid = true
  }

  /// Numbers that look random and are the same for a seed.
  struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  private static let modes: [Mode] = [.default, "first", "second", "third", "fourth"]
  private static let hour = Duration.seconds(3600)

  /// One loop's timers and their model.
  private final class Session {
    let loop: Loop
    var random: Random
    var timers: [LoopTimer] = []
    var model: [ModelTimer] = []
    var fired: [Int] = []
    var places = 0
    var findings: [String] = []

    init(_ loop: Loop, seed: UInt64) {
      self.loop = loop
      random = Random(state: seed)
    }

    func nextPlace() -> Int {
      places += 1
      return places
    }

    /// Makes and changes timers due between `base` and 20 ticks later, so that many are due at once.
    func change(times: Int, base: LoopInstant) {
      for _ in 0..<times {
        let time = base + .microseconds(Int.random(in: 0..<20, using: &random))
        let mode = Int.random(in: 0..<TimerModelTests.modes.count, using: &random)
        let kind = Int.random(in: 0..<100, using: &random)
        if timers.isEmpty || kind < 25 {
          make(time, mode)
          continue
        }
        let number = Int.random(in: 0..<timers.count, using: &random)
        switch kind {
        case ..<50: add(number, mode)
        case ..<65: remove(number, mode)
        case ..<90: move(number, kind == 89 ? .distantFuture : time)
        case ..<97: check(mode, number)
        default: invalidate(number)
        }
      }
    }

    private func make(_ time: LoopInstant, _ mode: Int) {
      let (number, repeats) = (timers.count, Bool.random(using: &random))
      timers.append(
        LoopTimer(at: time, interval: repeats ? TimerModelTests.hour : nil) { [unowned self] _ in fired.append(number) }
      )
      model.append(ModelTimer(time: time.nanoseconds, repeats: repeats))
      add(number, mode)
    }

    private func add(_ number: Int, _ mode: Int) {
      loop.add(timers[number], to: TimerModelTests.modes[mode])
      if model[number].isValid && model[number].modes[mode] == nil { model[number].modes[mode] = nextPlace() }
    }

    private func remove(_ number: Int, _ mode: Int) {
      loop.remove(timers[number], from: TimerModelTests.modes[mode])
      model[number].modes[mode] = nil
    }

    private func move(_ number: Int, _ time: LoopInstant) {
      timers[number].setNextFireDate(time)
      if !model[number].isValid { return }
      model[number].time = time.nanoseconds
      for mode in model[number].modes.keys { model[number].modes[mode] = nextPlace() }
    }

    private func invalidate(_ number: Int) {
      timers[number].invalidate()
      model[number].isValid = false
      model[number].modes = [:]
    }

    private func check(_ mode: Int, _ number: Int) {
      let (it, timer) = (model[number], timers[number])
      if timer.isValid != it.isValid { findings.append("\(number) valid: \(timer.isValid)") }
      if loop.contains(timer, in: TimerModelTests.modes[mode]) != (it.modes[mode] != nil) {
        findings.append("\(number) in \(mode): \(it.modes[mode] == nil)")
      }
      if timer.nextFireDate?.nanoseconds != (it.isValid ? it.time : nil) { findings.append("\(number): date") }
      let earliest = model.filter { $0.modes[mode] != nil }.map(\.time).min()
      if loop.nextFireDate(in: TimerModelTests.modes[mode])?.nanoseconds != earliest {
        findings.append("earliest in \(mode)")
      }
    }

    /// Polls every mode once, when all of this round are due.
    func fire(before limit: LoopInstant) {
      for mode in TimerModelTests.modes.indices.shuffled(using: &random) {
        let due = model.indices.filter { model[$0].modes[mode] != nil && model[$0].time < limit.nanoseconds }
          .sorted { (model[$0].time, model[$0].modes[mode] ?? 0) < (model[$1].time, model[$1].modes[mode] ?? 0) }
        fired = []
        loop.poll(TimerModelTests.modes[mode])
        if fired != due { findings.append("mode \(mode) fired \(fired) instead of \(due)") }
        for number in due {
          if !model[number].repeats {
            model[number].isValid = false
            model[number].modes = [:]
            continue
          }
          model[number].time += 3_600_000_000_000
          for mode in model[number].modes.keys { model[number].modes[mode] = nextPlace() }
        }
      }
    }
  }

  @Test(
    "random changes in many modes, with many ties, fire as the model says", arguments: 1...12 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    let findings = try onLoop { loop in
      let session = Session(loop, seed: seed)
      for round in 0..<6 {
        var margin = Duration.milliseconds(10)
        while true {
          let base = LoopInstant.now + margin
          session.change(times: round == 0 ? 400 : 150, base: base)
          let limit = base + .microseconds(20)
          let isEarly = LoopInstant.now < base
          while LoopInstant.now < limit { LoopThread.sleep(for: limit - .now) }
          session.fire(before: limit)
          if isEarly { break }
          // The machine was slower than the margin, so that dates were past and moved to their present.
          if margin > .seconds(5) { return session.findings + ["the machine is too slow"] }
          margin = margin * 3
          session.findings = []
          for timer in session.timers { timer.invalidate() }
          session.timers = []
          session.model = []
        }
        if !session.findings.isEmpty { break }
      }
      return session.findings
    }
    #expect(findings == [])
  }

  @Test("a hundred thousand timers made in random order fire in theirs")
  func many() throws {
    let count = Scale.of(100_000)
    let (fired, ordered) = try onLoop { loop in
      var random = Random(state: 1)
      let base = LoopInstant.now
      var fired = 0
      var ordered = true
      var last = LoopInstant.distantPast
      for _ in 0..<count {
        let time = base + .nanoseconds(Int.random(in: 300_000_000..<310_000_000, using: &random))
        loop.add(
          LoopTimer(at: time) { timer in
            fired += 1
            // Not nil: it is in its handler.
            if timer.nextFireDate! < last { ordered = false }
            last = timer.nextFireDate!  // likewise
          })
      }
      loop.runUntilStopped()
      return (fired, ordered)
    }
    #expect(fired == count)
    #expect(ordered)
  }
}
