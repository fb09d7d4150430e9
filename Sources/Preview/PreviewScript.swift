internal import Text

/// What a previewed page has besides: it waits for a change, loads the page anew and keeps its place, shows what is
/// wrong with the book, and asks for what is to be done about it.
enum PreviewScript {
  /// The scripts of a page; `facts` are what they know of it.
  static func text(_ facts: JSONValue, canEdit: Bool) -> String {
    let known = String(decoding: facts.insideHTML, as: UTF8.self)
    let parts = place + panel + news + (canEdit ? PreviewEditor.text : "")
    return "<script>\n(() => {\nconst known = \(known);\n\(parts)})();\n</script>"
  }

  /// Where the reader was.
  private static let place = #"""
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

    """#

  /// What is wrong, and what can be done about it.
  ///
  /// It stands in a tree of its own, where the page's style sheets do not reach it, nor its own the page.
  private static let panel = #"""
    const make = (name, attributes, ...inner) => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) {
        if (key === "onclick") element.onclick = value; else element.setAttribute(key, value);
      }
      element.append(...inner);
      return element;
    };
    const style = `
      :host { all: initial }
      * { box-sizing: border-box }
      [role=alert] { max-height: 45vh; overflow: auto; padding: .75rem 1rem; background: #2b1111; color: #ffe3e0;
        border-top: 3px solid #ff6b5e; font: 13px/1.45 ui-monospace, monospace }
      :host(.inline) [role=group] { margin: .5rem 0 1rem; background: #2b1111; color: #ffe3e0; padding: .5rem .75rem;
        border-left: 3px solid #ff6b5e; font: 13px/1.45 ui-monospace, monospace; overflow-x: auto }
      pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
      .message { padding-left: 2ch; text-indent: -2ch }
      .excerpt { overflow-x: auto; white-space: pre }
      .fold { position: sticky; top: -.75rem; display: block; width: 100%; margin: -.75rem 0 0; padding: .5rem 0;
        border: 0; border-radius: 0; background: inherit; text-align: start }
      .fold[aria-expanded=false] { margin-bottom: -.75rem }
      .fold::before { content: "▸ " / "" } .fold[aria-expanded=true]::before { content: "▾ " / "" }
      .fold:hover { text-decoration: underline; background: inherit }
      [hidden] { display: none }
      .head { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; margin: .4rem 0 }
      .head a { color: inherit }
      .change { border-top: 1px solid #6d3a38; margin-top: .6rem }
      .old { color: #ff9d94 } .new { color: #9be7a8 }
      .new:empty::before, .old:empty::before { content: "\\200b" }
      button { font: 600 13px/1.4 system-ui, sans-serif; padding: .2rem .7rem; border: 1px solid #ff9d94;
        border-radius: 4px; background: #4a1d1b; color: inherit; cursor: pointer }
      button:hover { background: #6d2a27 }
      button:focus-visible, a:focus-visible { outline: 2px solid #fff; outline-offset: 2px }
      button:disabled { opacity: .5; cursor: default }
      .answer { margin: .4rem 0; color: #ffd479 } .answer:empty { display: none }`;
    const send = async (name, body, example) => {
      const query = example === undefined ? "" : "?example=" + encodeURIComponent(example);
      const answer = await fetch("/.loopbook/" + name + query,
        { method: "POST", headers: { "X-Loopbook-Token": known.token, "Content-Type": "text/plain" }, body });
      return { isFine: answer.ok, text: await answer.text() };
    };
    const difference = (lines) => make("pre", {}, ...lines.map((line) =>
      make("div", { class: line[0] === "+" ? "new" : line[0] === "-" ? "old" : "" },
        line.replace(/ +$/, "") || "\u200b")));
    // Asks for recordings to be written; what comes of it is a change of the book, or is told here.
    const accept = async (changes, button, answer) => {
      button.disabled = true;
      answer.textContent = "";
      try {
        const result = await send("accept", changes.map((change) => change.id).join("\n"));
        answer.textContent = result.text.trim();
      } catch {
        answer.textContent = "The preview does not answer.";
      }
      button.disabled = false;
    };
    const acceptButton = (label, changes, answer, name) =>
      make("button", { type: "button", "aria-label": name,
        onclick: (event) => accept(changes, event.target, answer) }, label);
    const alone = (changes, change) => changes.filter((other) => other.example === change.example);
    const island = (id, isInline) => {
      const host = make("div", { id, class: isInline ? "inline" : "" });
      host.attachShadow({ mode: "open" }).append(make("style", {}, style));
      return host;
    };
    const foldKey = "loopbook-preview-folded";
    // Messages wrap; a line of a file and the mark below it stay one below the other, and scroll.
    const messages = (text) => {
      const block = make("pre", {});
      let excerpt;
      for (const line of text.replace(/\n$/, "").split("\n")) {
        if (!/^ +\d* \|/.test(line)) {
          excerpt = undefined;
          block.append(make("div", { class: "message" }, line || "\u200b"));
        } else if (excerpt) excerpt.append("\n" + line);
        else block.append(excerpt = make("div", { class: "excerpt", tabindex: "0" }, line));
      }
      return block;
    };
    const show = (state) => {
      document.querySelectorAll("[id^='loopbook-problems']").forEach((element) => element.remove());
      const changes = state.changes || [];
      document.body.style.paddingBottom = "";
      if (!state.problems && !changes.length) return;
      const panel = make("div", {});
      const answer = make("div", { class: "answer", role: "status" });
      if (changes.length) {
        const count = new Set(changes.map((change) => change.example)).size;
        panel.append(make("div", { class: "head" },
          make("strong", {},
            (count === 1 ? "1 example does" : count + " examples do") + " something different from the book"),
          acceptButton(count === 1 ? "Accept" : "Accept all", changes, answer, "Accept what all examples do")), answer);
      }
      for (const [index, change] of changes.entries()) {
        const link = make("a", { href: "/" + change.page.split("/").map(encodeURIComponent).join("/") + "#" +
          encodeURIComponent(change.anchor) }, change.place);
        const own = alone(changes, change);
        const button = (where) => own[0] === change
          ? [acceptButton("Accept", own, where, "Accept what " + change.example + " does")] : [];
        panel.append(make("div", { class: "change" }, make("div", { class: "head" },
          make("span", {}, link, " " + change.title + " of " + change.example),
          ...(own.length < changes.length ? button(answer) : [])), difference(change.lines)));
        // Beside what is recorded, too.
        const block = change.page === known.page && document.getElementById(change.anchor);
        if (!block) continue;
        const here = island("loopbook-problems-" + index, true);
        const own_answer = make("div", { class: "answer", role: "status" });
        here.shadowRoot.append(make("div", { role: "group", "aria-label": change.title + " now" },
          make("div", { class: "head" }, make("strong", {}, change.title + " now"),
            ...button(own_answer)),
          own_answer, difference(change.lines)));
        block.append(here);
      }
      if (state.problems) {
        panel.append(make("div", { class: changes.length ? "change" : "" }, messages(state.problems)));
      }
      const host = island("loopbook-problems", false);
      host.style.cssText = "position:fixed;inset:auto 0 0 0;z-index:9999";
      const differing = new Set(changes.map((change) => change.example)).size;
      const title = [
        [differing, "example differs", "examples differ"],
        ...["error", "warning"].map((kind) => [
          [...state.problems.matchAll(new RegExp("^(\\S.*?: )?" + kind + ": ", "gm"))].length, kind, kind + "s"]),
      ].filter(([count]) => count).map(([count, one, more]) => count + " " + (count === 1 ? one : more)).join(", ");
      const button = make("button", { type: "button", class: "fold", onclick: () => fold(!panel.hidden) },
        title || "Problems");
      const outer = make("div", { role: "alert", tabindex: "0" }, button, panel);
      const fold = (isFolded) => {
        panel.hidden = isFolded;
        button.setAttribute("aria-expanded", !isFolded);
        sessionStorage.setItem(foldKey, isFolded ? "1" : "");
        // The end of the page can be read, too.
        document.body.style.paddingBottom = outer.offsetHeight + "px";
      };
      host.shadowRoot.append(outer);
      document.body.append(host);
      fold(sessionStorage.getItem(foldKey) === "1");
    };

    """#

  /// What changed.
  ///
  /// A browser has few connections to one server. So of all tabs that are seen, one waits for changes, and tells the
  /// others; a tab that is hidden asks when it is seen again.
  private static let news = #"""
    let version = known.version;
    let shown;
    const tell = (state) => {
      const text = JSON.stringify([state.problems, state.changes]);
      if (text !== shown) show(state);
      shown = text;
    };
    const take = (state) => {
      if (state.session !== known.session) return reload();
      if (state.version === version) return;
      const isChanged = version < state.since || (state.pages[known.page] ?? 0) > version;
      version = state.version;
      if (isChanged && !state.stale) return reload();
      tell(state);
    };
    const ask = async (waits, signal) => {
      const query = waits ? "?session=" + known.session + "&version=" + version : "";
      return (await fetch("/.loopbook/change" + query, { signal })).json();
    };
    const pause = (time) => new Promise((done) => setTimeout(done, time));
    const channel = new BroadcastChannel("loopbook-preview");
    channel.onmessage = (event) => { if (!document.hidden) take(event.data); };
    // The server may have ended, or the computer have been asleep.
    const look = async () => { try { take(await ask(false)); } catch { /* It is asked again. */ } };
    const lead = async (signal) => {
      while (!signal.aborted) {
        try {
          const state = await ask(true, signal);
          channel.postMessage(state);
          take(state);
        } catch {
          if (!signal.aborted) await pause(1000);
        }
      }
    };
    let leaving;
    const join = () => {
      leaving?.abort();
      if (document.hidden) return;
      const { signal } = leaving = new AbortController();
      // Browsers have locks only where a page comes from this machine, or is encrypted.
      if (navigator.locks) navigator.locks.request("loopbook-preview", { signal }, () => lead(signal)).catch(() => {});
    };
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) look();
      join();
    });
    addEventListener("pagehide", () => leaving?.abort());
    addEventListener("pageshow", (event) => { if (event.persisted) { look(); join(); } });
    // Where no tab can lead, or the one that does is stuck.
    setInterval(() => { if (!document.hidden) look(); }, navigator.locks ? 5000 : 1000);
    ask(false).then((state) => {
      take(state);
      tell(state);
    }).catch(() => {}).then(join);

    """#
}
