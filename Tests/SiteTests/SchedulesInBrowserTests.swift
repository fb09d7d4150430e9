import Foundation
import TestSupport
import Testing
import Words

/// Other orders in which an example may run, as a reader tries them in a browser, from disk.
@Suite(
  "Schedules in a browser",
  .enabled(if: Browser.isInstalled, "Chromium is not installed; scripts/install-packages installs it"))
struct SchedulesInBrowserTests {
  @Test("what depends on the order of sets and dictionaries is told to be different in each run")
  func otherOrder() throws {
    let seen = try LiveReader.looks(
      """
      id = "pair"; await open();
      type(0, "81"); await until(() => told().includes(loopbookWords.otherOrder)); await look("hashed");
      await after(() => type(0, "1")); await new Promise((done) => setTimeout(done, 500)); await look("plain");
      type(0, "81"); await until(() => told().includes(loopbookWords.otherOrder));
      await after(() => inside(".live-another")[0].click());
      await until(() => told().includes(loopbookWords.otherOrder)); await look("scheduled");
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    // The run that is shown has the order of the recording.
    #expect(seen["hashed"]?.contains("seed \n") == true)
    #expect(seen["hashed told"]?.hasSuffix("not as recorded. \(InterfaceWords()[.otherOrder])") == true)
    #expect(seen["plain told"]?.contains(InterfaceWords()[.otherOrder]) == false)
    #expect(seen["scheduled"]?.contains("schedule 1\n") == true)
  }

  @Test("a schedule is chosen by its number, where there are threads")
  func schedules() throws {
    let seen = try LiveReader.looks(
      """
      await open(); seen.none = inside("input").length - inside(".choice input").length + "";
      id = "pair"; await open(); await look("opened");
      await after(() => inside(".live-another")[0].click()); await look("one");
      const number = inside(".live-schedule input")[0];
      await after(() => { number.value = "17"; number.dispatchEvent(new Event("change")); }); await look("seventeen");
      await after(() => { number.value = "-3"; number.dispatchEvent(new Event("change")); }); await look("none");
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    #expect(seen["none"] == LiveReader.recorded && seen["opened"] == LiveReader.recorded)
    #expect(seen["one"] == "tick\ntick\n+schedule 1\nend\n" && seen["one address"] == "?live=pair;schedule=1")
    #expect(
      seen["seventeen told"]?.contains("with schedule 17; it is not recorded. 1 line is not as recorded.") == true)
    #expect(seen["none told"] == "This is the recording." && seen["none address"] == "")
  }

  @Test("while something stands there that cannot, nothing is run, whichever button is pressed")
  func wrongAndScheduled() throws {
    let seen = try LiveReader.looks(
      """
      id = "pair"; await open();
      const [another, many] = inside(".live-another");
      type(0, "2x"); await look("wrong");
      another.click(); await new Promise((done) => setTimeout(done, 500)); await look("another");
      many.click(); await new Promise((done) => setTimeout(done, 500)); await look("many");
      seen.ends = inside(".live-ends button").length + "";
      await after(() => type(0, "2")); await look("right");
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    for look in ["wrong", "another", "many"] {
      #expect(seen["\(look) told"]?.contains("2x\u{2069} cannot take the place of") == true, "\(look)")
      #expect(seen[look] == LiveReader.recorded && seen["\(look) address"] == "", "\(look)")
    }
    #expect(seen["ends"] == "0")
    #expect(seen["right"] == "tick\ntick\n+schedule 1\nend\n" && seen["right address"] == "?live=pair;schedule=1")
  }

  @Test("many schedules are tried, their ends counted, and one of each can be seen")
  func manySchedules() throws {
    let seen = try LiveReader.looks(
      """
      const ends = () => inside(".live-ends button").map((end) => end.textContent).join("/");
      id = "pair"; await open();
      const many = inside(".live-another")[1];
      seen.button = many.textContent;
      await after(() => many.click()); seen.all = told(); seen.count = inside(".live-ends button").length + "";
      await after(() => type(0, "80")); seen.forgotten = ends();
      await after(() => many.click()); seen.told = told(); seen.ends = ends();
      await after(() => inside(".live-ends button")[1].click()); await look("second"); seen.kept = ends();
      seen.chosen = inside(".live-schedule input")[0].value;
      inside(".choices.live .choices-reset")[0].click(); seen.reset = ends();
      await after(() => type(0, "90"));
      many.click(); await until(() => /2 seconds/.test(told())); seen.endless = ends();
      await after(() => type(0, "91")); many.click(); await until(() => inside(".live-ends button").length);
      seen.trapped = ends();
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    #expect(seen["button"] == "Try 40 schedules")
    #expect(seen["all"] == "40 schedules end in 40 different ways." && seen["count"] == "8")
    #expect(seen["forgotten"] == "" && seen["reset"] == "" && seen["endless"] == "")
    #expect(seen["told"] == "40 schedules end in 3 different ways.")
    #expect(
      seen["ends"] == "34 of 40 schedules end like schedule 0/3 of 40 schedules end like schedule 1/"
        + "3 of 40 schedules end like schedule 2")
    #expect(seen["chosen"] == "1" && seen["kept"] == seen["ends"])
    #expect(seen["second"]?.contains("+schedule 1\n") == true)
    #expect(seen["trapped"] == "40 of 40 schedules end like schedule 0")
  }
}
