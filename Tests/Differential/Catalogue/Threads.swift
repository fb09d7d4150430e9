import LoopEngine

extension Catalogue {
  /// Section 11: loops and their threads.
  static let threads = Section { section in
    section.add("11.1a", "each thread has a loop of its own", "same=no current=yes current=no") { probe, loop in
      let mine = loop.handle
      let other = probe.thread("other") { loop in
        probe.note("same", loop.handle == mine)
        probe.note("current", loop.handle.isCurrent)
        probe.note("current", mine.isCurrent)
      }
      other.join()
    }

    section.addOnMain("11.1b", "any thread reaches the main loop", "E bT bS BW AW B X 2") { probe, loop in
      probe.observe(loop)
      probe.thread("other") { _ in
        probe.awaitSleep(of: Loop.main)
        Loop.main.perform {
          probe.note("B")
          Loop.current.stop()
        }
        Loop.main.wakeUp()
      }
      probe.run(for: .seconds(5))
    }

    section.add(
      "11.2a", "when a thread ends its sources are removed from every mode and cancelled, on that thread",
      "ends -S -S on-it=yes valid=yes"
    ) { probe, loop in
      let source = Slot<SignalSource>()
      let thread = probe.thread("ending") { loop in
        let canceled = SignalSource(cancel: { loop, _ in
          probe.note("-S")
          if probe.count("-S") == 2 { probe.note("on-it", loop.isCurrent) }
        }) {}
        loop.add(canceled)
        loop.add(canceled, to: "other")
        source.value = canceled
        probe.note("ends")
      }
      thread.join()
      probe.note("valid", source.value?.isValid ?? false)
    }

    section.add("11.2b", "a source of an ended loop may be added to another one", "S 4") { probe, loop in
      let source = probe.source("S")
      let thread = probe.thread("ending") { $0.add(source) }
      thread.join()
      source.signal()
      loop.add(source)
      probe.poll(handled: true)
    }

    section.add("11.2c", "the timers and observers of an ended loop are released", "released released end") {
      probe, _ in
      let thread = probe.thread("ending") { loop in
        let timer = Token("released", probe)
        let observer = Token("released", probe)
        probe.timer("T", after: .seconds(100), on: loop) { _ in timer.hold() }
        probe.on(.all, loop) { observer.hold() }
      }
      thread.join()
      probe.note("end")
    }

    section.add("11.2d", "a loop that has ended takes no blocks", "queued dropped ended=yes refused") { probe, _ in
      let thread = probe.thread("ending") { loop in
        let result = loop.handle.perform(onDrop: { probe.note("dropped") }) { probe.note("ran") }
        probe.note(result == .queued ? "queued" : "refused")
      }
      thread.join()
      probe.note("ended", thread.handle.hasEnded)
      let result = thread.handle.perform { probe.note("ran") }
      probe.note(result == .queued ? "queued" : "refused")
    }

    section.add("11.2e", "waking and stopping a loop that has ended have no effect", "waiting=no current=no end") {
      probe, _ in
      let thread = probe.thread("ending") { _ in }
      thread.join()
      thread.handle.wakeUp()
      thread.handle.stop()
      thread.handle.stop(mode: .default)
      probe.note("waiting", thread.handle.isWaiting)
      probe.note("current", thread.handle.isCurrent)
      probe.note("end")
    }

    section.add("11.2h", "a source added to a loop that has ended is in no mode of it", "has=no valid=yes S 4") {
      probe, loop in
      let source = probe.source("S")
      let thread = probe.thread("ending") { _ in }
      thread.join()
      thread.handle.add(source)
      probe.note("has", thread.handle.contains(source))
      probe.note("valid", source.isValid)
      loop.add(source)
      source.signal()
      probe.poll(handled: true)
    }

    section.add("11.2f", "a thread whose run has nothing to do ends", "1 end finished=yes") { probe, _ in
      let thread = probe.thread("ending") { _ in
        probe.run(for: nil)
        probe.note("end")
      }
      thread.join()
      probe.note("finished", thread.isFinished)
    }

    section.add("11.2g", "work performed on another thread's loop runs there", "there=yes there=yes 2") { probe, _ in
      let thread = probe.thread("working") { loop in
        probe.keepAlive(loop)
        probe.run(for: .seconds(5))
      }
      let handle = thread.handle
      thread.perform(waitUntilDone: true) { probe.note("there", handle.isCurrent) }
      do throws(LoopEnded) {
        try handle.performAndWait { probe.note("there", handle.isCurrent) }
      } catch {
        probe.note("ended")
      }
      thread.perform { Loop.current.stop() }
      thread.join()
    }
  }
}
