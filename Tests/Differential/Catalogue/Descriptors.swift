import DifferentialModel
import Glibc
import LoopEngine

extension Catalogue {
  /// Section 13, as far as it is about behavior: sources over descriptors.
  static let descriptors = Section { section in
    section.add(
      "13.1a", "a descriptor is delivered once a turn, as long as it is ready",
      "E bT bS D X 4 E bT bS D X 4 E bT bS X 3"
    ) {
      probe, loop in
      let pipe = Pipe()
      let source = pipe.source("D", probe)
      probe.observe(loop)
      add(source, to: loop, probe)
      pipe.write(2)
      for _ in 1...3 { probe.poll(handled: true) }
      source.invalidate()
      pipe.close()
    }

    section.add(
      "2.2e", "a wake-up comes before a descriptor that the loop has not seen ready", "E bT bS X 3 E bT bS D X 3",
      .differs("descriptor-seen-late", coreFoundation: "E bT bS D X 3 E bT bS X 3")
    ) { probe, loop in
      let pipe = Pipe()
      let source = pipe.source("D", probe)
      probe.observe(loop)
      add(source, to: loop, probe)
      probe.on(.beforeSources, loop) {
        pipe.write(1)
        LoopThread.sleep(for: 1.ms)
        loop.wakeUp()
        LoopThread.sleep(for: 1.ms)
      }
      for _ in 1...2 { probe.poll() }
      source.invalidate()
      pipe.close()
    }

    section.add(
      "2.2g", "a descriptor that was read before the loop saw it comes in the order in which it is ready anew", "3 D 3",
      .differs("ready-place-kept", coreFoundation: "D 3 3")
    ) { probe, loop in
      let pipe = Pipe()
      let source = pipe.source("D", probe)
      pipe.write(1)
      add(source, to: loop, probe)
      pipe.drain()
      probe.on(.beforeTimers, loop) {
        loop.wakeUp()
        LoopThread.sleep(for: 1.ms)
        pipe.write(1)
        LoopThread.sleep(for: 1.ms)
      }
      for _ in 1...2 { probe.poll() }
      source.invalidate()
      pipe.close()
    }

    section.add(
      "13.1g", "a run nested in an afterWaiting observer serves the descriptor that woke the loop", "D i3 3",
      .differs("taken-descriptor-served-nested", coreFoundation: "i3 D 3")
    ) { probe, loop in
      let pipe = Pipe()
      let source = pipe.source("D", probe)
      add(source, to: loop, probe)
      probe.on(.afterWaiting, loop) {
        let result = loop.run(mode: .default, for: .zero)
        probe.note("i\(result.rawValue)")
      }
      pipe.write(1)
      probe.run(for: 40.ms)
      source.invalidate()
      pipe.close()
    }

    section.add("13.1b", "a descriptor that becomes ready wakes the loop", "E bT bS BW AW D X 4") { probe, loop in
      let pipe = Pipe()
      let source = pipe.source("D", probe)
      probe.observe(loop)
      add(source, to: loop, probe)
      probe.whileAsleep(loop) { _ in pipe.write(1) }
      probe.run(for: .seconds(5), handled: true)
      source.invalidate()
      pipe.close()
    }

    section.add("13.1c", "a descriptor that is always ready does not starve timers", "T 2") { probe, loop in
      let pipe = Pipe()
      let source = DescriptorSource(pipe.writing, events: .writable) { _ in }
      add(source, to: loop, probe)
      probe.timer("T", after: 2.ms, on: loop) { _ in loop.stop() }
      probe.run(for: .seconds(5))
      source.invalidate()
      pipe.close()
    }

    section.add("13.1n", "a descriptor that stays ready takes its place behind a port that is ready", "D P1 D P2 D 2") {
      probe, loop in
      let (pipe, port) = (Pipe(), probe.port("P"))
      loop.add(port)
      let source = DescriptorSource(pipe.reading) { _ in
        probe.note("D")
        switch probe.count("calls") {
        case 1: for message in 1...2 { port.send(message) }
        case 3: Loop.current.stop()
        default: break
        }
      }
      add(source, to: loop, probe)
      pipe.write(1)
      probe.run(for: .seconds(5))
      source.invalidate()
      pipe.close()
    }

    section.add(
      "13.1h", "one of two sources on a descriptor invalidates the other, which hears nothing more", "D D 2"
    ) { probe, loop in
      let (pipe, sources) = (Pipe(), Slot<[DescriptorSource]>())
      // Which of the two comes first is the kernel's affair.
      let made = (0...1).map { index in
        DescriptorSource(pipe.reading) { _ in
          probe.note(sources.value?[index].isValid == true ? "D" : "invalid")
          sources.value?[1 - index].invalidate()
          if probe.count("calls") == 2 { Loop.current.stop() }
        }
      }
      sources.value = made
      for source in made { add(source, to: loop, probe) }
      pipe.write(1)
      probe.run(for: .seconds(5))
      for source in made { source.invalidate() }
      sources.value = nil
      pipe.close()
    }

    section.add("13.1i", "what another descriptor's handler has read is not announced", "D1 3") { probe, loop in
      let (one, other) = (Pipe(), Pipe())
      let sources = [("D1", one.reading), ("D2", other.reading)].map { name, descriptor in
        DescriptorSource(descriptor) { _ in
          probe.note(name)
          one.drain()
          other.drain()
        }
      }
      for source in sources { add(source, to: loop, probe) }
      one.write(1)
      other.write(1)
      probe.run(for: 10.ms)
      for source in sources { source.invalidate() }
      one.close()
      other.close()
    }

    section.add("13.1j", "what was read between two runs is not announced in the second", "W 3 W 3") { probe, loop in
      let (pipe, free) = (Pipe(), Pipe())
      let writer = DescriptorSource(free.writing, events: .writable) { _ in probe.note("W") }
      let reader = DescriptorSource(pipe.reading) { _ in probe.note("D") }
      add(writer, to: loop, probe)
      add(reader, to: loop, probe)
      pipe.write(1)
      probe.poll()
      pipe.drain()
      probe.poll()
      for source in [writer, reader] { source.invalidate() }
      pipe.close()
      free.close()
    }

    section.add("13.1l", "a run nested in a descriptor's handler does not call it again", "D i3 d i3 d 2") {
      probe, loop in
      let pipe = Pipe()
      let source = DescriptorSource(pipe.writing, events: .writable) { _ in
        probe.note(probe.count("D") == 1 ? "D" : "")
        let result = Loop.current.run(mode: .default, for: .zero)
        probe.note("i\(result.rawValue)")
        probe.note("d")
        if probe.count("d") == 2 { Loop.current.stop() }
      }
      add(source, to: loop, probe)
      probe.run(for: .seconds(5))
      source.invalidate()
      pipe.close()
    }

    section.add(
      "13.1m", "a run nested in a descriptor's handler sleeps, though the descriptor is ready, and serves others",
      "D1 D2 i4 d 4 D1 i3 d 4"
    ) { probe, loop in
      let (one, other) = (Pipe(), Pipe())
      let second = other.source("D2", probe)
      let first = DescriptorSource(one.reading) { _ in
        probe.note("D1")
        let result = Loop.current.run(mode: .default, for: 20.ms, returnAfterSourceHandled: true)
        probe.note("i\(result.rawValue) d")
      }
      add(first, to: loop, probe)
      one.write(1)
      probe.thread("writer") { _ in
        LoopThread.sleep(for: 5.ms)
        other.write(1)
      }
      add(second, to: loop, probe)
      for _ in 1...2 { probe.run(for: .seconds(5), handled: true) }
      for source in [first, second] { source.invalidate() }
      for pipe in [one, other] { pipe.close() }
    }

    section.add("13.1k", "the end of a pipe is readable, too", "readable|hangup 4") { probe, loop in
      let pipe = Pipe()
      let source = DescriptorSource(pipe.reading) { events in probe.note("\(events)") }
      add(source, to: loop, probe)
      Glibc.close(pipe.writing)
      probe.run(for: .seconds(5), handled: true)
      source.invalidate()
      Glibc.close(pipe.reading)
    }

    section.add("13.3a", "a ready descriptor added by another thread wakes the loop", "E bT bS BW AW D X 4") {
      probe, loop in
      let pipe = Pipe()
      let source = pipe.source("D", probe)
      pipe.write(1)
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.whileAsleep(loop) { handle in
        do { try handle.add(source) } catch { probe.note("\(error)") }
      }
      probe.run(for: .seconds(5), handled: true)
      source.invalidate()
      pipe.close()
    }

    section.add(
      "13.3b", "a signalled source added by another thread does not wake the loop", "E bT bS BW later AW bT bS S X 4"
    ) {
      probe, loop in
      let source = probe.source("S")
      source.signal()
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.whileAsleep(loop) { handle in
        handle.add(source)
        LoopThread.sleep(for: 10.ms)
        probe.note("later")
        handle.wakeUp()
      }
      probe.run(for: .seconds(5), handled: true)
    }
  }

  /// Adds the source and notes the error, if any.
  private static func add(_ source: DescriptorSource, to loop: Loop, _ probe: Probe) {
    do { try loop.add(source) } catch { probe.note("\(error)") }
  }
}

/// The two ends of a pipe.
private struct Pipe: Sendable {
  let reading: Int32
  let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(Glibc.pipe(&ends) == 0, "a pipe needs two descriptors")
    (reading, writing) = (ends[0], ends[1])
  }

  /// A source that notes its name and reads one byte.
  func source(_ name: String, _ probe: Probe) -> DescriptorSource {
    DescriptorSource(reading, label: name) { events in
      probe.note(events.contains(.readable) ? name : "unready")
      var byte: UInt8 = 0
      if Glibc.read(reading, &byte, 1) != 1 { probe.note("unread") }
    }
  }

  func write(_ count: Int) {
    let written = Glibc.write(writing, Array(repeating: UInt8(0), count: count), count)
    precondition(written == count, "a pipe takes some bytes")
  }

  /// Takes out all that is in it, without waiting for more.
  func drain() {
    var bytes: UInt64 = 0
    let flags = fcntl(reading, F_GETFL)
    _ = fcntl(reading, F_SETFL, flags | O_NONBLOCK)
    while Glibc.read(reading, &bytes, 8) > 0 {}
    _ = fcntl(reading, F_SETFL, flags)
  }

  func close() {
    Glibc.close(reading)
    Glibc.close(writing)
  }
}
