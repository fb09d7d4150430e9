import LoopEngine
import LoopTracing
import Testing

/// The text form of traces, line by line.
@Suite struct TraceTextTests {
  private static func event(
    _ kind: LoopEvent.Kind, _ milliseconds: Int64 = 0, _ thread: String = "main", loop: String? = nil,
    label: String? = nil, line: UInt? = nil
  ) -> TraceEvent {
    TraceEvent(
      kind: .loop(kind), time: milliseconds * 1_000_000, thread: thread, loop: loop ?? thread, label: label,
      file: line == nil ? nil : "Book/A.swift", line: line)
  }

  private static func printed(_ text: String, _ milliseconds: Int64 = 0, _ thread: String = "main") -> TraceEvent {
    TraceEvent(kind: .print(text, .output), time: milliseconds * 1_000_000, thread: thread)
  }

  private static func text(
    _ events: [TraceEvent], _ clock: Trace.Clock = .virtual, filter: TraceFilter = TraceFilter(),
    _ detail: TraceText.Detail = .usual
  ) -> String {
    TraceText(Trace(events: events, clock: clock), filter: filter, detail: detail).text
  }

  private static let tick: [TraceEvent] = [
    event(.runBegan(.default)), event(.activity(.entry)), event(.activity(.beforeTimers)),
    event(.activity(.beforeSources)), event(.activity(.beforeWaiting)), event(.slept(until: nil)),
    event(.woke(.timer), 1000), event(.activity(.afterWaiting), 1000),
    event(.calloutBegan(.timer), 1000, label: "tick"),
    printed("tick 1", 1000), event(.calloutEnded(.timer), 1000, label: "tick"), event(.activity(.exit), 1000),
    event(.runEnded(.default, .finished), 1000),
  ]

  @Test("one timer reads as the product's example does")
  func example() {
    #expect(
      Self.text(Self.tick) == """
        +0.000s  main  entry          default
        +0.000s  main  beforeTimers
        +0.000s  main  beforeSources
        +0.000s  main  beforeWaiting
        +1.000s  main  afterWaiting   timer
        +1.000s  main    timer        "tick"
        +1.000s  main    print        tick 1
        +1.000s  main  exit           finished

        """)
  }

  @Test("each line knows its event")
  func events() {
    let lines = TraceText(Trace(events: Self.tick, clock: .virtual)).lines
    #expect(lines.map(\.event) == [1, 2, 3, 4, 7, 8, 9, 11])
  }

  @Test("a run inside a callout stands further in, with its own mode and result")
  func nested() {
    let events =
      Array(Self.tick[..<2]) + [
        Self.event(.calloutBegan(.block), line: 12), Self.event(.runBegan(.tracking)), Self.event(.activity(.entry)),
        Self.event(.calloutBegan(.mainQueue)), Self.event(.calloutEnded(.mainQueue)), Self.event(.activity(.exit)),
        Self.event(.runEnded(.tracking, .timedOut)), Self.printed("after"), Self.event(.calloutEnded(.block), line: 12),
      ] + Array(Self.tick[11...])
    #expect(
      Self.text(events) == """
        +0.000s  main  entry            default
        +0.000s  main    block          line 12
        +0.000s  main      entry        tracking
        +0.000s  main        mainQueue
        +0.000s  main      exit         timedOut
        +0.000s  main    print          after
        +1.000s  main  exit             finished

        """)
  }

  @Test("threads are told apart, padded, and need no run")
  func threads() {
    let events = [
      TraceEvent(kind: .loop(.threadBegan), time: 0, thread: "worker"),
      Self.event(.signaled, 0, "worker", loop: "", label: "a \"b\"\\\n\u{1B}"),
      Self.event(.wakeUpRequested, 0, "worker", loop: "main"),
      Self.event(.stopRequested(nil), 0, "main", loop: "worker"),
      Self.event(.stopRequested(.tracking), 0, "main", loop: "worker"),
      TraceEvent(kind: .print("oh\tno", .error), time: 0, thread: "main"),
      TraceEvent(kind: .loop(.threadEnded), time: 0, thread: "worker"),
    ]
    #expect(
      Self.text(events) == #"""
        +0.000s  worker  threadBegan
        +0.000s  worker  signal         "a \"b\"\\\n\u{1B}"
        +0.000s  worker  wakeUp         main
        +0.000s  main    stop           worker
        +0.000s  main    stop           worker mode tracking
        +0.000s  main    printerr       oh\tno
        +0.000s  worker  threadEnded

        """#)
  }

  @Test("a run with nothing to run for is a line, and so is a block for another thread")
  func emptyRunsAndPosts() {
    let events = [
      Self.event(.runBegan(.tracking)), Self.event(.runEnded(.tracking, .finished)),
      Self.event(.blockQueued, 0, "worker", loop: "main", label: "post"),
      Self.event(.blockQueued, 0, "main", label: "own"),
      Self.event(.runBegan(.default)), Self.event(.activity(.entry)), Self.event(.calloutBegan(.block), label: "post"),
      Self.event(.runBegan("none")), Self.event(.runEnded("none", .finished)),
      Self.event(.calloutEnded(.block), label: "post"), Self.event(.activity(.exit)),
      Self.event(.runEnded(.default, .stopped)),
    ]
    #expect(
      Self.text(events) == """
        +0.000s  main    run            tracking finished
        +0.000s  worker  blockQueued    "post" on main
        +0.000s  main    entry          default
        +0.000s  main      block        "post"
        +0.000s  main        run        none finished
        +0.000s  main    exit           stopped

        """)
  }

  @Test("times have six decimals as soon as one event needs them, and none with the real clock")
  func times() {
    let events = [
      TraceEvent(kind: .loop(.threadBegan), time: 1_500_000_000, thread: "a"),
      TraceEvent(kind: .loop(.threadEnded), time: -2_000_001_999, thread: "a"),
      TraceEvent(kind: .loop(.threadEnded), time: .min, thread: "a"),
    ]
    #expect(Self.text([events[0]]) == "+1.500s  a  threadBegan\n")
    #expect(
      Self.text(events) == """
        +1.500000s           a  threadBegan
        -2.000001s           a  threadEnded
        -9223372036.854775s  a  threadEnded

        """)
    #expect(Self.text([events[0], events[1]], .real) == "~  a  threadBegan\n~  a  threadEnded\n")
  }

  @Test("everything shows what is usually left out")
  func everything() {
    let events = [
      Self.event(.loopMade), Self.event(.modeCreated(.tracking)), Self.event(.commonModeAdded(.tracking)),
      Self.event(.itemAdded(.default), label: "t"), Self.event(.itemRemoved(.default), line: 3),
      Self.event(.itemInvalidated), Self.event(.blockQueued, label: "b"), Self.event(.calloutBegan(.observer)),
      Self.event(.calloutEnded(.observer), label: "o"), Self.event(.loopEnded),
    ]
    #expect(Self.text(events) == "")
    #expect(
      Self.text(events, .real, .everything) == """
        ~  main  loopMade         main
        ~  main  modeCreated      tracking
        ~  main  commonModeAdded  tracking
        ~  main  itemAdded        "t" mode default
        ~  main  itemRemoved      line 3 mode default
        ~  main  itemInvalidated
        ~  main  blockQueued      "b"
        ~  main  observer
        ~  main  calloutEnded     observer "o"
        ~  main  loopEnded        main

        """)
  }

  @Test("filters choose lines and leave levels, modes and decimals alone")
  func filters() throws {
    func count(_ attributes: (name: String, value: String)...) throws -> Int {
      TraceText(Trace(events: Self.tick, clock: .virtual), filter: try TraceFilter(attributes: attributes)).lines.count
    }
    #expect(try count(("only", "activities")) == 6)
    #expect(try count(("only", "callouts")) == 2)
    #expect(try count(("thread", "main"), ("loop", "main"), ("mode", "default")) == 8)
    #expect(try count(("mode", "tracking")) == 0)
    #expect(try count(("thread", "worker")) == 0)
    #expect(
      Self.text(Self.tick, filter: TraceFilter(only: .callouts)) == """
        +1.000s  main    timer        "tick"
        +1.000s  main    print        tick 1

        """)
  }

  @Test("a wrong attribute is told with the words that would be right")
  func wrongAttributes() {
    func error(_ attributes: (name: String, value: String)...) -> String? {
      do throws(TraceFilterError) {
        _ = try TraceFilter(attributes: attributes)
        return nil
      } catch { return error.description }
    }
    #expect(error(("onyl", "x")) == "a trace has no attribute 'onyl'; it knows only, thread, loop, mode")
    #expect(error(("only", "x")) == "'only' cannot be 'x'; it can be activities, callouts")
    #expect(error(("only", "")) == "'only' has no value; it can be activities, callouts")
    #expect(error(("thread", "")) == "'thread' has no value; it takes a name")
    #expect(error(("mode", "a"), ("mode", "a")) == "'mode' is given twice")
  }
}
