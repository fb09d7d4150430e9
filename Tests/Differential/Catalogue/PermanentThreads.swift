import LoopEngine

extension Catalogue {
  /// Threads that are kept until they are stopped, whatever their work does.
  static let permanentThreads = Section { section in
    section.add("permanent-a", "a stop that comes while the work runs the loop ends both runs", "2 after ended") {
      probe, _ in
      let thread = makePermanent()
      let isInside = LoopSemaphore()
      thread.execute {
        Loop.current.perform { isInside.signal() }
        probe.run(for: .seconds(1000))
        probe.note("after")
      }
      isInside.wait()
      stop(thread, probe)
    }

    section.add("permanent-b", "a stop ends a run of another mode, which does not come to its block", "2 after ended") {
      probe, _ in
      let thread = makePermanent()
      let isInside = LoopSemaphore()
      thread.execute {
        let loop = Loop.current
        probe.keepAlive(loop, in: "dialog")
        loop.perform(in: "dialog") { isInside.signal() }
        probe.run("dialog", for: nil)
        probe.note("after")
      }
      isInside.wait()
      probe.awaitSleep(of: thread.handle)
      stop(thread, probe)
    }

    section.add(
      "permanent-c", "a stop ends runs within runs, in any order of modes, with the work given before it done",
      "first inner=2 middle=2 outer ended"
    ) { probe, _ in
      let thread = makePermanent()
      let isInside = LoopSemaphore()
      thread.execute {
        let loop = Loop.current
        probe.keepAlive(loop, in: "dialog")
        loop.perform(in: "dialog") {
          loop.perform { isInside.signal() }
          let inner = loop.run(mode: .default, for: nil)
          probe.note("inner=\(inner.rawValue)")
        }
        let middle = loop.run(mode: "dialog", for: nil)
        probe.note("middle=\(middle.rawValue)")
        probe.note("outer")
      }
      isInside.wait()
      thread.execute { probe.note("first") }
      stop(thread, probe)
    }

    section.add("permanent-d", "a run that the work makes after the stop ends, too", "2 2 after ended") { probe, _ in
      let thread = makePermanent()
      let isInside = LoopSemaphore()
      thread.execute {
        let loop = Loop.current
        probe.keepAlive(loop, in: "dialog")
        loop.perform { isInside.signal() }
        probe.run(for: nil)
        probe.run("dialog", for: nil)
        probe.note("after")
      }
      isInside.wait()
      stop(thread, probe)
    }

    section.add("permanent-e", "work that runs the loop without a way to stop it ends, too", "after until ended") {
      probe, _ in
      let thread = makePermanent()
      let isInside = LoopSemaphore()
      thread.execute {
        Loop.current.perform { isInside.signal() }
        Loop.current.run()
        probe.note("after")
        Loop.current.run(until: .now + .seconds(1000))
        probe.note("until")
      }
      isInside.wait()
      stop(thread, probe)
    }

    section.add("permanent-f", "work that waits in runs for something is given turns until it has come", "T done ended")
    {
      probe, _ in
      let thread = makePermanent()
      let isInside = LoopSemaphore()
      thread.execute {
        let loop = Loop.current
        var isDone = false
        probe.timer("T", after: 50.ms, on: loop) { _ in isDone = true }
        loop.perform { isInside.signal() }
        while !isDone { loop.run(mode: .default, before: .distantFuture) }
        probe.note("done")
      }
      isInside.wait()
      stop(thread, probe)
    }

    section.add(
      "permanent-g", "work that stops the loop itself does not end the thread before its time", "one two ended"
    ) {
      probe, _ in
      let thread = makePermanent()
      thread.execute {
        probe.note("one")
        Loop.current.stop()
        Loop.current.stop(mode: .default)
      }
      thread.execute {
        probe.note("two")
        Loop.current.stop()
      }
      stop(thread, probe)
    }

    section.add("permanent-h", "work that always gives more does not keep the thread", "ended") { probe, _ in
      let thread = makePermanent()
      let again = Again(thread.handle)
      thread.execute { again.post() }
      let source = probe.source("S") { $0.signal() }
      thread.execute { Loop.current.add(source, to: .common) }
      thread.execute { Loop.current.add(LoopTimer(every: .nanoseconds(1)) { _ in }) }
      stop(thread, probe)
    }

    section.add(
      "permanent-i", "a stop from the thread itself, in a run within a run, returns at once", "asked 2 after ended"
    ) {
      probe, _ in
      let thread = makePermanent()
      let isDone = LoopSemaphore()
      thread.execute {
        let loop = Loop.current
        loop.perform {
          thread.stop()
          probe.note("asked")
        }
        probe.run(for: nil)
        probe.note("after")
        isDone.signal()
      }
      isDone.wait()
      stop(thread, probe)
    }

    section.add("permanent-j", "a stop before the thread has run anything still has the work done", "work ended") {
      probe, _ in
      for _ in 0..<50 { makePermanent().stop() }
      let thread = makePermanent()
      thread.execute { probe.note("work") }
      stop(thread, probe)
    }

    section.add("permanent-k", "several threads may stop it, several times", "work ended ended ended") { probe, _ in
      let thread = makePermanent()
      let isInside = LoopSemaphore()
      thread.execute {
        isInside.signal()
        LoopThread.sleep(for: 20.ms)
        probe.note("work")
      }
      isInside.wait()
      let others = (0..<2).map { number in Probe.makeThread("stopper \(number)") { _ in stop(thread, probe) } }
      for other in others { other.join() }
      stop(thread, probe)
    }

    section.add("permanent-l", "letting go of it ends it", "work gone=yes") { probe, _ in
      let handle = Slot<LoopHandle>()
      do {
        let thread = makePermanent()
        thread.execute { probe.note("work") }
        handle.value = thread.handle
      }
      for _ in 0..<10_000 where handle.value?.hasEnded == false { LoopThread.sleep(for: .microseconds(500)) }
      probe.note("gone", handle.value?.hasEnded ?? false)
    }

    section.add(
      "permanent-m", "a run whose work was taken up together with the stop ends, and what stands between is done",
      "asked 2 after two ended"
    ) { probe, _ in
      let thread = makePermanent()
      let isGiven = LoopSemaphore()
      thread.execute {
        // The next pass takes up all three; a run nested in the first comes to neither of the others.
        thread.execute {
          probe.run(for: nil)
          probe.note("after")
        }
        thread.execute { probe.note("two") }
        thread.stop()
        probe.note("asked")
        isGiven.signal()
      }
      isGiven.wait()
      stop(thread, probe)
    }

    section.add(
      "permanent-n", "so does one without a way to stop it, or with a limit", "after until 2 limited two ended"
    ) { probe, _ in
      let thread = makePermanent()
      let isGiven = LoopSemaphore()
      thread.execute {
        thread.execute {
          Loop.current.run()
          probe.note("after")
          Loop.current.run(until: .now + .seconds(1000))
          probe.note("until")
          probe.run(for: .seconds(1000))
          probe.note("limited")
        }
        thread.execute { probe.note("two") }
        thread.stop()
        isGiven.signal()
      }
      isGiven.wait()
      stop(thread, probe)
    }

    section.add(
      "permanent-o", "work that a run of another mode has passed over is done, though a run nested in it met the stop",
      "2 inner 2 outer passed ended"
    ) { probe, _ in
      let thread = makePermanent()
      let isGiven = LoopSemaphore()
      probe.awaitSleep(of: thread.handle)
      // Taken up on waking: the turn has no other look at the blocks before its end.
      thread.execute {
        let loop = Loop.current
        probe.keepAlive(loop, in: "dialog")
        thread.execute { probe.note("passed") }
        loop.perform(in: "dialog") {
          thread.stop()
          probe.run(for: nil)
          probe.note("inner")
        }
        probe.run("dialog", for: nil)
        probe.note("outer")
        isGiven.signal()
      }
      isGiven.wait()
      stop(thread, probe)
    }

    section.add(
      "flag-and-stop", "a flag that is looked at before each wait ends a thread in runs within runs", "2 after end"
    ) { probe, _ in
      let flag = Slot<Bool>()
      let isInside = LoopSemaphore()
      let thread = Probe.makeThread("worker") { loop in
        probe.keepAlive(loop)
        loop.add(LoopObserver(.beforeWaiting) { _, _ in if flag.value == true { Loop.current.stop() } }, to: .common)
        while flag.value != true { loop.run(mode: .default, before: .distantFuture) }
        probe.note("end")
      }
      thread.perform {
        Loop.current.perform { isInside.signal() }
        probe.run(for: nil)
        probe.note("after")
      }
      isInside.wait()
      flag.value = true
      thread.handle.wakeUp()
      thread.join()
    }
  }
}

/// Posts itself again and again.
private final class Again: Sendable {
  private let handle: LoopHandle

  init(_ handle: LoopHandle) { self.handle = handle }

  func post() {
    handle.perform { self.post() }
    handle.wakeUp()
  }
}

private func makePermanent() -> PermanentThread {
  do {
    return try PermanentThread(name: "permanent")
  } catch {
    fatalError("the thread could not be made: \(error)")
  }
}

private func stop(_ thread: PermanentThread, _ probe: Probe) {
  thread.stop()
  probe.note(thread.handle.hasEnded ? "ended" : "runs")
}
