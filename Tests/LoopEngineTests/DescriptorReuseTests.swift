import CTestSupport
import Glibc
import LoopEngine
import Testing

/// A descriptor is closed while a source watches it, and its number names another file later.
///
/// The files are opened by `dup2` on a number of the test's own, so that no other test gets the number in between.
@Suite("Descriptors closed and used anew")
struct DescriptorReuseTests {
  /// In a process of its own: a child that another test starts has the file open, too, until it executes its program.
  @Test("a source whose descriptor was closed hears nothing more, and is still valid")
  func closed() async {
    await #expect(processExitsWith: .success) { try closeWhatIsWatched() }
  }

  @Test("the old source hears nothing of the new file")
  func oldSourceIsDeaf() throws {
    let (old, new, heard) = (Pipe(), Pipe(), Counter())
    try onLoop { loop in
      try! loop.add(DescriptorSource(old.readEnd) { _ in heard.increment() })  // a descriptor that is open
      new.takeNumber(old.readEnd)
      new.write()
      for _ in 0..<3 { loop.poll() }
      // The number is the new pipe's to close.
      return old.abandonReadEnd()
    }
    #expect(heard.value == 0)
  }

  @Test("a new source for the number works, and the old one is invalidated when it joins the mode")
  func newSourceWorks() throws {
    let (old, new, heardOld, heardNew) = (Pipe(), Pipe(), Counter(), Counter())
    let (before, after, contained, count) = try onLoop { loop in
      let oldSource = DescriptorSource(old.readEnd) { _ in heardOld.increment() }
      try! loop.add(oldSource)  // a descriptor that is open
      new.takeNumber(old.readEnd)
      let newSource = DescriptorSource(new.readEnd) { _ in heardNew.increment() }
      let before = oldSource.isValid
      try! loop.add(newSource)  // likewise
      new.write()
      loop.poll()
      defer { old.abandonReadEnd() }
      return (before, oldSource.isValid, loop.contains(oldSource), loop.snapshot().modes[0].ports.count)
    }
    #expect(before)
    #expect(!after)
    #expect(!contained)
    #expect(count == 1)
    #expect(heardOld.value == 0)
    #expect(heardNew.value == 1)
  }

  @Test("an event learned of before its descriptor was used anew is dropped")
  func bufferedEventIsStale() throws {
    let (first, old, new) = (Pipe(), Pipe(), Pipe())
    let (heardOld, heardNew) = (Counter(), Counter())
    try onLoop { loop in
      first.write()
      old.write()
      let handle = loop.handle
      let replaced = Counter()
      // Both are ready, and learned of in one look at the kernel; the handler of either replaces the other's file.
      let replace: @Sendable (DescriptorEvents) -> Void = { _ in
        first.drain()
        if replaced.take() > 0 { return }
        new.takeNumber(old.readEnd)
        try! handle.add(DescriptorSource(new.readEnd) { _ in heardNew.increment() })  // a descriptor that is open
      }
      try! loop.add(DescriptorSource(first.readEnd, handler: replace))  // likewise
      try! loop.add(DescriptorSource(old.readEnd) { _ in heardOld.increment() })  // likewise
      for _ in 0..<4 { loop.poll() }
      old.abandonReadEnd()
    }
    #expect(heardOld.value == 0)
    #expect(heardNew.value == 0)
  }

  @Test("an eventfd is not taken for the one that had its number, though the kernel gives them one inode")
  func eventfds() throws {
    let heard = Record<String>()
    let number = ct_eventfd(0)
    defer { close(number) }
    let (old, new) = try onLoop { loop in
      let handle = loop.handle
      let added = Record<DescriptorSource>()
      let old = DescriptorSource(number) { _ in
        heard.append("old")
        if added.count > 0 { return }
        count(number)
        let other = ct_eventfd(0)
        dup2(other, number)
        close(other)
        let new = DescriptorSource(number) { _ in
          heard.append("new")
          count(number)
        }
        added.append(new)
        handle.perform { try! handle.add(new) }  // a descriptor that is open
        runNested()
      }
      try! loop.add(old)  // likewise
      signal(number)
      loop.poll()
      signal(number)
      loop.poll()
      defer { added.removeAll() }
      return (old.isValid, added.all[0].isValid)
    }
    #expect(heard.all == ["old", "new"])
    #expect(!old)
    #expect(new)
  }

  @Test("a source hears nothing of an eventfd that has its number after a run nested in its handler")
  func eventfdAfterNestedRun() throws {
    let heard = Counter()
    let number = ct_eventfd(0)
    defer { close(number) }
    try onLoop { loop in
      let source = DescriptorSource(number) { _ in
        heard.increment()
        runNested()
        let other = ct_eventfd(1)
        dup2(other, number)
        close(other)
      }
      try! loop.add(source)  // a descriptor that is open
      signal(number)
      for _ in 0..<3 { loop.poll() }
    }
    #expect(heard.value == 1)
  }

  @Test("a loop that has the kernel forget a file takes no eventfd for the one that had its number")
  func eventfdInAnInstanceMadeAnew() throws {
    let (old, new, heard) = (Pipe(), Pipe(), Counter())
    let duplicate = dup(old.readEnd)
    let number = ct_eventfd(0)
    defer { for descriptor in [duplicate, number] { close(descriptor) } }
    try onLoop { loop in
      try! loop.add(DescriptorSource(number) { _ in heard.increment() })  // a descriptor that is open
      let other = ct_eventfd(1)
      dup2(other, number)
      close(other)
      // Of the old pipe the kernel tells again and again: the loop has it forget all, and begins anew.
      try! loop.add(DescriptorSource(old.readEnd) { _ in })  // likewise
      old.write()
      new.takeNumber(old.readEnd)
      try! loop.add(DescriptorSource(new.readEnd) { _ in })  // likewise
      for _ in 0..<8 { loop.poll() }
      old.abandonReadEnd()
    }
    #expect(heard.value == 0)
  }

  @Test("a number that named a pipe may name a regular file")
  func pipeThenFile() throws {
    let (old, heardOld, heardNew) = (Pipe(), Counter(), Counter())
    let file = try #require(tmpfile())
    defer { fclose(file) }
    let number = fileno(file)
    let valid = try onLoop { loop in
      let oldSource = DescriptorSource(old.readEnd) { _ in heardOld.increment() }
      try! loop.add(oldSource)  // a descriptor that is open
      dup2(number, old.readEnd)
      try! loop.add(DescriptorSource(old.readEnd) { _ in heardNew.increment() })  // likewise
      for _ in 0..<3 { loop.poll() }
      return oldSource.isValid
    }
    #expect(!valid)
    #expect(heardOld.value == 0)
    #expect(heardNew.value == 3)
  }

  @Test("a number that named a regular file may name a pipe")
  func fileThenPipe() throws {
    let (new, heardOld, heardNew) = (Pipe(), Counter(), Counter())
    let file = try #require(tmpfile())
    let number = dup(fileno(file))
    fclose(file)
    let (valid, counts) = try onLoop { loop in
      let oldSource = DescriptorSource(number) { _ in heardOld.increment() }
      try! loop.add(oldSource)  // a descriptor that is open
      new.takeNumber(number)
      try! loop.add(DescriptorSource(number) { _ in heardNew.increment() })  // likewise
      for _ in 0..<3 { loop.poll() }
      let before = heardNew.value
      new.write()
      loop.poll()
      return (oldSource.isValid, [before, heardNew.value])
    }
    #expect(!valid)
    #expect(heardOld.value == 0)
    #expect(counts == [0, 1])
  }

  /// The kernel reports a file as long as any descriptor names it, and forgets it only by the number it was told.
  @Test("a file whose other descriptor is still open does not keep the loop awake", arguments: [false, true])
  func duplicateStaysOpen(invalidatedTooLate: Bool) throws {
    let (old, new, heardNew) = (Pipe(), Pipe(), Counter())
    let number = old.readEnd
    let duplicate = dup(number)
    defer { close(duplicate) }
    let (result, used, heard) = try onLoop { loop in
      let oldSource = DescriptorSource(number) { _ in }
      try! loop.add(oldSource)  // a descriptor that is open
      new.takeNumber(number)
      old.write()
      if invalidatedTooLate { oldSource.invalidate() }
      try! loop.add(DescriptorSource(number) { _ in heardNew.increment() })  // likewise
      let before = threadTime()
      let result = loop.run(mode: .default, for: .milliseconds(200))
      let used = threadTime() - before
      new.write()
      loop.poll()
      old.abandonReadEnd()
      return (result, used, heardNew.value)
    }
    #expect(result == .timedOut)
    #expect(used < .milliseconds(Scale.isThreadSanitized ? 150 : 60))
    #expect(heard == 1)
  }
}

private func closeWhatIsWatched() throws {
  let (pipe, heard) = (Pipe(), Counter())
  let (result, valid) = try onLoop { loop in
    let source = DescriptorSource(pipe.readEnd) { _ in heard.increment() }
    try! loop.add(source)  // a descriptor that is open
    pipe.write()
    pipe.endReading()
    let result = loop.run(mode: .default, for: .milliseconds(20))
    return (result, source.isValid)
  }
  #expect(heard.value == 0)
  #expect(result == .timedOut)
  #expect(valid)
}

/// Takes an eventfd's counter.
private func count(_ descriptor: Int32) {
  var counter: UInt64 = 0
  _ = read(descriptor, &counter, 8)
}

private func signal(_ descriptor: Int32) {
  var one: UInt64 = 1
  _ = write(descriptor, &one, 8)
}

/// Runs the calling thread's loop once.
private func runNested() { Loop.current.poll() }
