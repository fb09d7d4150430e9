import Glibc
import LoopEngine
import Testing

/// A descriptor's handler that runs the loop is not called again meanwhile: what it is called for is still there.
@Suite("Runs nested in a descriptor's handler")
struct NestedDescriptorTests {
  private typealias Heard = Record<String>

  @Test("a handler is not called again, even though the other end hangs up, and the run sleeps")
  func notCalledAgain() throws {
    let (pipe, heard) = (Pipe(), Heard())
    pipe.write()
    let used = try onLoop { loop in
      let times = Record<Duration>()
      let source = DescriptorSource(pipe.readEnd) { _ in
        heard.append("called")
        pipe.endWriting()
        let before = threadTime()
        runNested(for: .milliseconds(100))
        times.append(threadTime() - before)
        heard.append("returns")
      }
      try! loop.add(source)  // a descriptor that is open
      loop.poll()
      loop.poll()
      return times.all
    }
    #expect(heard.all == ["called", "returns", "called", "returns"])
    for time in used { #expect(time < .milliseconds(Scale.isThreadSanitized ? 80 : 30)) }
  }

  @Test("another source on the same descriptor is called meanwhile")
  func neighborIsCalled() throws {
    let (pipe, heard) = (Pipe(), Heard())
    try onLoop { loop in
      let first = DescriptorSource(pipe.writeEnd, events: .writable) { _ in
        heard.append("first")
        runNested(for: .zero)
        heard.append("returns")
      }
      try! loop.add(first)  // a descriptor that is open
      try! loop.add(DescriptorSource(pipe.writeEnd, events: .writable) { _ in heard.append("second") })  // likewise
      for _ in 0..<2 { loop.poll() }
    }
    #expect(heard.all == ["first", "second", "returns", "first", "second", "returns"])
  }

  @Test("a source may join and leave the descriptor meanwhile")
  func neighborsComeAndGo() throws {
    let (pipe, heard) = (Pipe(), Heard())
    try onLoop { loop in
      let (handle, calls) = (loop.handle, Counter())
      let first = DescriptorSource(pipe.writeEnd, events: .writable) { _ in
        heard.append("first")
        if calls.take() > 0 { return }
        runNested(for: .zero)
        let second = DescriptorSource(pipe.writeEnd, events: .writable) { _ in heard.append("second") }
        try! handle.add(second)  // a descriptor that is open
        runNested(for: .zero)
        second.invalidate()
        runNested(for: .zero)
        heard.append("returns")
      }
      try! loop.add(first)  // a descriptor that is open
      for _ in 0..<2 { loop.poll() }
      heard.append(first.isValid ? "valid" : "invalid")
    }
    #expect(heard.all == ["first", "second", "returns", "first", "valid"])
  }

  @Test("a source that joins the mode of the run nested in its handler is not called there")
  func joinsTheNestedMode() throws {
    let (pipe, heard) = (Pipe(), Heard())
    try onLoop { loop in
      let (handle, sources) = (loop.handle, Record<DescriptorSource>())
      loop.perform(in: "inner") { try! handle.add(sources.all[0], to: "inner") }  // a descriptor that is open
      loop.add(MessagePort<Never>(), to: "inner")
      let source = DescriptorSource(pipe.writeEnd, events: .writable) { _ in
        heard.append("called")
        let before = threadTime()
        runNested("inner", for: .milliseconds(50))
        heard.append(threadTime() - before < .milliseconds(Scale.isThreadSanitized ? 50 : 30) ? "slept" : "spun")
      }
      sources.append(source)
      try! loop.add(source)  // likewise
      loop.poll()
      heard.append("outside")
      loop.remove(source)
      loop.poll("inner")
      sources.removeAll()
    }
    #expect(heard.all == ["called", "slept", "outside", "called", "slept"])
  }

  @Test("a handler that runs the loop may end its source, close the descriptor and use its number anew")
  func endedMeanwhile() throws {
    let (old, new, heard) = (Pipe(), Pipe(), Heard())
    try onLoop { loop in
      let (handle, sources) = (loop.handle, Record<DescriptorSource>())
      let source = DescriptorSource(old.readEnd) { _ in
        heard.append("old")
        runNested(for: .zero)
        sources.all[0].invalidate()
        new.takeNumber(old.readEnd)
        new.write()
        try! handle.add(DescriptorSource(new.readEnd) { _ in heard.append("new") })  // a descriptor that is open
        runNested(for: .zero)
        heard.append("returns")
      }
      sources.append(source)
      try! loop.add(source)  // likewise
      old.write()
      for _ in 0..<2 { loop.poll() }
      sources.removeAll()
      old.abandonReadEnd()
    }
    #expect(heard.all == ["old", "new", "returns", "new"])
  }

  @Test("a number that is used anew while its source's handler runs the loop is not heard as the old one")
  func reusedMeanwhile() throws {
    let (old, new, heard) = (Pipe(), Pipe(), Heard())
    try onLoop { loop in
      let source = DescriptorSource(old.readEnd) { _ in
        heard.append("old")
        runNested(for: .zero)
        new.takeNumber(old.readEnd)
        new.write()
      }
      try! loop.add(source)  // a descriptor that is open
      old.write()
      for _ in 0..<3 { loop.poll() }
      old.abandonReadEnd()
    }
    #expect(heard.all == ["old"])
  }

  @Test("a regular file's handler is not called again either")
  func regularFile() throws {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    let (number, heard) = (fileno(file), Heard())
    try onLoop { loop in
      let source = DescriptorSource(number) { _ in
        heard.append("called")
        runNested(for: .zero)
        heard.append("returns")
      }
      try! loop.add(source)  // a descriptor that is open
      for _ in 0..<2 { loop.poll() }
    }
    #expect(heard.all == ["called", "returns", "called", "returns"])
  }
}

/// Runs the calling thread's loop.
private func runNested(_ mode: Mode = .default, for duration: Duration) {
  _ = Loop.current.run(mode: mode, for: duration)
}
