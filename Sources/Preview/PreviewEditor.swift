/// What a page has that lets its reader change listings and run them.
enum PreviewEditor {
  /// The script, which stands behind that of the preview and uses its names.
  static let text = #"""
    const editorStyle = `
      [role=group] { margin: .5rem .75rem; font: 13px/1.45 ui-monospace, monospace }
      .editor { border-left: 3px solid #3b82f6; background: #0f172a; color: #e2e8f0; margin: .4rem 0 1rem;
        padding: .5rem .75rem; overflow-x: auto }
      textarea { width: 100%; min-height: 6rem; resize: vertical; tab-size: 4; font: inherit; color: inherit;
        background: #020617; border: 1px solid #475569; padding: .5rem; white-space: pre; overflow: auto }
      button { background: #1e3a8a; color: #e2e8f0; border-color: #93c5fd } button:hover { background: #1d4ed8 }
      button:focus-visible { outline-color: #3b82f6 }
      h3 { font: 600 13px/1.4 system-ui, sans-serif; margin: .6rem 0 .2rem }
      [hidden] { display: none }`;
    const runListing = async (name, text, result, button, isLatest) => {
      result.replaceChildren("Running…");
      let answer;
      try { answer = await send("run", text, name); } catch { answer = { text: "The preview does not answer." }; }
      if (!isLatest()) return;
      if (!answer.isFine) return result.replaceChildren(answer.text.trim());
      const outcome = JSON.parse(answer.text);
      const parts = [];
      const add = (title, inner) => parts.push(make("h3", {}, title), inner);
      if (outcome.problems) add("What is wrong", make("div", { class: "old" }, messages(outcome.problems)));
      if (outcome.error) add("The message", make("pre", {}, outcome.error));
      if (outcome.output !== undefined) add("Output", make("pre", {}, outcome.output || "(nothing)"));
      if (outcome.trace) add("Trace", make("pre", {}, outcome.trace));
      for (const change of outcome.changes) {
        add("What differs from the book: " + change.title, difference(change.lines));
      }
      if (!outcome.problems && !outcome.changes.length) add("It does what the book says.", "");
      result.replaceChildren(...parts);
    };
    document.querySelectorAll("[id^='example.']").forEach((block) => {
      const id = block.id.slice("example.".length);
      const name = known.chapter + "#" + id;
      const host = island("loopbook-editor." + id, false);
      const result = make("div", { role: "status" });
      const editor = make("textarea", {
        spellcheck: "false", autocapitalize: "off", "aria-label": "The listing " + id });
      let source = null, runs = 0;
      const run = () => {
        const number = ++runs;
        runListing(name, editor.value, result, runButton, () => number === runs);
      };
      const runButton = make("button", { type: "button", onclick: run }, "Run");
      const reset = make("button", { type: "button", onclick: () => {
        editor.value = source;
        result.replaceChildren();
      } }, "Reset");
      const body = make("div", { hidden: "", class: "editor" }, editor, make("div", { class: "head" }, runButton, reset,
        make("span", {}, "Ctrl-Enter runs it. Nothing is written into the book.")), result);
      const open = make("button", { type: "button", "aria-expanded": "false", onclick: async () => {
        if (source === null) {
          try {
            const answer = await send("source", "", name);
            if (!answer.isFine) return open.after(" " + answer.text.trim());
            source = editor.value = answer.text;
            editor.rows = Math.min(40, source.split("\n").length + 1);
          } catch { return; }
        }
        body.hidden = !body.hidden;
        open.setAttribute("aria-expanded", String(!body.hidden));
        if (!body.hidden) editor.focus();
      } }, "Edit and run");
      editor.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); run(); }
      });
      host.shadowRoot.append(make("style", {}, editorStyle),
        make("div", { role: "group", "aria-label": "Change and run " + id }, open, body));
      block.append(host);
    });

    """#
}
