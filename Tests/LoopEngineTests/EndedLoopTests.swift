import LoopEngine
import Testing

/// A loop's thread has ended, and somebody still has its handle.
@Suite("Ended loops")
struct EndedLoopTests {
  private func endedHandle() throws -> LoopHandle {
    try onLoop("gone") { $0.handle }
  }

  @Test("posting says so, and the block is let go at once, without onDrop")
  func posting() throws {
    let handle = try endedHandle()
    let (ran, dropped, released) = (Counter(), Counter(), Counter())
    do {
      let tracked = Tracked { released.increment() }
      let result = handle.perform(onDrop: { dropped.increment() }) {
        withExtendedLifetime(tracked) { ran.increment() }
      }
      #expect(result == .loopEnded)
      #expect(handle.perform(in: [.default, "other"], label: "late") { ran.increment() } == .loopEnded)
    }
    #expect(released.value == 1)
    #expect(ran.value == 0)
    #expect(dropped.value == 0)
  }

  @Test("waiting for a block throws, before and after the end")
  func performAndWait() throws {
    let handle = try endedHandle()
    #expect(throws: LoopEnded.self) { try handle.performAndWait {} }
    let (posted, ready) = (LoopSemaphore(), LoopSemaphore())
    let thread = try LoopThread { loop in
      ready.signal()
      posted.wait()
    }
    ready.wait()
    let late = thread.handle
    let caught = Record<Bool>()
    let waiter = try LoopThread { _ in
      do throws(LoopEnded) { try late.performAndWait(in: "never run") {} } catch { caught.append(true) }
    }
    posted.signal()
    waiter.join()
    thread.join()
    #expect(caught.all == [true])
  }

  @Test("everything else does nothing")
  func everythingElse() throws {
    let handle = try endedHandle()
    let pipe = Pipe()
    let scheduled = Counter()
    let source = SignalSource(schedule: { _, _ in scheduled.increment() }) {}
    let port = MessagePort<Int> { _ in }
    let descriptor = DescriptorSource(pipe.readEnd) { _ in }
    handle.add(source)
    handle.add(source, to: .common)
    handle.add(port)
    try handle.add(descriptor)
    handle.wakeUp()
    handle.stop()
    handle.stop(mode: "other")
    handle.remove(source)
    handle.remove(port)
    handle.remove(descriptor)
    source.signal()
    #expect(port.send(1))
    #expect(!handle.contains(source))
    #expect(!handle.contains(source, in: .common))
    #expect(!handle.contains(port))
    #expect(!handle.contains(descriptor))
    #expect(!handle.isWaiting)
    #expect(!handle.isCurrent)
    #expect(handle.currentMode == nil)
    #expect(handle.hasEnded)
    #expect(handle.name == "gone")
    #expect(scheduled.value == 0)
  }

  @Test("blocks that wait are dropped, in order, on the loop's thread, and onDrop is told")
  func pendingBlocks() throws {
    let (log, released) = (Record<Int>(), Counter())
    let onItsThread = Record<Bool>()
    try onLoop { loop in
      let handle = loop.handle
      for number in 0..<100 {
        let tracked = Tracked { released.increment() }
        handle.perform(
          in: number % 2 == 0 ? .default : "other",
          onDrop: {
            log.append(number)
            onItsThread.append(handle.isCurrent)
          }
        ) { withExtendedLifetime(tracked) {} }
      }
    }
    #expect(log.all == Array(0..<100))
    #expect(onItsThread.all == Array(repeating: true, count: 100))
    #expect(released.value == 100)
  }

  @Test("onDrop, cancel hooks and deinitialisers that use the ending loop do no harm, and it stays ended")
  func useWhileEnding() throws {
    let (results, handles, cancelled) = (Record<PostResult>(), Record<LoopHandle>(), Counter())
    /// What anybody may do on the thread of a loop that ends.
    @Sendable func useTheLoop() {
      guard let handle = handles.all.first else { return }
      let loop = loopOfThisThread()
      guard loop.handle == handle else { return }
      loop.poll()
      loop.run(mode: "other", before: .distantPast)
      _ = loop.allModes
      _ = loop.snapshot()
      _ = loop.limitDate()
      let timer = LoopTimer(after: .seconds(1), label: "late") { _ in }
      loop.add(timer)
      loop.add(timer, to: "other")
      timer.setTolerance(.seconds(1))
      timer.fire()
      timer.invalidate()
      loop.perform(after: .seconds(1), for: 1) {}
      loop.cancelPerforms(for: 1)
      loop.add(LoopObserver(.all) { _, _ in })
      loop.add(MessagePort<Never>())
      loop.perform {}
      if handle.hasEnded { results.append(handle.perform {}) }
    }
    let handle = try onLoop { loop in
      handles.append(loop.handle)
      let source = SignalSource(cancel: { _, _ in
        cancelled.increment()
        useTheLoop()
      }) {}
      loop.add(source)
      loop.handle.perform(onDrop: useTheLoop) {}
      for _ in 0..<3 {
        let tracked = Tracked(useTheLoop)
        loop.add(LoopTimer(after: .seconds(100)) { _ in withExtendedLifetime(tracked) {} })
        loop.add(LoopObserver(.all) { _, _ in withExtendedLifetime(tracked) {} })
        loop.handle.perform(in: "other") { withExtendedLifetime(tracked) {} }
        loop.perform(after: .seconds(100), for: 2) { withExtendedLifetime(tracked) {} }
      }
      return loop.handle
    }
    #expect(cancelled.value == 1)
    #expect(handle.hasEnded)
    #expect(handle.perform {} == .loopEnded)
    #expect(results.count > 0)
  }

  @Test("sources leave every mode, with their cancel hooks called once a mode, and can join another loop")
  func sourcesLeave() throws {
    let (cancelled, performed) = (Record<String>(), Counter())
    let source = SignalSource(cancel: { loop, mode in cancelled.append("\(loop) \(mode)") }) { performed.increment() }
    try onLoop("first") { loop in
      loop.add(source)
      loop.add(source, to: "other")
    }
    #expect(cancelled.all.sorted() == ["first default", "first other"])
    #expect(source.isValid)
    source.signal()
    try onLoop("second") { loop in
      loop.add(source)
      loop.poll()
    }
    #expect(performed.value == 1)
  }

  @Test("observers of a loop that has ended can join another")
  func observersMove() throws {
    let (observers, seen) = (Record<Smuggled<LoopObserver>>(), Counter())
    try onLoop { loop in
      let observer = LoopObserver(.entry) { _, _ in seen.increment() }
      loop.add(observer)
      // Used again when this loop's thread has ended.
      observers.append(Smuggled(value: observer))
    }
    try onLoop { loop in
      loop.add(MessagePort<Never>())
      loop.add(observers.all[0].value)
      loop.poll()
    }
    #expect(seen.value == 1)
  }
}

/// In a function of its own: `Loop.current` is not for tasks, nor for closures that might be.
private func loopOfThisThread() -> Loop { Loop.current }
