// Tells what the names in listings mean: where a pointer rests on one, where one is tapped, and, from the keyboard, after Enter on a listing.
// What is told comes in a script of the chapter, when a reader first comes to a listing; until then, and for screen readers until asked, listings are as they were.
(() => {
"use strict";
const { root, types: address, otherNames, renamed } = document.currentScript?.dataset ?? {};
const { element, onDemand } = loopbookPage;
const words = globalThis.loopbookWords ?? {};
const all = (root, selector) => [...root.querySelectorAll(selector)];
const listings = ".example-code > pre, .example-code > .hidden-lines > pre";
const listingAt = (target) => target.closest?.(".example")?.contains(target) ? target.closest(listings) : null;
const nameAt = (target) => target.closest?.(".type-name");

// ---- What is told ----
let declarations, examples;
globalThis.loopbookTypes = (...data) => {
  [declarations, examples] = data;
};
const load = onDemand(address);

// ---- Names in a listing ----
// A name is within one token, so within one text.
const markName = (line, start, length, place) => {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), before = 0; node; before += node.length, node = walker.nextNode()) {
    if (start >= before + node.length) continue;
    if (start + length > before + node.length) return;
    const name = start > before ? node.splitText(start - before) : node;
    if (length < name.length) name.splitText(length);
    const mark = element("span", { class: "type-name", "data-type": place });
    name.replaceWith(mark);
    mark.append(name);
    return;
  }
};
const marked = new WeakSet();
const markExample = (example) => {
  if (marked.has(example)) return;
  marked.add(example);
  for (const [number, ...names] of examples[example.dataset.example.split("#").pop()] ?? []) {
    for (const line of all(example, `:is(${listings}) [data-line="${number}"]`)) {
      // Where a reader has changed a value, nothing stands where it stood.
      if (line.querySelector(".is-chosen")) continue;
      // From the last, so that what was marked changes no place.
      for (let i = names.length - 3; i >= 0; i -= 3) markName(line, names[i], names[i + 1], names[i + 2]);
    }
  }
};
// Marks the names of the example that a listing is of; false where nothing can be told.
const prepare = async (listing) => {
  try {
    await load();
  } catch {
    return false;
  }
  markExample(listing.closest(".example"));
  return true;
};

// ---- The note ----
const note = element("div", { class: "type-note", id: "type.note", role: "tooltip", hidden: "" });
let current, timer;
const place = () => {
  if (!current) return;
  const name = current.getBoundingClientRect(), listing = current.closest("pre").getBoundingClientRect();
  // What has been scrolled away tells nothing.
  if (name.bottom < 0 || name.top > innerHeight || name.right < listing.left || name.left > listing.right) return hide();
  const width = document.documentElement.clientWidth, { offsetWidth, offsetHeight } = note;
  const isBelow = name.bottom + offsetHeight + 8 <= innerHeight || name.top < offsetHeight + 8;
  note.style.left = `${Math.max(8, Math.min(name.left, width - offsetWidth - 8))}px`;
  note.style.top = `${isBelow ? name.bottom + 4 : name.top - offsetHeight - 4}px`;
};
const spans = (text) => text.replace(/<(\w+):|>/g, (_, kind) => kind ? `<span class="${kind}">` : "</span>");
const write = (number) => {
  const row = declarations[number];
  for (const single of typeof row[0] === "number" ? row.map((place) => declarations[place]) : [row]) {
    const [declaration, sentence, link, title] = single;
    const code = element("code", { class: "language-swift" });
    code.innerHTML = spans(declaration);
    note.append(code);
    if (!sentence && !link) continue;
    const text = element("p");
    text.innerHTML = sentence ?? "";
    const isOutside = /^\w+:/.test(link);
    if (link) text.append(sentence ? " " : "", element("a", { href: isOutside ? link : root + link, class: isOutside ? "is-outside" : "is-inside" }, title || new URL(link).host));
    note.append(text);
  }
};
const hide = () => {
  clearTimeout(timer);
  current?.classList.remove("is-told");
  current = undefined;
  note.hidden = true;
};
const show = (name) => {
  clearTimeout(timer);
  if (current === name) return;
  hide();
  current = name;
  name.classList.add("is-told");
  note.replaceChildren();
  write(Number(name.dataset.type));
  if (!note.isConnected) document.body.append(note);
  note.hidden = false;
  place();
};
const later = (work, delay) => {
  clearTimeout(timer);
  timer = setTimeout(work, delay);
};
addEventListener("scroll", place, { capture: true, passive: true });
addEventListener("resize", place, { passive: true });

// ---- What others call the same ----
// One switch for all listings, at each example that has such names. A name is shown above the listing's own, so that nothing of the code changes.
const page = document.documentElement, stored = "loopbook-other-names", switches = [];
const otherName = (number, text) => {
  const row = declarations[number];
  const names = (typeof row[0] === "number" ? row : [number]).map((place) => declarations[place][4]?.split(/ (.*)/)).filter(Boolean);
  return names.some(([own]) => own === text) ? names.at(-1)[1] : undefined;
};
const showOtherNames = async (isOn) => {
  if (isOn) {
    try {
      await load();
    } catch {
      return;
    }
    for (const { example } of switches) {
      markExample(example);
      // From the last, each in as many rows above the code as it takes to stand over those that begin before it ends; its letters have .72 of the size.
      let line, behind;
      for (const name of all(example, ".type-name").reverse()) {
        const other = otherName(Number(name.dataset.type), name.textContent.replaceAll("`", ""));
        if (!other) continue;
        name.dataset.other = other;
        if (line !== lineOf(name)) {
          line = lineOf(name);
          behind = [];
        }
        const before = new Range();
        before.setStart(line, 0);
        before.setEndBefore(name);
        const start = String(before).length, end = start + other.length * .72 + 1;
        const rows = 1 + Math.max(0, ...behind.map(([at, its]) => at < end ? its : 0));
        behind.push([start, rows]);
        name.style.setProperty("--rows", rows);
      }
    }
  }
  hide();
  page.classList.toggle("has-other-names", isOn);
  for (const { button } of switches) button.setAttribute("aria-pressed", isOn);
};
const switchNames = async (button, isOn) => {
  // What the reader looks at stays where it is.
  const before = button.getBoundingClientRect().top;
  await showOtherNames(isOn);
  scrollBy({ top: button.getBoundingClientRect().top - before, behavior: "instant" });
  try {
    if (isOn) localStorage.setItem(stored, "on");
    else localStorage.removeItem(stored);
  } catch { /* It lasts as long as the page. */ }
};
for (const id of renamed?.split(" ") ?? []) {
  const example = document.querySelector(`.example[data-example$="#${CSS.escape(id)}"]`);
  if (!example) continue;
  const button = element("button", { type: "button", class: "names-switch", "aria-pressed": "false", title: otherNames }, words.otherNames);
  button.addEventListener("click", () => switchNames(button, !page.classList.contains("has-other-names")));
  example.querySelector(".example-head").append(button);
  switches.push({ example, button });
}
try {
  if (switches.length && localStorage.getItem(stored)) showOtherNames(true);
} catch { /* Then they are off. */ }

// ---- The pointer ----
document.addEventListener("pointerover", async (pointer) => {
  if (pointer.pointerType === "touch") return;
  if (note.contains(pointer.target)) return clearTimeout(timer);
  const listing = listingAt(pointer.target);
  if (listing && !marked.has(listing.closest(".example"))) {
    if (!await prepare(listing)) return;
  }
  const name = nameAt(listing ? document.elementFromPoint(pointer.clientX, pointer.clientY) ?? pointer.target : pointer.target);
  if (name) later(() => show(name), current ? 60 : 250);
  else if (current && current !== document.activeElement) later(hide, 250);
  else if (!current) clearTimeout(timer);
});
document.addEventListener("click", async (click) => {
  if (note.contains(click.target)) return;
  const listing = listingAt(click.target);
  // Who selects text, or has come to a value that can be changed, asks for nothing.
  if (!listing || !getSelection().isCollapsed || click.target.closest("[contenteditable]")) return hide();
  if (!await prepare(listing)) return;
  const name = nameAt(document.elementFromPoint(click.clientX, click.clientY) ?? click.target);
  if (name) show(name);
  else hide();
});

// ---- The keyboard ----
// The listing is the only stop, whether or not it scrolls; from it, Enter leads to its first name, and arrows from one to another.
const stops = new MutationObserver((changes) => {
  for (const { target } of changes) if (!target.hasAttribute("tabindex")) target.tabIndex = 0;
});
for (const listing of all(document, listings)) {
  listing.tabIndex = 0;
  stops.observe(listing, { attributeFilter: ["tabindex"] });
}
const roles = { role: "button", tabindex: "-1", "aria-describedby": note.id };
const leave = (name) => {
  for (const key in roles) name.removeAttribute(key);
};
const come = (name) => {
  for (const key in roles) name.setAttribute(key, roles[key]);
  show(name);
  name.focus();
};
const lineOf = (name) => name.closest("[data-line]");
const column = (name) => name.getBoundingClientRect().left;
// The name of another line that stands nearest, up or down.
const beyond = (names, name, step) => {
  for (let i = names.indexOf(name) + step; names[i]; i += step) {
    if (lineOf(names[i]) === lineOf(name)) continue;
    return names.filter((other) => lineOf(other) === lineOf(names[i]))
      .reduce((best, other) => Math.abs(column(other) - column(name)) < Math.abs(column(best) - column(name)) ? other : best);
  }
};
document.addEventListener("focusin", (focus) => {
  if (current && !note.contains(focus.target) && focus.target !== current) hide();
});
document.addEventListener("focusout", (focus) => {
  const name = focus.target.closest?.(".type-name");
  if (!name || note.contains(focus.relatedTarget)) return;
  leave(name);
  if (current === name) hide();
});
document.addEventListener("keydown", async (key) => {
  if (key.altKey || key.ctrlKey || key.metaKey || key.isComposing) return;
  const target = key.target;
  if (key.key === "Escape" && current) {
    const name = current;
    const isOurs = note.contains(target) || target === name;
    hide();
    if (isOurs) {
      leave(name);
      name.closest("pre").focus();
    }
    return key.preventDefault();
  }
  if (key.key === "Enter" && target.matches(listings) && target.closest(".example")) {
    key.preventDefault();
    if (!await prepare(target)) return;
    const first = target.querySelector(".type-name");
    if (first) come(first);
    return;
  }
  if (!target.matches(".type-name")) return;
  const names = all(target.closest("pre"), ".type-name"), number = names.indexOf(target);
  const next = {
    ArrowRight: names[number + 1], ArrowLeft: names[number - 1], Home: names[0], End: names.at(-1),
    ArrowDown: beyond(names, target, 1), ArrowUp: beyond(names, target, -1),
  }[key.key];
  const isMove = /^(Arrow|Home$|End$)/.test(key.key);
  if (!isMove && key.key !== "Enter" && key.key !== " ") return;
  key.preventDefault();
  if (next) come(next);
  else if (!isMove) note.querySelector("a")?.focus();
});
})();
