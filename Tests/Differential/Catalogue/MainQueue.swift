import DifferentialModel
import Dispatch
import Glibc
import LoopEngine

extension Catalogue {
  /// The main queue: sections 12, 3.6, and what of section 4 needs it.
  static let mainQueue = Section { section in
    section.addOnMain(
      "3.6a", "whether the main queue is served is decided when a run begins", "E bT bS BW AW X 3 E bT bS BW AW q X 4"
    ) {
      probe, loop in
      probe.observe(loop, in: "a")
      probe.keepAlive(loop, in: "a")
      DispatchQueue.main.async { probe.note("q") }
      probe.on(.beforeTimers, loop, in: "a") { probe.markCommon("a", in: loop) }
      probe.run("a", for: 10.ms)
      probe.run("a", for: .seconds(5), handled: true)
    }

    section.addOnMain("4.6a", "main-queue work ends a run that returns after a source", "E bT bS BW AW q X 4") {
      probe, loop in
      probe.observe(loop)
      DispatchQueue.main.async { probe.note("q") }
      probe.run(for: .seconds(5), handled: true)
    }

    section.addOnMain(
      "4.h", "a turn after one without main-queue work looks at the main queue before it waits",
      "E bT bS BW AW T bT bS q X 4"
    ) {
      probe, loop in
      probe.observe(loop)
      probe.timer("T", on: loop)
      LoopThread.sleep(for: 2.ms)
      DispatchQueue.main.async { probe.note("q") }
      probe.run(for: .seconds(5), handled: true)
    }

    section.addOnMain(
      "4.8a", "sources and the main queue take turns, and the loop does not wait until both are idle",
      "E bT bS S q1 bT bS S q2 bT bS S q3 bT bS BW AW T X 2"
    ) { probe, loop in
      let source = probe.source("S") { source in
        let turn = probe.count("S")
        DispatchQueue.main.async { probe.note("q\(turn)") }
        if turn < 3 { source.signal() }
      }
      probe.observe(loop)
      loop.add(source)
      source.signal()
      probe.timer("T", after: 100.ms, on: loop) { _ in loop.stop() }
      probe.run(for: .seconds(5))
    }

    section.addOnMain(
      "12.3c", "without a descriptor to spare the main queue cannot be watched, which is an error before it is fatal",
      "eventfd: no descriptor q 4",
      .engineOnly("CoreFoundation and Dispatch end the process where they get no descriptor")
    ) { probe, loop in
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
      var none = limit
      none.rlim_cur = 0
      setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &none)
      do throws(SystemError) {
        try loop.watchMainQueue()
        probe.note("watched")
      } catch {
        probe.note("\(error.call): \(error.errno == EMFILE ? "no descriptor" : "errno \(error.errno)")")
      }
      setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
      do { try loop.watchMainQueue() } catch { probe.note("\(error)") }
      // Now runs need none.
      setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &none)
      DispatchQueue.main.async { probe.note("q") }
      probe.run(for: .seconds(5), handled: true)
      setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
    }

    section.addOnMain(
      "12.1a", "blocks queued while the main queue is drained wait for the next wake",
      "E bT bS BW AW q1 q2 bT bS BW AW q3 X 2"
    ) { probe, loop in
      probe.observe(loop)
      DispatchQueue.main.async {
        probe.note("q1")
        DispatchQueue.main.async {
          probe.note("q3")
          Loop.current.stop()
        }
      }
      DispatchQueue.main.async { probe.note("q2") }
      probe.run(for: .seconds(5))
    }

    section.addOnMain("12.1b", "work queued by another thread wakes the main loop", "E bT bS BW AW q X 2") {
      probe, loop in
      probe.observe(loop)
      probe.thread("other") { _ in
        probe.awaitSleep(of: Loop.main)
        DispatchQueue.main.async {
          probe.note("q")
          Loop.current.stop()
        }
      }
      probe.run(for: .seconds(5))
    }

    section.addOnMain("12.2a", "within main-queue work the default mode of the main loop may be empty", "q1 1 q2 2") {
      probe, _ in
      DispatchQueue.main.async {
        probe.note("q1")
        probe.run(for: 10.ms)
      }
      DispatchQueue.main.async {
        probe.note("q2")
        Loop.current.stop()
      }
      probe.run(for: .seconds(5))
    }

    section.addOnMain(
      "12.2b", "a nested run within main-queue work does not serve the main queue", "q1 T 1 q2 2"
    ) { probe, _ in
      DispatchQueue.main.async {
        probe.note("q1")
        DispatchQueue.main.async {
          probe.note("q2")
          Loop.current.stop()
        }
        probe.timer("T", after: 5.ms, on: .current)
        probe.run(for: .seconds(5))
      }
      probe.run(for: .seconds(5))
    }

    section.addOnMain("12.2c", "a nested run within a timer serves the main queue", "T q 4 2") { probe, loop in
      probe.timer("T", on: loop) { _ in
        DispatchQueue.main.async { probe.note("q") }
        probe.run(for: .seconds(5), handled: true)
        loop.stop()
      }
      probe.run(for: .seconds(5))
    }

    section.addOnMain("12.3a", "the main queue is not served in a mode that is not common", "E bT bS BW AW X 3 q 4") {
      probe, loop in
      probe.observe(loop, in: "a")
      probe.keepAlive(loop, in: "a")
      DispatchQueue.main.async { probe.note("q") }
      probe.run("a", for: 10.ms, handled: true)
      probe.run(for: .seconds(5), handled: true)
    }

    section.addOnMain("12.3b", "the main queue is served in a mode that was made common", "q 4") { probe, loop in
      probe.keepAlive(loop, in: "a")
      probe.markCommon("a", in: loop)
      DispatchQueue.main.async { probe.note("q") }
      probe.run("a", for: .seconds(5), handled: true)
    }

    section.addOnMain("12.4a", "main-actor tasks arrive as main-queue work", "E bT bS BW AW task X 4") { probe, loop in
      probe.observe(loop)
      Task { @MainActor in probe.note("task") }
      probe.run(for: .seconds(5), handled: true)
    }

    section.addOnMain("12.5a", "a queued block runs before main-queue work", "E bT bS B BW AW q X 4") { probe, loop in
      probe.observe(loop)
      DispatchQueue.main.async { probe.note("q") }
      probe.block("B", on: loop)
      probe.run(for: .seconds(5), handled: true)
    }

    section.addOnMain("12.5b", "a descriptor that is ready when a run begins comes before main-queue work", "D 4 q 4") {
      probe, loop in
      var ends: [Int32] = [-1, -1]
      precondition(pipe(&ends) == 0, "a pipe needs two descriptors")
      let reading = ends[0]
      let source = DescriptorSource(reading, label: "D") { _ in
        var byte: UInt8 = 0
        _ = read(reading, &byte, 1)
        probe.note("D")
      }
      do { try loop.add(source) } catch { probe.note("\(error)") }
      _ = write(ends[1], "x", 1)
      DispatchQueue.main.async { probe.note("q") }
      for _ in 1...2 { probe.run(for: .seconds(5), handled: true) }
      source.invalidate()
      for end in ends { close(end) }
    }
  }
}
