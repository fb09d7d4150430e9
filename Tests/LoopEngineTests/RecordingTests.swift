import LoopEngine
import Testing

/// The events that loops report.
///
/// The sink is the process's, so each test has a process of its own.
@Suite("Recording")
struct RecordingTests {
  @Test("what begins ends, inside what began before it, and sleeps end with waking")
  func nesting() async {
    await #expect(processExitsWith: .success) { try recordABusyLoop() }
  }

  @Test("nothing is recorded when no sink is installed, nor after it was taken away")
  func off() async {
    await #expect(processExitsWith: .success) { try recordAndStop() }
  }

  @Test("several threads report to one sink, each in its own order")
  func threads() async {
    await #expect(processExitsWith: .success) { try recordThreads() }
  }
}

private final class Sink: LoopEventSink {
  let events = Record<LoopEvent>()

  func record(_ event: LoopEvent) { events.append(event) }
}

/// Finds what does not fit in the events of one thread.
private func contradictions(_ events: [LoopEvent]) -> [String] {
  var found: [String] = []
  var open: [LoopEvent.Kind] = []
  var last = LoopInstant.distantPast
  for event in events {
    if event.time < last { found.append("\(event) is earlier than the one before") }
    last = event.time
    switch event.kind {
    case .runBegan, .calloutBegan, .slept:
      if case .slept? = open.last { found.append("\(event) in a sleep") }
      open.append(event.kind)
    case .runEnded(let mode, _):
      if open.popLast() != .runBegan(mode) { found.append("\(event) without its beginning") }
    case .calloutEnded(let callout):
      if open.popLast() != .calloutBegan(callout) { found.append("\(event) without its beginning") }
    case .woke:
      guard case .slept? = open.popLast() else {
        found.append("\(event) without a sleep")
        continue
      }
    case .activity:
      if case .slept? = open.last { found.append("\(event) in a sleep") }
    default: break
    }
  }
  if !open.isEmpty { found.append("left open: \(open)") }
  return found
}

/// Has something of everything called, nested runs included.
private func keepBusy(_ loop: Loop, _ pipe: Pipe) {
  let source = SignalSource(label: "source") {}
  loop.add(source)
  source.signal()
  let port = MessagePort<Int>(label: "port") { _ in }
  loop.add(port)
  port.send(1)
  pipe.write()
  let (told, nested) = (Counter(), Counter())
  let descriptor = DescriptorSource(pipe.readEnd, label: "descriptor") { _ in
    pipe.drain()
    told.increment()
  }
  try! loop.add(descriptor)  // it is open
  loop.add(LoopObserver(.beforeWaiting, repeats: false, label: "observer") { _, _ in })
  loop.perform(label: "block") {}
  loop.add(
    LoopTimer(after: .milliseconds(2), label: "nesting") { _ in
      loop.add(LoopTimer(after: .milliseconds(1), label: "nested") { _ in loop.stop() }, to: "inner")
      loop.run(mode: "inner", for: .seconds(10))
      nested.increment()
    })
  loop.add(
    LoopTimer(every: .milliseconds(1), label: "last") { timer in
      if told.value == 0 || nested.value == 0 { return }
      timer.invalidate()
      loop.stop()
    })
  loop.run(mode: .default, for: .seconds(10))
  source.invalidate()
  port.invalidate()
  descriptor.invalidate()
}

private func recordABusyLoop() throws {
  let (sink, pipe) = (Sink(), Pipe())
  LoopRecording.install(sink)
  #expect(LoopRecording.isOn)
  try onLoop("busy") { loop in keepBusy(loop, pipe) }
  LoopRecording.install(nil)
  let events = sink.events.all.filter { $0.thread == "busy" }
  #expect(contradictions(events) == [])
  let kinds = events.map(\.kind)
  for callout: LoopEvent.Callout in [.timer, .source, .descriptor, .port, .block, .observer] {
    #expect(kinds.contains(.calloutBegan(callout)), "\(callout)")
  }
  for label in ["source", "port", "descriptor", "observer", "block", "nesting", "nested", "last"] {
    #expect(events.contains { $0.label == label && $0.location?.file == #fileID }, "\(label)")
  }
  #expect(Array(kinds.prefix(2)) == [.threadBegan, .loopMade])
  #expect(Array(kinds.suffix(2)) == [.loopEnded, .threadEnded])
  #expect(kinds.filter { $0 == .runBegan("inner") }.count == 1)
  #expect(kinds.contains(.runEnded("inner", .stopped)))
  #expect(kinds.contains(.runEnded(.default, .stopped)))
  #expect(kinds.contains(.modeCreated("inner")))
  #expect(kinds.contains(.itemAdded(.default)) && kinds.contains(.itemInvalidated))
  let fires = events.filter { $0.kind == .calloutBegan(.timer) }
  #expect(fires.allSatisfy { $0.mode == ($0.label == "nested" ? "inner" : .default) })
}

private func recordAndStop() throws {
  let (sink, pipe) = (Sink(), Pipe())
  #expect(!LoopRecording.isOn)
  try onLoop("before") { loop in keepBusy(loop, pipe) }
  LoopRecording.install(sink)
  LoopRecording.install(nil)
  #expect(!LoopRecording.isOn)
  try onLoop("after") { loop in keepBusy(loop, pipe) }
  #expect(sink.events.count == 0)
}

private func recordThreads() throws {
  let sink = Sink()
  LoopRecording.install(sink)
  let threads = try (0..<4).map { number in
    try LoopThread(name: "thread \(number)") { loop in
      let pipe = Pipe()
      for _ in 0..<5 { keepBusy(loop, pipe) }
    }
  }
  for thread in threads {
    thread.handle.wakeUp()
    thread.join()
  }
  LoopRecording.install(nil)
  for thread in threads {
    let events = sink.events.all.filter { $0.thread == thread.name }
    #expect(contradictions(events) == [])
    #expect(events.filter { $0.kind == .runBegan("inner") }.count == 5)
    #expect(events.allSatisfy { $0.loop == thread.name || $0.loop.isEmpty })
  }
}
