import Synchronization
import Testing
import Text

@testable import loopbook

@Suite("Progress")
struct ProgressTests {
  private static let wide = ProgressState.Form.bar(columns: 60, isColored: false)
  private static let restoring = "\r\u{1B}[K\u{1B}[?25h"

  @Test("work that is over in a second shows nothing", arguments: [wide, .lines, .silent])
  func short(form: ProgressState.Form) {
    var state = ProgressState(form)
    var text = state.begin(stage: "Compiling", total: 3, at: .zero)
    text += state.started("a", at: .milliseconds(10))
    text += state.finished("a", at: .milliseconds(900))
    text += state.tick(at: .milliseconds(999))
    text += state.end()
    #expect(text == "")
  }

  @Test("after a second the bar comes, with the cursor hidden once, and goes without a trace")
  func bar() {
    var state = ProgressState(Self.wide)
    #expect(state.begin(stage: "Running", total: 4, at: .seconds(5)) == "")
    #expect(state.started("timers.md#a", at: .milliseconds(5_010)) == "")
    #expect(
      state.tick(at: .milliseconds(6_000)) == "\u{1B}[?25l\rRunning [>             ] 0/4  timers.md#a\u{1B}[K")
    #expect(
      state.finished("timers.md#a", at: .milliseconds(6_100)) == "\rRunning [===>          ] 1/4\u{1B}[K")
    #expect(state.end() == Self.restoring)
    #expect(state.end() == "")
    #expect(state.tick(at: .seconds(99)) == "")
  }

  @Test("the second counts from the first stage on")
  func stages() {
    var state = ProgressState(Self.wide)
    #expect(state.begin(stage: "Compiling", total: 4, at: .zero) == "")
    #expect(state.begin(stage: "Running", total: 4, at: .milliseconds(1_200)).contains("Running"))
    _ = state.end()
    #expect(state.begin(stage: "Compiling", total: 4, at: .milliseconds(9_000)) == "")
  }

  @Test("however much happens, the bar is drawn 15 times a second at most")
  func rate() {
    var state = ProgressState(Self.wide)
    _ = state.begin(stage: "Running", total: 10_000, at: .zero)
    let drawn = (0..<10_000).count { state.finished("a", at: .milliseconds(1_000 + $0 / 5)) != "" }
    #expect((28...31).contains(drawn))
  }

  @Test("a message takes the bar away first, and the next step brings it back")
  func aside() {
    var state = ProgressState(Self.wide)
    _ = state.begin(stage: "Running", total: 2, at: .zero)
    _ = state.tick(at: .seconds(1))
    #expect(state.erase() == Self.restoring)
    #expect(state.erase() == "")
    #expect(state.tick(at: .milliseconds(1_001)).hasPrefix("\u{1B}[?25l\rRunning"))
  }

  @Test("elsewhere there is one line for each stage that is seen")
  func lines() {
    var state = ProgressState(.lines)
    var text = state.begin(stage: "Compiling", total: 0, at: .zero)
    text += state.begin(stage: "Running examples", total: 800, at: .milliseconds(900))
    text += state.tick(at: .milliseconds(1_100))
    text += state.finished("a", at: .milliseconds(1_200))
    text += state.begin(stage: "Comparing", total: 2, at: .milliseconds(1_300))
    text += state.end()
    #expect(text == "Running examples (800)\nComparing (2)\n")
  }

  @Test("a line never reaches the last column, however narrow the terminal", arguments: 0...120, [true, false])
  func width(columns: Int, isColored: Bool) {
    let line = ProgressLine(
      stage: "Running 日本", total: 12_345, done: 1_234, underWay: ["日本語.md#例", "a.md#b", "long/path/of/chapter.md#id"])
    let text = line.text(columns: columns, isColored: isColored).replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(text.displayWidth < max(columns, 1))
  }

  @Test("as many names are shown as there is room for, and how many more there are")
  func names() {
    var line = ProgressLine(stage: "Running", total: 9, done: 0, underWay: ["a#1", "b#2", "c#3", "d#4"])
    #expect(line.text(columns: 80, isColored: false).hasSuffix(" 0/9  a#1, b#2, c#3, d#4"))
    #expect(line.text(columns: 37, isColored: false).hasSuffix(" 0/9  a#1, b#2 +2"))
    line.underWay = ["only\u{1B}[2J"]
    #expect(line.text(columns: 80, isColored: false).hasSuffix(" 0/9  only\u{FFFD}[2J"))
  }

  @Test("a bar is full when all is done, and not fuller", arguments: [(0, 3), (3, 3), (5, 3), (1, 0)])
  func full(done: Int, total: Int) {
    let text = ProgressLine(stage: "x", total: total, done: done).text(columns: 80, isColored: false)
    #expect(text.contains("]") == (total > 0))
    #expect(text.contains(">") == (total > done))
  }

  @Test("the display tells from many threads, and a note stands on its own line")
  func display() {
    let written = Mutex("")
    let time = Mutex(Duration.zero)
    let display = ProgressDisplay(Self.wide, now: { time.withLock { $0 } }) { text in
      written.withLock { $0 += text }
    }
    display.begin(stage: "Running", total: 2)
    display.started("a")
    time.withLock { $0 = .seconds(2) }
    display.finished("a")
    display.note("one line")
    display.end()
    let text = written.withLock { $0 }
    #expect(text.contains("Running [=======>      ] 1/2\u{1B}[K" + Self.restoring + "one line\n"))
    #expect(text.hasSuffix("one line\n") || text.hasSuffix(Self.restoring))
  }
}
