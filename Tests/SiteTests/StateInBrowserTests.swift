import Testing
import Words

@testable import Site

/// The loop at a step, as a reader has it shown in a browser, from disk.
extension LiveInBrowserTests {
  /// What the scripts of these tests begin with: the example's parts, and what a stand-in for the drawing is to show.
  private static let reader = """
    let more = () => inside(".stepper-state")[0];
    const said = () => more().querySelector("p").textContent;
    const scripts = () => all("script").filter(({ src }) => /live\\/|pictures|state\\.js/.test(src)).length + "";
    const step = (number) => inside(".stepper-bar button")[number].click();
    const says = async (act) => {
      const before = more() && said();
      act();
      await until(() => more() && said() && said() !== before && !more().querySelector("[aria-busy]"));
      return said() + " | " + more().querySelectorAll(".structure").length;
    };
    const examples = async () => loopbookRunner.open(find("script[data-live]").dataset);
    const fit = async (shown) => Object.assign((await examples())[id], {
      shown: shown ?? inside(".stepper-data")[0].textContent, rows: inside(".events tbody")[0].textContent,
    });

    """

  @Test("a reader who steps can have the loop shown as it stood: nothing is loaded before, and keys lead on")
  func state() throws {
    let seen = try LiveReader.looks(
      Self.reader + """
        id = "steps";
        seen.before = inside(".stepper-state").length + scripts();
        step(2); step(2);
        seen.offered = [inside(".stepper-state").length, more().open, more().querySelector("summary").textContent, scripts()].join();
        await fit();
        seen.opened = await says(() => more().open = true);
        seen.back = await says(() => step(0));
        seen.key = await says(() => more().dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true })));
        seen.role = more().querySelector("p").getAttribute("role");
        more().open = false; step(0); step(2); seen.closed = said();
        seen.one = inside(".stepper-state").length + "";
        """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    #expect(seen["before"] == "00")
    #expect(seen["offered"] == "1,false,\(InterfaceWords()[.stepState]),0")
    #expect(seen["opened"] == "Loop 2 of 2 at 10 | 1")
    #expect(seen["back"] == "Loop 1 of 2 at 00 | 1" && seen["key"] == seen["opened"])
    #expect(seen["role"] == "status" && seen["closed"] == "Loop 2 of 2 at 10" && seen["one"] == "1")
  }

  @Test("of a program with other values its own loop is shown, and none of what a slider chose")
  func stateOfChanges() throws {
    let seen = try LiveReader.looks(
      Self.reader + """
        id = "steps"; step(2); step(2);
        await fit(); await says(() => more().open = true);
        await open(); await after(() => type(0, "1"));
        const stepRun = (number) => inside(".is-run .stepper-bar button")[number].click();
        more = () => inside(".is-run .stepper-state")[0];
        // The reader wanted to see loops before.
        seen.changed = await says(() => stepRun(3)); seen.open = more().open + "";
        await after(() => type(0, "70")); stepRun(3);
        await until(() => said());
        seen.other = said() + " | " + more().querySelectorAll(".structure").length;
        inside(".choices.live .choices-reset")[0].click();
        more = () => inside(".stepper-state")[0];
        seen.reset = await says(() => step(0));
        const slider = inside(".choice input")[0];
        slider.focus(); slider.value = 0; slider.dispatchEvent(new Event("input"));
        await until(() => inside(".is-run .stepper-bar").length); stepRun(3);
        seen.slid = inside(".is-run .stepper-state").length + "";
        """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    #expect(seen["changed"] == "Loop 2 of 2 at 10 | 1" && seen["open"] == "true")
    #expect(seen["other"] == "\(InterfaceWords()[.stateDiffers]) | 0")
    #expect(seen["reset"] == "Loop 1 of 2 at 00 | 1" && seen["slid"] == "0")
  }

  @Test("no loop is drawn of a program that does not do what is shown, or cannot be had; the page says so")
  func stateThatCannotBe() throws {
    for other in ["await fit('something else');", ""] {
      let seen = try LiveReader.looks(
        Self.reader + """
          id = "steps"; step(2); \(other)
          seen.told = await says(() => more().open = true);
          """)
      try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
      #expect(seen["told"] == "\(InterfaceWords()[.stateDiffers]) | 0", "\(other)")
    }
    for file in ["live/", "live-pictures", "state.js"] {
      let seen = try LiveReader.looks(
        Self.reader + "id = 'steps'; step(2); seen.told = await says(() => more().open = true);", without: file)
      #expect(seen["told"] == "\(InterfaceWords()[.programMissing]) | 0", "\(file) \(seen)")
    }
  }
}
