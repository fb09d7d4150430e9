// Steps through the events of a trace: timeline, table, snippet, flow chart and structure move together.
(() => {
  "use strict";
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  // The words of the site, which stand before the script that all pages share.
  const told = globalThis.loopbookWords ?? {};
  const fill = (text = "", values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const write = (element, attributes) => {
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    return element;
  };

  // The elements of an attribute's value, by that value.
  const byValue = (root, name) => {
    const found = {};
    for (const element of all(root, `[${name}]`)) (found[element.getAttribute(name)] ??= []).push(element);
    return found;
  };

  const set = (elements, on) => {
    for (const element of elements ?? []) {
      element.classList.toggle("is-current", on);
      if (element.tagName !== "TR") continue;
      if (on) write(element, { "aria-current": "step" });
      else element.removeAttribute("aria-current");
    }
  };

  const scroll = (box, left, top) => box.scrollTo({ left, top, behavior: calm ? "auto" : "smooth" });

  const begin = (root) => {
    const find = (selector) => root.querySelector(selector);
    const data = JSON.parse(find(".stepper-data")?.textContent ?? "{}");
    if (data.version !== 1 || !data.events.length) return;
    const events = data.events, end = events.length - 1;
    const marks = byValue(root, "data-event");
    const lines = byValue((root.closest("[data-example]") ?? root).querySelector(".example-code") ?? root, "data-line");
    const more = find(".stepper-more");
    const cursor = find(".timeline-cursor");
    const hand = find(".overview-cursor");
    const picture = find(".timeline-scroll");
    const list = find(".events");
    let steps = {}, now = -1;

    const bar = write(document.createElement("div"), {
      class: "stepper-bar", role: "group", "aria-label": told.stepThrough,
    });
    const draw = (name, attributes) => write(document.createElementNS(find("svg").namespaceURI, name), attributes);
    const button = (path, label, go) => {
      const element = write(document.createElement("button"), { type: "button", title: label, "aria-label": label });
      const drawing = draw("svg", { viewBox: "0 0 16 16" });
      drawing.append(draw("path", { d: path }));
      element.append(drawing);
      element.onclick = go;
      bar.append(element);
      return element;
    };
    const first = button("M3 3h2v10H3zM13 3v10L6 8z", told.firstEvent, () => show(0));
    const back = button("M11.5 3v10L4.5 8z", told.previousEvent, () => show(now - 1));
    const next = button("M4.5 3v10l7-5z", told.nextEvent, () => show(now + 1));
    const last = button("M13 3h-2v10h2zM3 3v10l7-5z", told.lastEvent, () => show(end));
    const words = write(document.createElement("p"), { "aria-live": "polite" });
    words.textContent = told.stepHint;
    bar.append(words);
    root.prepend(bar);
    root.classList.add("is-live");

    const mark = (on) => {
      if (now < 0) return;
      const [event, , step, line] = events[now];
      set(marks[event], on);
      set(lines[line], on);
      set(steps[step], on);
    };

    // The page has one flow chart; the others are copies, made when they are wanted.
    const unfold = () => {
      if (!more || more.ready) return;
      more.ready = true;
      let chart = find(".flowchart");
      const model = document.querySelector(".flowchart");
      if (!chart && model) {
        chart = write(model.cloneNode(true), { "aria-hidden": true });
        for (const element of all(chart, "[id]")) element.removeAttribute("id");
        more.lastElementChild.prepend(chart);
      }
      if (chart) steps = byValue(chart, "data-step");
    };
    more?.addEventListener("toggle", () => {
      mark(false);
      unfold();
      mark(true);
    });

    const show = (place) => {
      if (now < 0 && more) more.open = true;
      unfold();
      mark(false);
      now = Math.max(0, Math.min(end, place));
      mark(true);
      const [event, , step, line, left, snapshot, part] = events[now];
      const row = marks[event]?.find((element) => element.tagName === "TR");
      const cells = row ? all(row, "td").slice(0, 4).map((cell) => cell.textContent) : [];
      words.textContent = fill(told.stepOf, { number: now + 1, last: events.length }) + ": \u2066" + cells.filter(Boolean).join(" ") + "\u2069" +
        (step ? ", " + fill(told.stepNumber, { number: step }) : "") +
        (line ? ", " + fill(told.stepLine, { number: line }) : "");
      // A button that is disabled loses the focus, and the keys with it.
      for (const element of [first, back]) write(element, { "aria-disabled": now === 0 });
      for (const element of [next, last]) write(element, { "aria-disabled": now === end });
      if (cursor) {
        cursor.style.display = left < 0 ? "none" : "inline";
        write(cursor, { transform: `translate(${left} 0)` });
      }
      if (hand) {
        hand.style.display = "inline";
        write(hand, { x1: part / 100 + "%", x2: part / 100 + "%" });
      }
      if (picture && left >= 0) {
        const room = picture.clientWidth - (find(".timeline-names")?.clientWidth ?? 0);
        scroll(picture, Math.max(0, left - room / 2), 0);
      }
      if (list && row) scroll(list, list.scrollLeft, row.offsetTop - list.clientHeight / 2);
      for (const element of all(root, "[data-snapshot]")) element.hidden = element.dataset.snapshot !== String(snapshot);
      root.dispatchEvent(new CustomEvent("loopbook-step", { bubbles: true, detail: { event, name: fill(told.stepOf, { number: now + 1, last: events.length }) } }));
    };

    root.addEventListener("keydown", (key) => {
      if (key.altKey || key.ctrlKey || key.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(key.target.tagName)) return;
      const to = { ArrowRight: now + 1, ArrowDown: now + 1, ArrowLeft: now - 1, ArrowUp: now - 1, Home: 0, End: end }[key.key];
      if (to === undefined) return;
      key.preventDefault();
      show(to);
    });
    root.addEventListener("click", (click) => {
      const target = click.target.closest("[data-event]");
      if (!target) return;
      // What has no row, as a run's bracket, leads to the next that has one.
      const wanted = Number(target.dataset.event);
      const same = events.findLastIndex((event) => event[0] === wanted);
      const place = same < 0 ? events.findIndex((event) => event[0] >= wanted) : same;
      if (place >= 0) show(place);
    });
  };

  // A picture that comes later is given to this function.
  globalThis.loopbookStepper = begin;
  const start = () => all(document, "[data-stepper]").forEach(begin);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
