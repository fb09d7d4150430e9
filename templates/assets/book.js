// What pages can do beyond being read: themes, search, keys, copying. Each works on its own; without them nothing is missing.
// The function keeps its names from other scripts; what is in it is not indented.
(() => {
"use strict";
const page = document.documentElement;
const { root = "", version = "", search } = document.currentScript?.dataset ?? {};
// The words of the site, which stand before this script.
const words = globalThis.loopbookWords ?? {};
const $ = (selector, from = document) => from.querySelector(selector);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const element = (name, attributes, ...children) => {
  const made = document.createElement(name);
  for (const key in attributes) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), attributes[key]);
    else made.setAttribute(key, attributes[key]);
  }
  made.append(...children);
  return made;
};
// What the end of an address names on this page.
const named = (hash) => {
  let name = hash.slice(1);
  try {
    name = decodeURIComponent(name);
  } catch { /* Its signs are its own. */ }
  return document.getElementById(name);
};
const fill = (text = "", values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
// The form of words that goes with a number, filled.
const counted = (forms = {}, count, values) =>
  fill(typeof forms === "string" ? forms : forms[new Intl.PluralRules(words.language).select(count)] ?? forms.other, { count, ...values });
// Loads a script when it is first wanted; one that did not come may be wanted again.
const onDemand = (src) => {
  let loading;
  return () => loading ??= new Promise((onload, failed) => document.head.append(element("script", {
    src, onload,
    onerror() {
      this.remove();
      loading = failed();
    },
  })));
};
globalThis.loopbookPage = { named, element, fill, counted, onDemand };

// ---- What the reader chose, for all pages ----
const recall = (name) => {
  try {
    return localStorage.getItem("loopbook-" + name);
  } catch { /* What was chosen lasts as long as the page. */ }
};
const remember = (name, value) => {
  try {
    if (value) localStorage.setItem("loopbook-" + name, value);
    else localStorage.removeItem("loopbook-" + name);
  } catch { /* As above. */ }
};

// ---- Themes: the machine's, or one that the reader chose ----
const themes = { "": words.colorsAuto, light: words.colorsLight, dark: words.colorsDark };
const stored = () => recall("theme") ?? page.dataset.theme ?? "";
const choose = (theme) => {
  if (theme) page.dataset.theme = theme;
  else delete page.dataset.theme;
  remember("theme", theme);
  for (const input of all(".themes input")) input.checked = input.value === theme;
};
const themeSwitch = element("fieldset", { class: "themes", "aria-label": words.colors },
  ...Object.entries(themes).map(([value, name]) => element("label", {},
    element("input", { type: "radio", name: "theme", value, onchange: () => choose(value) }), name)));

// ---- Messages that pass ----
const notice = element("p", { class: "notice", role: "status", hidden: "" });
let timer;
const tell = (text) => {
  notice.hidden = false;
  notice.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => notice.hidden = true, 1800);
};

// ---- Search: its script comes when it is first wanted ----
let isLoading = false;
// An address such as `index.html?q=timers` is a search.
const asked = new URLSearchParams(location.search).get("q");
const openSearch = () => {
  if (globalThis.loopbookSearch) return loopbookSearch.open();
  if (isLoading) return;
  isLoading = true;
  const asset = `${root}assets/`;
  document.head.append(element("script", {
    src: `${asset}search.js?v=${version}`, "data-index": `${asset}search/`, "data-root": root, "data-version": version,
    onload: () => loopbookSearch.open(asked),
    onerror: () => {
      isLoading = false;
      tell(words.searchMissing);
    },
  }));
};

// ---- Keys ----
const keys = [["← →", words.turnPages], ["e", words.foldAll], ["t", words.changeColors], ["?", words.thisList], ["Esc", words.close]];
if (search !== undefined) keys.unshift(["Ctrl-K /", words.search]);
// Who speaks to the machine, or hits keys by mistake, can switch off all that are pressed alone.
const switched = element("input", { type: "checkbox", onchange: () => remember("keys", switched.checked ? "" : "off") });
switched.checked = !recall("keys");
let help;
const openHelp = () => {
  help ??= document.body.appendChild(element("dialog", { class: "keys", "aria-labelledby": "page.keys" },
    element("h2", {}, element("label", { id: "page.keys" }, switched, " ", words.keys)),
    element("dl", {}, ...keys.flatMap(([key, meaning]) => [
      element("dt", {}, ...key.split(" ").flatMap((one) => [element("kbd", {}, one), " "])), element("dd", {}, meaning),
    ])),
    element("button", { type: "button", onclick: () => help.close() }, words.close)));
  help.showModal();
};
const turn = (way) => $(`.turn .${way}`)?.click();
const actions = {
  "?": openHelp,
  ArrowLeft: () => turn(page.dir === "rtl" ? "next" : "previous"),
  ArrowRight: () => turn(page.dir === "rtl" ? "previous" : "next"),
  e: () => foldAll(),
  t() {
    const names = Object.keys(themes);
    const theme = names[(names.indexOf(stored()) + 1) % names.length];
    choose(theme);
    tell(`${words.colors}: ${themes[theme]}`);
  },
};
if (search !== undefined) actions["/"] = openSearch;
addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || event.altKey || $("dialog[open], [popover]:popover-open")) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "k" && actions["/"]) {
    event.preventDefault();
    return openSearch();
  }
  if (event.ctrlKey || event.metaKey || event.repeat || !switched.checked) return;
  // In fields and in a stepper the keys have a meaning already, and on what is in the text arrows turn no page; a field may be in a tree of its own, as the preview's are.
  const target = event.composedPath()[0];
  if (target.closest("input, textarea, select, [contenteditable], [data-stepper]")) return;
  if (event.key.startsWith("Arrow") && (event.shiftKey || target.closest("main *"))) return;
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

// ---- Code: copying ----
const copy = async (block) => {
  const text = all("pre", block).map((pre) => pre.textContent.replace(/\n$/, "")).join("\n");
  try {
    await navigator.clipboard.writeText(text);
    tell(words.copied);
  } catch {
    // Without the clipboard the text is selected, ready for the reader's own command.
    getSelection().selectAllChildren(block);
    tell(words.selected);
  }
};
const addCopying = () => {
  for (const block of all(".code:not(.declaration), .example-code")) {
    block.append(element("button", { type: "button", class: "copy", "aria-label": words.copyCode, onclick: () => copy(block) }, words.copy));
  }
};

// What scrolls must be reachable with the keyboard; what does not need not be.
const markScrollers = () => {
  const scrollers = "pre, .trace, .table, .timeline-scroll, .structure, .events";
  const sizes = new ResizeObserver((entries) => {
    const found = entries.map(({ target }) => target.matches(scrollers) ? target : target.parentElement);
    const marks = found.map((box) => [box, box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight]);
    for (const [box, scrolls] of marks) {
      if (scrolls) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  });
  for (const box of all(scrollers)) {
    sizes.observe(box);
    // What is in it may grow, as the text of another font does.
    if (box.firstElementChild) sizes.observe(box.firstElementChild);
  }
};

// ---- Examples: folding ----
const fold = (example, isFolded) => {
  example.classList.toggle("is-folded", isFolded);
  $(".fold", example).setAttribute("aria-expanded", !isFolded);
};
const foldAll = () => {
  const examples = all(".example:has(.fold)");
  const isFolded = examples.some((example) => !example.classList.contains("is-folded"));
  // What is read stays where it is.
  const seen = examples.find((example) => example.getBoundingClientRect().bottom > 80);
  const top = seen?.getBoundingClientRect().top;
  for (const example of examples) fold(example, isFolded);
  if (seen && top < innerHeight) scrollBy({ top: seen.getBoundingClientRect().top - top, behavior: "instant" });
};
const addFolding = () => {
  const examples = all(".example");
  for (const example of examples) {
    $(".example-head", example).prepend(element("button", {
      type: "button", class: "fold", "aria-expanded": "true", "aria-label": example.getAttribute("aria-label"),
      onclick: () => fold(example, !example.classList.contains("is-folded")),
    }));
  }
  if (examples.length > 1) {
    $(".on-page")?.append(element("button", { type: "button", class: "fold-all", onclick: foldAll }, words.foldAll));
  }
};

// ---- Lines of a trace that the text tells of: shown while a link to them is pointed at, or their place is the page's target ----
let citing;
const showCited = ({ type, target }) => {
  const link = target.closest?.(".cited");
  if (type !== "hashchange" && link === citing) return;
  citing = link;
  for (const example of all("[data-cites]")) delete example.dataset.cites;
  for (const { hash } of link ? [location, link] : [location]) {
    const anchor = named(hash), example = anchor?.closest(".line")?.closest(".example");
    if (example) example.dataset.cites = `${example.dataset.cites ?? ""} ${anchor.id.split(".").pop()}`;
  }
};

// ---- The list of contents follows the reader ----
const showContents = () => {
  const contents = $(".on-page details"), wide = matchMedia("(min-width: 75.01em)");
  if (!contents) return;
  // Beside the text the list is always shown, and its title is no button.
  const suit = () => {
    contents.open ||= wide.matches;
    contents.firstElementChild.tabIndex = -wide.matches;
  };
  wide.onchange = suit;
  suit();
  followReader();
};
const followReader = () => {
  const links = new Map(all(".on-page a").map((link) => [named(link.hash), link]));
  const headings = [...links.keys()].filter(Boolean);
  let current;
  const update = () => {
    const next = links.get(headings.findLast((heading) => heading.getBoundingClientRect().top < 140));
    if (next === current) return;
    current?.removeAttribute("aria-current");
    next?.setAttribute("aria-current", "true");
    current = next;
    const box = $(".on-page");
    if (next && box.scrollHeight > box.clientHeight) box.scrollTop = next.offsetTop - box.clientHeight / 2;
  };
  // Browsers send this once a frame.
  addEventListener("scroll", update, { passive: true });
  update();
};

const start = () => {
  const foot = $(".sidebar-foot");
  foot?.append(element("div", { class: "switch" }, themeSwitch,
    element("button", { type: "button", class: "keys-open", "aria-label": words.keys, title: words.keys, onclick: openHelp }, "?")));
  choose(stored());
  if (search !== undefined) {
    const button = element("button", { type: "button", class: "search-open", "aria-label": words.search, onclick: openSearch });
    button.innerHTML = `<svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16"><path d="M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2m3.7 8.7L14.5 14.5" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/></svg><span></span><kbd>Ctrl-K</kbd>`;
    $("span", button).textContent = words.search;
    $(".top")?.append(button);
  }
  document.body.append(notice);
  addCopying();
  addFolding();
  markScrollers();
  for (const name of ["pointerover", "focusin", "hashchange"]) addEventListener(name, showCited);
  showCited({ target: page });
  showContents();
  // On small screens a link shows the chapters; a button does it better.
  const sidebar = $(".sidebar"), link = $(".menu");
  if (sidebar && link && "popover" in sidebar) {
    sidebar.popover = "auto";
    const menu = element("button", { type: "button", class: "menu", popovertarget: sidebar.id, "aria-label": words.chapters });
    menu.append(...link.childNodes);
    link.replaceWith(menu);
  }
  const list = $(".sidebar-list"), here = $("[aria-current]", list ?? document);
  const center = () => {
    if (here && list && list.scrollHeight > list.clientHeight) list.scrollTop = here.offsetTop - list.clientHeight / 2;
  };
  center();
  sidebar?.addEventListener("toggle", center);
  // A link into what is folded opens it.
  const unfold = () => {
    const target = named(location.hash);
    const example = target?.closest(".example:has(.fold)");
    if (example) fold(example, false);
    for (let box = target; box; box = box.parentElement?.closest("details")) if (box.tagName === "DETAILS") box.open = true;
  };
  addEventListener("hashchange", unfold);
  unfold();
  if (search !== undefined && asked) openSearch();
};
if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
else start();
})();
