import LoopEngine
import LoopTracing
import Testing

/// Recordings that are read while they are made.
@Suite struct LiveTraceTests {
  private static func event(_ kind: LoopEvent.Kind, _ thread: String = "main", label: String? = nil) -> LoopEvent {
    LoopEvent(kind: kind, time: .now, loop: thread, thread: thread, label: label)
  }

  @Test("lines come as events do, an exit with its run's result")
  func lines() throws {
    let folder = try ProbeProcess.makeFolder()
    defer { ProbeProcess.remove(folder) }
    var live = LiveTrace(folder: folder)
    // Nothing is there yet.
    #expect(try live.lines() == [])
    let recorder = try TraceRecorder(folder: folder)
    func came() throws -> [String] { try live.lines().map(\.text) }

    recorder.record(Self.event(.runBegan(.default)))
    recorder.record(Self.event(.activity(.entry)))
    #expect(try came() == ["~  main  entry          default"])
    #expect(try came() == [])
    recorder.record(Self.event(.calloutBegan(.timer), label: "tick"))
    recorder.record(Self.event(.threadBegan, "worker"))
    #expect(try came() == ["~  main      timer        \"tick\"", "~  worker  threadBegan"])
    recorder.record(Self.event(.calloutEnded(.timer), label: "tick"))
    recorder.record(Self.event(.activity(.exit)))
    recorder.record(Self.event(.threadEnded, "worker"))
    #expect(try came() == [])
    recorder.record(Self.event(.runEnded(.default, .stopped)))
    #expect(try came() == ["~  main    exit           stopped", "~  worker  threadEnded"])
    #expect(try live.lines(isOver: true) == [])
  }

  @Test("what a process leaves at its end is the rest of the whole")
  func rest() throws {
    let folder = try ProbeProcess.makeFolder()
    defer { ProbeProcess.remove(folder) }
    let recorder = try TraceRecorder(folder: folder)
    recorder.record(Self.event(.runBegan(.default)))
    recorder.record(Self.event(.activity(.entry)))
    recorder.record(Self.event(.activity(.exit)))
    var live = LiveTrace(folder: folder, filter: TraceFilter(only: .activities))
    let first = try live.lines()
    #expect(first.count == 1)
    // Killed before the run ended.
    let whole = TraceText(try TraceJournal.read(folder: folder).trace).lines
    #expect(first + (try live.lines(isOver: true)) == whole)
  }

  @Test("a live reader of a process that prints comes to the same lines as a late one")
  func process() throws {
    let folder = try ProbeProcess.makeFolder()
    var given: [TraceText.Line] = []
    var live = LiveTrace(folder: folder)
    var failure: (any Error)?
    let probe = try ProbeProcess("endless", in: folder) { trace in
      do { given += try live.lines() } catch { failure = error }
      return trace.steps.last == "output: no newline"
    }
    #expect(failure == nil)
    // What came after the last event is the late one's only.
    let late = TraceText(probe.reading.trace).lines
    #expect(given.map(\.event) == late.prefix(given.count).map(\.event))
    #expect(given.contains { $0.text.hasSuffix(" before") && $0.text.contains(" print ") })
  }
}
