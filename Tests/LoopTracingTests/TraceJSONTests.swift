import LoopEngine
import LoopTracing
import Synchronization
import Testing

/// The JSON form of traces: everything comes back, and nothing else is read.
@Suite struct TraceJSONTests {
  @Test("every kind of event comes back as it was, and is written the same again")
  func roundTrip() throws {
    for clock in [Trace.Clock.virtual, .real] {
      let trace = Trace(events: TraceSamples.trace.events, clock: clock)
      let text = TraceJSON.text(of: trace)
      let read = try TraceJSON.trace(from: text)
      #expect(read == trace)
      #expect(TraceJSON.text(of: read) == text)
      // One event a line, and no control character but the ends of lines.
      #expect(text.utf8.count { $0 == 0x0A } == trace.events.count + 2)
      #expect(text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
    }
    let empty = Trace(clock: .real)
    #expect(try TraceJSON.trace(from: TraceJSON.text(of: empty)) == empty)
  }

  @Test("the snapshot of a loop comes back")
  func snapshot() throws {
    let taken = Mutex<LoopSnapshot?>(nil)
    _ = try VirtualRun().run { loop in
      loop.add(LoopTimer(every: .seconds(3), label: "tick") { _ in })
      loop.perform(label: "later") {}
      taken.withLock { $0 = loop.snapshot() }
    }
    let snapshot = try #require(taken.withLock { $0 })
    let event = TraceEvent(kind: .snapshot("at rest", snapshot), time: 0, thread: "main")
    let text = TraceJSON.text(of: Trace(events: [event], clock: .virtual))
    let read = try TraceJSON.trace(from: text)
    guard case .snapshot("at rest", let back) = try #require(read.events.first).kind else {
      Issue.record("no snapshot came back")
      return
    }
    #expect(back.description == snapshot.description)
    #expect(TraceJSON.text(of: read) == text)
  }

  @Test("the order of keys is fixed")
  func keys() {
    let event = TraceEvent(
      kind: .loop(.calloutBegan(.timer)), time: 5, thread: "main", loop: "l", mode: "m", label: "a\u{1}\"é", file: "F",
      line: 3)
    #expect(
      TraceJSON.text(of: Trace(events: [event], clock: .virtual)) == #"""
        {"version":1,"clock":"virtual","events":[
        {"event":"calloutBegan","time":5,"thread":"main","loop":"l","mode":"m",\#
        "label":"a\u0001\"é","file":"F","line":3,"callout":"timer"}
        ]}

        """#)
  }

  private static func error(_ text: String) -> String? {
    do throws(TraceJSONError) {
      _ = try TraceJSON.trace(from: text)
      return nil
    } catch { return error.description }
  }

  @Test("another version is told in a sentence, whatever else stands there")
  func versions() {
    #expect(
      Self.error(#"{"clock":7,"new":[],"version":2}"#)
        == "line 1, column 31: this trace has version 2, but only version 1 can be read")
    #expect(Self.error("{}") == "line 1, column 1: the key 'version' is missing")
  }

  @Test(
    "what is no trace is refused, with the place",
    arguments: [
      ("", "line 1, column 1: the text ends where a value is expected"),
      ("[]", "line 1, column 1: an object is expected"),
      ("{\"version\":1,\n\"clock\":\"slow\"}", "line 2, column 9: one of 'real', 'virtual' is expected"),
      (#"{"version":1,"version":1}"#, "line 1, column 14: the key 'version' is given twice"),
      (#"{"version":1.0}"#, "line 1, column 12: a number is not whole"),
      (#"{"version":01}"#, "line 1, column 12: a number begins with 0"),
      (#"{"version":1,}"#, "line 1, column 14: a key is expected"),
      (#"{"version":1,"clock":"real","events":[],"x":1}"#, "line 1, column 45: the key 'x' is unknown here"),
      (#"{"version":1,"clock":"real","events":[]} x"#, "line 1, column 42: nothing may follow the value"),
      (#"{"a":"\uD800"}"#, "line 1, column 7: half a surrogate pair is not a character"),
      (#"{"a":"\uDC00"}"#, "line 1, column 7: half a surrogate pair is not a character"),
      (#"{"a":"\x"}"#, "line 1, column 7: this escape is unknown"),
      (#"{"a":"\u00g0"}"#, "line 1, column 11: four hexadecimal digits are expected"),
      (#"{"a":"b"#, "line 1, column 6: a string is never closed"),
      (#"{"a":"\"#, "line 1, column 8: a string is never closed"),
      ("{\"a\":\"\t\"}", "line 1, column 7: a string contains a control character"),
      (#"{"a":nul}"#, "line 1, column 6: a value is expected"),
      (#"{"a":-}"#, "line 1, column 7: a digit is expected"),
      (#"{"a":123456789012345678901}"#, "line 1, column 6: a number is too large"),
      (
        #"{"version":1,"clock":"real","events":[{"event":"nap","time":0,"thread":""}]}"#,
        "line 1, column 48: traces have no event 'nap'"
      ),
      (
        #"{"version":1,"clock":"real","events":[{"event":"woke","time":0,"thread":"","reason":null}]}"#,
        "line 1, column 85: one of 'wakeUp', 'timer', 'source', 'mainQueue', 'timeout', 'nothing' is expected"
      ),
      (
        #"{"version":1,"clock":"real","events":[{"event":"woke","time":9223372036854775808}]}"#,
        "line 1, column 62: a whole number from -9223372036854775808 to 9223372036854775807 is expected"
      ),
    ])
  func refused(text: String, message: String) {
    #expect(Self.error(text) == message)
  }

  @Test("deep nesting is refused before it uses up the stack")
  func depth() {
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(Self.error(deep) == "line 1, column 34: values are nested more than 32 deep")
    #expect(Self.error(String(repeating: "{\"a\":", count: 100_000))?.hasSuffix("nested more than 32 deep") == true)
  }

  @Test("escapes and surrogate pairs are read")
  func escapes() throws {
    let trace = try TraceJSON.trace(
      from: #"""
        { "events" : [ {"thread":"\ud83e\uddf5\/\b\f\n\r\t\u00E9", "time":-0, "event":"threadBegan"} ] ,
          "clock":"real", "version":1 }
        """#)
    #expect(trace.events == [TraceEvent(kind: .loop(.threadBegan), time: 0, thread: "🧵/\u{8}\u{C}\n\r\té")])
  }
}
