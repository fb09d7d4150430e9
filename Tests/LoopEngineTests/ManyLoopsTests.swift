import CTestSupport
import Glibc
import LoopEngine
import Testing

/// Loops come and go by the ten thousand and leave nothing behind.
@Suite("Many loops")
struct ManyLoopsTests {
  @Test("ten thousand loops that end with all kinds of work pending leak neither a descriptor nor a byte")
  func noLeaks() async {
    await #expect(processExitsWith: .success) { try makeAndEndManyLoops() }
  }
}

/// What lives as long as the loop that it was given to.
private let made = Counter()
private let gone = Counter()

private func tracked() -> Tracked {
  made.increment()
  return Tracked { gone.increment() }
}

/// Makes a loop with something of everything in it, runs it a little or not at all, and ends it.
private func makeAndEndALoop(_ number: Int, _ pipe: Pipe, _ shared: SignalSource) throws {
  let thread = try LoopThread { loop in
    let modes: [Mode] = [.default, "second", .common]
    for mode in modes {
      let held = tracked()
      let timer = LoopTimer(every: .seconds(100), tolerance: .seconds(number % 2)) { _ in
        withExtendedLifetime(held) {}
      }
      loop.add(timer, to: mode)
      loop.add(timer, to: "third")
      loop.add(LoopObserver(.all) { _, _ in withExtendedLifetime(held) {} }, to: mode)
      let source = SignalSource { withExtendedLifetime(held) {} }
      loop.add(source, to: mode)
      source.signal()
      let port = MessagePort<Tracked> { _ in withExtendedLifetime(held) {} }
      loop.add(port, to: mode)
      port.send(held)
      loop.perform(in: mode, label: "block") { withExtendedLifetime(held) {} }
      loop.handle.perform(in: mode, onDrop: { withExtendedLifetime(held) {} }) { withExtendedLifetime(held) {} }
      loop.perform(after: .seconds(100), in: [mode], for: "target") { withExtendedLifetime(held) {} }
    }
    // Never in a mode.
    let held = tracked()
    _ = LoopTimer(after: .seconds(100), label: "idle") { _ in withExtendedLifetime(held) {} }
    loop.add(shared)
    if number % 4 == 0 {
      try! loop.add(DescriptorSource(pipe.readEnd) { _ in withExtendedLifetime(held) {} }, to: .common)  // it is open
    }
    if number % 100 == 0 {
      // Enough for tables that are pages of their own.
      for _ in 0..<3_000 { loop.add(LoopTimer(after: .seconds(100)) { _ in withExtendedLifetime(held) {} }) }
    }
    if number % 3 == 0 { loop.poll("second") }
    if number % 5 == 0 { _ = loop.handle.executor }
  }
  if number % 2 == 0 { thread.handle.perform(label: "late") {} }
  thread.join()
}

private func mappings() -> Int {
  guard let file = fopen("/proc/self/maps", "r") else { return -1 }
  defer { fclose(file) }
  var lines = 0
  while true {
    let character = getc(file)
    if character == EOF { return lines }
    if character == 10 { lines += 1 }
  }
}

private func makeAndEndManyLoops() throws {
  let (pipe, shared) = (Pipe(), SignalSource {})
  // Caches fill first.
  for number in 0..<300 { try makeAndEndALoop(number, pipe, shared) }
  let (descriptors, bytes, maps) = (openDescriptors(), ct_bytes_in_use(), mappings())
  let count = Scale.of(10_000)
  for number in 0..<count { try makeAndEndALoop(number, pipe, shared) }
  #expect(openDescriptors() == descriptors)
  #expect(made.value == gone.value)
  #expect(made.value > count * 4)
  if Scale.isThreadSanitized || Scale.isAddressSanitized {
    // They have allocators of their own; Address Sanitizer looks for leaks by itself.
    return
  }
  let grown = Int(ct_bytes_in_use()) - Int(bytes)
  // A loop takes more than ten thousand bytes: a leak of ten in each would show.
  #expect(grown < 100_000, "\(grown) bytes more in use after \(count) loops")
  #expect(mappings() <= maps + 8, "\(mappings()) mappings, \(maps) before")
}
