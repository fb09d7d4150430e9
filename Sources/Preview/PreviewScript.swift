/// What a previewed page has besides: it waits for a change, loads the page anew and keeps its place, and shows what is
/// wrong with the book.
enum PreviewScript {
  static func text(version: Int) -> String {
    """
    <script>
    (() => {
      const key = "loopbook-preview-place";
      const place = JSON.parse(sessionStorage.getItem(key) || "null");
      sessionStorage.removeItem(key);
      if (place && place.path === location.pathname) {
        document.querySelectorAll("details").forEach((element, index) => {
          if (place.open[index] !== undefined) element.open = place.open[index];
        });
        scrollTo({ top: place.top, behavior: "instant" });
      }
      const reload = () => {
        const open = [...document.querySelectorAll("details")].map((element) => element.open);
        sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, top: scrollY, open }));
        location.reload();
      };
      const show = (problems) => {
        document.getElementById("loopbook-problems")?.remove();
        if (!problems) return;
        const panel = document.createElement("pre");
        panel.id = "loopbook-problems";
        panel.setAttribute("role", "alert");
        panel.tabIndex = 0;
        panel.textContent = problems;
        panel.style.cssText = "position:fixed;inset:auto 0 0 0;max-height:45vh;overflow:auto;margin:0;padding:1rem;" +
          "background:#2b1111;color:#ffe3e0;font:13px/1.45 ui-monospace,monospace;white-space:pre-wrap;" +
          "border-top:3px solid #ff6b5e;z-index:9999";
        document.body.append(panel);
      };
      let version = \(version);
      const wait = async (pause) => {
        await new Promise((done) => setTimeout(done, pause));
        try {
          const answer = await fetch("/.loopbook/change?version=" + version);
          const change = await answer.json();
          if (change.version !== version) {
            version = change.version;
            if (!change.stale) return reload();
            show(change.problems);
          }
          wait(0);
        } catch {
          // The server has ended, or the computer was asleep.
          wait(1000);
        }
      };
      fetch("/.loopbook/change").then((answer) => answer.json()).then((change) => {
        if (change.version !== version) return reload();
        show(change.problems);
        wait(0);
      }).catch(() => wait(1000));
    })();
    </script>
    """
  }
}
