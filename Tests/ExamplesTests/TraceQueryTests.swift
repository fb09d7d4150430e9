import Testing

@testable import Examples

@Suite("What names lines of a trace")
struct TraceQueryTests {
  private let lines = [
    "+0.000s  main    entry          default",
    "+0.500s  main      timer        \"tick\"",
    "+0.500s  main      print        tick tock",
    "...",
    "+0.750s  worker    timer        \"tick 2\"",
    "+1.000500s  main  exit  timedOut",
    "~  main  wakeUp  worker",
  ]

  @Test(
    "a time goes by its value, words stand side by side, and a label that is all of them comes first",
    arguments: [
      ("0.5 s", [1, 2]), ("+0.500s", [1, 2]), ("500 ms", [1, 2]), ("500 milliseconds", [1, 2]), (".5s", [1, 2]),
      ("0.5", []), ("0 s", [0]), ("-0s", [0]), ("-0.5s", []), ("1000.5ms", [5]), ("1000500 µs", [5]), ("1.0005 s", [5]),
      ("1 s", []), ("50000000000000000000 s", []), ("tick", [1]), ("tick 2", [4]), ("\"tick 2\"", [4]), ("tic", []),
      ("ick", []), ("timer \"tick", [1, 4]), ("timer", [1, 4]), ("main timer", [1]), ("0.75s timer", [4]),
      ("0.5s timer \"tick\"", [1]), ("0.75s \"tick\"", []), ("0.5 s  print   tick tock", [2]), ("worker", [4, 6]),
      ("~", []), ("...", []), ("timer print", []), ("seconds", []), ("s", []), ("default", [0]),
    ])
  func matches(query: String, expected: [Int]) throws {
    #expect(try #require(TraceQuery(query)).matches(in: lines) == expected)
  }

  @Test(
    "what is not there is told with what is near it",
    arguments: [
      ("0.6 s", "+0.500s"), ("3 s", "+1.000500s"), ("tikc", "tick"), ("\"tick 3\"", "\"tick 2\""),
      ("0.7s timer", "+0.750s timer"), ("0.5 s \"tock\"", "0.5 s \"tick\""), ("tiner \"tick\"", "timer \"tick\""),
      ("nothing like it", nil), ("0.6s nothing like it", nil),
    ] as [(String, String?)])
  func nearest(query: String, expected: String?) throws {
    let read = try #require(TraceQuery(query))
    #expect(read.matches(in: lines).isEmpty)
    #expect(read.nearest(in: lines) == expected)
    if let expected { #expect(try #require(TraceQuery(expected)).matches(in: lines) != []) }
  }

  @Test("nothing names nothing")
  func empty() {
    #expect(TraceQuery("") == nil)
    #expect(TraceQuery(" \t") == nil)
    #expect(TraceQuery("0.5 s")?.isTime == true)
    #expect(TraceQuery("0.5 s timer")?.isTime == false)
    for text in ["at 0.5 s", "At about 0.5 s", "t = 0.5s", "@ 500 ms"] {
      #expect(TraceQuery(timeIn: text)?.isTime == true, "\(text)")
    }
    #expect(TraceQuery(timeIn: "after 0.5 s")?.isTime == false)
    #expect(TraceQuery(timeIn: "at") == nil)
    for text in [
      "0.5 Sekunden", "0,5 seconde", "0.5 秒", "0.5秒", "\"0.5 s\"", "“0.5 s”", "fires at 0.5 s", "um 0,5 s kommt er",
      "500000000 ns",
    ] {
      let read = TraceQuery(timeIn: text)
      #expect(read?.isTime == true && read?.matches(in: lines) == [1, 2], "\(text)")
    }
    for text in ["1 min", "0.5 ns", "\u{2212}0.5 s", "0.0001 h"] {
      let read = TraceQuery(timeIn: text)
      #expect(read?.isTime == true && read?.matches(in: lines) == [], "\(text)")
    }
    for text in ["0.5 s later", "for 0.5 s", "after 0.5 s"] { #expect(TraceQuery(timeIn: text)?.isTime == false) }
    #expect(TraceQuery("0.1 min")?.matches(in: ["+6.000s  main  exit"]) == [0])
    for time in [".5 s", "0.5 sec", "0.5 s.", "~0.5 s", "(0.5 s)", "500 Milliseconds", "500ms,"] {
      #expect(TraceQuery(time)?.matches(in: lines) == TraceQuery("0.5 s")?.matches(in: lines), "\(time)")
    }
    #expect(TraceQuery("timer")?.matches(in: []) == [])
  }

  @Test(
    "a number in a sentence is what its readers take it for, however it is written",
    arguments: [
      ("1,000 s", "en", "+1000.000s"), ("1,000 s", "de", "+1.000s"), ("0,500 s", "en", "+0.500s"),
      ("1,000.5 ms", "en", "+1.000500s"), ("1,000,000 µs", "de", "+1.000s"), ("12,500 ms", "en-US", "+12.500s"),
      ("1,5 s", "en", "+1.500s"), ("1 000 ms", "en", "+1.000s"), ("1\u{202F}000 ms", "fr", "+1.000s"),
      ("1'000 ms", "de", "+1.000s"), ("1’000 ms", "de", "+1.000s"), ("1_000 ms", "en", "+1.000s"),
      ("T+0.5 s", "en", "+0.500s"), ("t=0.5s", "en", "+0.500s"), ("T + .5 s", "en", "+0.500s"),
      ("fires at T+0.5 s", "en", "+0.500s"), ("T-0.5 s", "en", "-0.500s"), ("–0.5 s", "en", "-0.500s"),
      ("@0.5s", "en", "+0.500s"), ("+0.5 s", "en", "+0.500s"), ("500-ms", "en", "+0.500s"),
      ("ca. 0.5 s", "de", "+0.500s"),
      ("500 msec", "en", "+0.500s"), ("500 usec", "en", "+0.000500s"), ("2 secs", "en", "+2.000s"),
      ("2 Sek.", "de", "+2.000s"), ("2 minutes", "en", "+120.000s"), ("2 hrs", "en", "+7200.000s"),
      ("5 nsec", "en", "+0.000000005s"), ("٠٫5 s", "ar", nil), ("5e-1 s", "en", nil), ("1/2 s", "en", nil),
      ("½ s", "en", nil), ("1 min 30 s", "en", nil), ("1 minute and 30 seconds", "en", nil), ("0.5–0.75 s", "en", nil),
      ("0.5.5 s", "en", nil), ("10,00,000 s", "en", nil), ("99999999999999999999 h", "en", nil),
    ] as [(String, String, String?)])
  func prose(text: String, language: String, time: String?) throws {
    let read = try #require(TraceQuery(timeIn: text, language: language))
    #expect(read.isTime == (time != nil))
    #expect(read.isUnclearTime == (time == nil))
    if let time { #expect(read.matches(in: ["\(time)  main  exit"]) == [0], "\(read.written)") }
    #expect(read.matches(in: ["+7.000s  main  exit"]) == [])
  }

  @Test(
    "what says more than a time is not compared", arguments: ["0.5 s later", "3 timers", "2 s tick", "s", "3", "e"])
  func words(text: String) {
    let read = TraceQuery(timeIn: text)
    #expect(read?.isTime == false && read?.isUnclearTime == false)
  }
}
