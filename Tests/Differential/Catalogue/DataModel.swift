import DifferentialModel
import LoopEngine

extension Catalogue {
  /// Section 1, without common modes: what a loop and its modes own.
  static let dataModel = Section { section in
    section.add(
      "1.1a", "a fresh loop has the default mode, which is common, and no current mode", "default default nil"
    ) {
      probe, loop in
      probe.note(probe.names(loop.allModes))
      probe.note(probe.names(loop.commonModes))
      probe.note(loop.currentMode?.name ?? "nil")
    }

    section.add("1.3a", "adding any item makes the mode", "default a,default a,b,default a,b,c,default a,b,c,d,default")
    {
      probe, loop in
      probe.note(probe.names(loop.allModes))
      loop.add(probe.source("S"), to: "a")
      probe.note(probe.names(loop.allModes))
      loop.add(probe.timer("T", after: .seconds(100)), to: "b")
      probe.note(probe.names(loop.allModes))
      probe.on(.all, loop, in: "c") {}
      probe.note(probe.names(loop.allModes))
      loop.add(probe.port("P"), to: "d")
      probe.note(probe.names(loop.allModes))
    }

    section.add("1.3b", "queuing a block makes every mode that it names", "a,b,default") { probe, loop in
      loop.perform(in: ["a", "b"]) {}
      probe.note(probe.names(loop.allModes))
    }

    section.add(
      "1.3c", "a block for the common modes makes no mode of that name", "default",
      .differs("common-is-no-mode", coreFoundation: "common,default")
    ) { probe, loop in
      loop.perform(in: .common) {}
      probe.note(probe.names(loop.allModes))
    }

    section.add("1.3d", "stopping a mode makes it", "a,default") { probe, loop in
      loop.stop(mode: "a")
      probe.note(probe.names(loop.allModes))
    }

    section.add(
      "1.3e", "running, asking, removing and marking as common make no mode", "1 has=no default a,default"
    ) { probe, loop in
      let source = probe.source("S")
      probe.run("a", for: .zero)
      probe.note("has", loop.contains(source, in: "a"))
      loop.remove(source, from: "a")
      probe.markCommon("a", in: loop)
      probe.note(probe.names(loop.allModes))
      probe.note(probe.names(loop.commonModes))
    }

    section.add("1.3f", "a mode marked as common is made if there are common items", "a,default") { probe, loop in
      loop.add(probe.source("S"), to: .common)
      probe.markCommon("a", in: loop)
      probe.note(probe.names(loop.allModes))
    }

    section.add("1.3g", "a mode outlives its items", "a,default 1") { probe, loop in
      let source = probe.source("S")
      loop.add(source, to: "a")
      loop.remove(source, from: "a")
      probe.note(probe.names(loop.allModes))
      probe.run("a", for: .zero)
    }

    section.add("1.4a", "a source in two loops is performed once, by the first that sees the signal", "S 4 3") {
      probe, loop in
      let source = probe.source("S")
      let added = LoopSemaphore()
      let turn = LoopSemaphore()
      loop.add(source)
      probe.thread("second") { second in
        second.add(source)
        added.signal()
        turn.wait()
        probe.poll(handled: true)
      }
      added.wait()
      source.signal()
      probe.poll(handled: true)
      turn.signal()
    }

    section.add("1.4b", "which loop performs a shared source is not a matter of which it was added to first", "S 4 3") {
      probe, loop in
      let source = probe.source("S")
      let polled = LoopSemaphore()
      loop.add(source)
      source.signal()
      probe.thread("second") { second in
        second.add(source)
        probe.poll(handled: true)
        polled.signal()
      }
      polled.wait()
      probe.poll(handled: true)
    }

    section.add("1.4c", "a source may be in several modes of a loop", "S 4 S 4 3") { probe, loop in
      let source = probe.source("S")
      loop.add(source)
      loop.add(source, to: "other")
      source.signal()
      probe.poll(handled: true)
      source.signal()
      probe.poll("other", handled: true)
      probe.poll(handled: true)
    }

    section.add("1.5a", "a timer in several modes of its loop fires once for each date", "T 3 1 1") { probe, loop in
      let timer = probe.timer("T")
      loop.add(timer)
      loop.add(timer, to: "other")
      LoopThread.sleep(for: 2.ms)
      probe.poll()
      probe.poll("other")
      probe.poll()
    }

    section.add("1.5b", "an observer may be in several modes of its loop", "E 3 E 3") { probe, loop in
      let observer = LoopObserver(.entry) { _, activity in probe.note(activity.word) }
      for mode: Mode in ["default", "other"] {
        loop.add(observer, to: mode)
        probe.keepAlive(loop, in: mode)
      }
      probe.poll()
      probe.poll("other")
    }

    section.add("1.6a", "adding a source twice to a mode has no effect", "+S(default) S 3 -S(default) has=no") {
      probe, loop in
      let source = probe.source("S", hooks: true)
      loop.add(source)
      loop.add(source)
      source.signal()
      probe.poll()
      loop.remove(source)
      probe.note("has", loop.contains(source))
    }

    section.add("1.6b", "adding a timer twice to a mode has no effect", "T 3 1") { probe, loop in
      let timer = probe.timer("T")
      loop.add(timer)
      loop.add(timer)
      LoopThread.sleep(for: 2.ms)
      probe.poll()
      probe.poll()
    }

    section.add("1.6c", "adding an observer twice to a mode has no effect", "bT 3") { probe, loop in
      let observer = LoopObserver(.beforeTimers) { _, activity in probe.note(activity.word) }
      loop.add(observer)
      loop.add(observer)
      probe.keepAlive(loop)
      probe.poll()
    }

    section.add("1.6d", "adding a port twice to a mode has no effect", "P1 3 3 has=no") { probe, loop in
      let port = probe.port("P")
      loop.add(port)
      loop.add(port)
      probe.keepAlive(loop)
      port.send(1)
      probe.poll()
      probe.poll()
      loop.remove(port)
      probe.note("has", loop.contains(port))
    }

    section.add("1.7a", "a mode keeps its source alive", "S 4") { probe, loop in
      func fill() {
        let source = SignalSource { probe.note("S") }
        loop.add(source)
        source.signal()
      }
      fill()
      probe.poll(handled: true)
    }

    section.add("1.7b", "a mode keeps its timer, and the timer its handler until it is invalidated", "T 2 released end")
    {
      probe, loop in
      let token = Slot<Token>()
      token.value = Token("released", probe)
      let timer = probe.timer("T", every: .seconds(100)) { [token = token.value] _ in
        token?.hold()
        loop.stop()
      }
      token.value = nil
      loop.add(timer)
      probe.run(for: .seconds(5))
      timer.invalidate()
      probe.note("end")
    }

    section.add("1.7c", "a one-shot timer releases its handler when it has fired", "T released AW") { probe, loop in
      probe.keepAlive(loop)
      let token = Slot<Token>()
      token.value = Token("released", probe)
      probe.timer("T", on: loop) { [token = token.value] _ in token?.hold() }
      token.value = nil
      probe.timer("AW", after: 20.ms, on: loop) { _ in loop.stop() }
      loop.run(mode: .default, for: .seconds(5))
    }

    section.add(
      "1.7e", "a timer that is in no mode, and that the program has let go of, keeps its handler", "made taken",
      .differs("timer-kept", coreFoundation: "released made released taken")
    ) { probe, loop in
      // In functions of their own, so that nothing else holds the timers.
      func make(_ use: (LoopTimer) -> Void) {
        let token = Slot<Token>()
        token.value = Token("released", probe)
        use(LoopTimer(after: .seconds(1000)) { [token = token.value] _ in token?.hold() })
        token.value = nil
      }
      make { _ in }
      probe.note("made")
      make { timer in
        loop.add(timer)
        loop.remove(timer)
      }
      probe.note("taken")
    }

    section.add(
      "1.7f", "a timer in no mode releases its handler when it is invalidated", "released end"
    ) { probe, loop in
      let token = Slot<Token>()
      token.value = Token("released", probe)
      let timer = LoopTimer(after: .seconds(1000)) { [token = token.value] _ in token?.hold() }
      token.value = nil
      timer.invalidate()
      probe.note("end")
    }

    section.add("1.7d", "an observer releases its handler when it is invalidated", "released end") { probe, loop in
      let token = Slot<Token>()
      token.value = Token("released", probe)
      let observer = LoopObserver(.all) { [token = token.value] _, _ in token?.hold() }
      token.value = nil
      loop.add(observer)
      observer.invalidate()
      probe.note("end")
    }

    section.add("1.10a", "a mode with a source that is never signalled is not empty", "3") { probe, loop in
      probe.keepAlive(loop)
      probe.run(for: 5.ms)
    }

    section.add("1.10b", "a mode with a timer that is far away is not empty", "3") { probe, loop in
      probe.timer("T", after: .seconds(1000), on: loop)
      probe.run(for: 5.ms)
    }

    section.add("1.10c", "a mode with a port is not empty", "3") { probe, loop in
      let port = MessagePort<Never>()
      loop.add(port)
      probe.run(for: 5.ms)
    }

    section.add("1.10d", "a mode is not empty while a block for it is queued", "1 3 B 3 1") { probe, loop in
      probe.block("B", on: loop, in: "a")
      probe.poll()
      loop.perform(in: "b") {}
      probe.poll("b")
      probe.run("a", for: 5.ms)
      probe.poll("a")
    }

    section.add("1.10e", "observers keep no mode alive", "1") { probe, loop in
      probe.observe(loop)
      probe.run(for: .seconds(5))
    }

    section.addOnMain("1.10f", "the default mode of the main loop is never empty, another mode may be", "3 1") {
      probe, _ in
      probe.run(for: 5.ms)
      probe.run("other", for: 5.ms)
    }

    section.add(
      "1.11a", "invalidating a source removes it from every mode, cancels it there and clears its signal",
      "+S(default) +S(other) valid=yes signaled=yes -S -S valid=no signaled=no has=no has=no"
    ) { probe, loop in
      // The order of the two cancel callouts is not part of the behavior: their modes are not noted.
      let source = SignalSource(
        label: "S", schedule: { probe.note("+S(\($1))") }, cancel: { _, _ in probe.note("-S") }, perform: {})
      loop.add(source)
      loop.add(source, to: "other")
      source.signal()
      probe.note("valid", source.isValid)
      probe.note("signaled", source.isSignaled)
      source.invalidate()
      probe.note("valid", source.isValid)
      probe.note("signaled", source.isSignaled)
      probe.note("has", loop.contains(source))
      probe.note("has", loop.contains(source, in: "other"))
    }

    section.add("1.11b", "invalidating again has no effect", "+S(default) -S(default) end") { probe, loop in
      let source = probe.source("S", hooks: true)
      loop.add(source)
      source.invalidate()
      source.invalidate()
      probe.note("end")
    }

    section.add("1.11c", "an invalid source cannot be added", "has=no 1") { probe, loop in
      let source = probe.source("S", hooks: true)
      source.invalidate()
      loop.add(source)
      probe.note("has", loop.contains(source))
      probe.poll()
    }

    section.add(
      "1.11d", "invalidating a source takes it out of the common items too", "has=yes has=no has=no"
    ) { probe, loop in
      let source = probe.source("S")
      loop.add(source, to: .common)
      probe.note("has", loop.contains(source, in: .common))
      source.invalidate()
      probe.note("has", loop.contains(source, in: .common))
      probe.markCommon("a", in: loop)
      probe.note("has", loop.contains(source, in: "a"))
    }

    section.add(
      "1.11e", "an invalid timer is in no mode, has no date and cannot be added",
      "has=yes dated=yes valid=no has=no has=no dated=no has=no 1"
    ) { probe, loop in
      let timer = probe.timer("T", after: 5.ms, on: loop)
      loop.add(timer, to: "other")
      probe.note("has", loop.contains(timer))
      probe.note("dated", timer.nextFireDate != nil)
      timer.invalidate()
      timer.invalidate()
      probe.note("valid", timer.isValid)
      probe.note("has", loop.contains(timer))
      probe.note("has", loop.contains(timer, in: "other"))
      probe.note("dated", timer.nextFireDate != nil)
      loop.add(timer)
      probe.note("has", loop.contains(timer))
      probe.poll()
    }

    section.add(
      "1.11h", "an invalid observer is no common item", "has=yes has=no",
      .differs("invalid-leaves-common", coreFoundation: "has=yes has=yes")
    ) { probe, loop in
      let observer = LoopObserver(.all) { _, _ in }
      loop.add(observer, to: .common)
      loop.remove(observer, from: .default)
      probe.note("has", loop.contains(observer, in: .common))
      observer.invalidate()
      probe.note("has", loop.contains(observer, in: .common))
    }

    section.add(
      "1.8l", "a common timer taken out of each mode is still a common item", "has=yes",
      .differs("common-timer-found", coreFoundation: "has=no")
    ) { probe, loop in
      let timer = probe.timer("T", after: 60_000.ms, on: loop, in: .common)
      loop.remove(timer, from: .default)
      probe.note("has", loop.contains(timer, in: .common))
    }

    section.add("1.11f", "an invalid observer is in no mode and cannot be added", "valid=no has=no has=no 3") {
      probe, loop in
      let observer = probe.observe(loop)
      probe.keepAlive(loop)
      observer.invalidate()
      observer.invalidate()
      probe.note("valid", observer.isValid)
      probe.note("has", loop.contains(observer))
      loop.add(observer)
      probe.note("has", loop.contains(observer))
      probe.poll()
    }

    section.add("1.11g", "an invalid port takes no messages and is in no mode", "sent=yes sent=no has=no 1") {
      probe, loop in
      let port = probe.port("P")
      loop.add(port)
      probe.note("sent", port.send(1))
      port.invalidate()
      probe.note("sent", port.send(2))
      probe.note("has", loop.contains(port))
      probe.poll()
    }

    section.add(
      "1.12a", "schedule and cancel callouts run on the thread that makes the change",
      "scheduled-here=no canceled-here=no scheduled-here=yes canceled-here=yes"
    ) { probe, loop in
      let source = SignalSource(
        schedule: { loop, _ in probe.note("scheduled-here", loop.isCurrent) },
        cancel: { loop, _ in probe.note("canceled-here", loop.isCurrent) }, perform: {})
      let handle = loop.handle
      let done = LoopSemaphore()
      probe.thread("other") { _ in
        handle.add(source)
        handle.remove(source)
        done.signal()
      }
      done.wait()
      handle.add(source)
      handle.remove(source)
    }

    section.add(
      "1.12b", "schedule and cancel callouts may use the loop, which shows the change", "scheduled=yes canceled=no"
    ) { probe, loop in
      let itself = Slot<SignalSource>()
      let source = SignalSource(
        schedule: { loop, mode in probe.note("scheduled", itself.value.map { loop.contains($0, in: mode) } ?? false) },
        cancel: { loop, mode in probe.note("canceled", itself.value.map { loop.contains($0, in: mode) } ?? true) },
        perform: {})
      itself.value = source
      loop.add(source)
      loop.remove(source)
      itself.value = nil
    }
  }
}
