// Puts what another run of an example did in the place of its recording, marks what differs, and brings the recording back.
// A run is HTML such as the template `results` makes: blocks of class `recording`, each with the lines of an output or a trace, and `picture`.
(() => {
"use strict";
const words = globalThis.loopbookWords ?? {};
const { named, element, fill, counted } = loopbookPage;
const all = (root, selector) => [...root.querySelectorAll(selector)];
// Code keeps its own direction in any sentence.
const code = (text) => `\u2066${text}\u2069`;
// The end of a text before a value, without a word that was cut.
const ending = (text, most) => text.length > most ? "…" + text.slice(1 - most).replace(/^\w+\W+(?=\w)/, "") : text;
// What was changed, as old and new code, and what else is told of it: one part of a sentence.
const told = (changes, others = []) => [...changes.map(([before, now]) => fill(words.insteadOf, { new: code(now), old: code(before) })), ...others]
  .reduce((first, next) => fill(words.listComma, { first, next }));

// ---- A value in a listing ----
// Puts an element around a part of a line, which may go through several others.
const wrap = (line, start, end, name) => {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let place = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const next = place + node.length;
    if (place <= start && start < next) range.setStart(node, start - place);
    if (place < end && end <= next) range.setEnd(node, end - place);
    place = next;
  }
  const mark = element("span", { class: name });
  mark.append(range.extractContents());
  range.insertNode(mark);
  return mark;
};
// The lines of a listing of that number; what a change took away has none.
const linesNumbered = (listing, number) => all(listing, `[data-line="${number}"]`).filter((line) => !line.closest("del"));

const kinds = ["is-output", "is-error", "is-trace", "picture", "is-compared"];
const kind = (block) => kinds.find((name) => block.classList.contains(name));
const blocks = (example, selector) => all(example, ".example-results > :is(.recording, .picture)").filter((block) => kind(block) && block.matches(selector));

// ---- Lines ----
// A trace's line has its time in front, and is as deep as its event is indented; how wide the columns are says nothing.
const columns = (texts) => {
  const parts = texts.map((text) => /^(\S+)(\s+)(.*?\S)(\s{2,})(\S.*)$/.exec(text));
  const depths = parts.map((part) => part ? part.slice(1, 5).join("").length : 0);
  const least = Math.min(...depths.filter(Boolean));
  return parts.map((part, number) => part
    ? { time: part[1], key: [part[3], depths[number] - least, part[5].replace(/\s{2,}/g, "  ")].join("\n") }
    : { time: "", key: texts[number] });
};
// The lines of a block as elements; those of an output are made.
const linesOf = (block) => {
  for (const samp of block.matches(".is-output, .is-error") ? all(block, "samp") : []) {
    if (samp.querySelector(".line")) continue;
    const texts = samp.textContent.split("\n");
    if (texts.at(-1) === "") texts.pop();
    samp.replaceChildren(...texts.map((text) => element("span", { class: "line" }, text + "\n")));
  }
  return all(block, ".line");
};
const read = (block) => {
  const lines = linesOf(block);
  const texts = lines.map((line) => line.textContent.replace(/\n$/, ""));
  const keys = block.matches(".is-trace") ? columns(texts) : texts.map((key) => ({ time: "", key }));
  return keys.map((parts, number) => ({ ...parts, text: texts[number], element: lines[number] }));
};

// ---- Differences ----
// Two lines belong together if they tell of the same, and better still at the same time.
const likeness = (one, other) => one.key !== other.key ? 0 : one.time === other.time ? 3 : 2;
// Pairs of lines that belong together, in order; those that are most alike.
const pairs = (old, now) => {
  let head = 0, tail = 0;
  while (head < old.length && head < now.length && likeness(old[head], now[head]) === 3) head++;
  while (tail < old.length - head && tail < now.length - head && likeness(old.at(-1 - tail), now.at(-1 - tail)) === 3) tail++;
  const rows = old.length - head - tail, width = now.length - head - tail;
  const found = [];
  for (let i = 0; i < head; i++) found.push([i, i]);
  // What is too long to be compared differs as a whole.
  if (rows * width <= 4e6) {
    const sums = Array.from({ length: rows + 1 }, () => new Uint32Array(width + 1));
    for (let i = rows - 1; i >= 0; i--) {
      for (let j = width - 1; j >= 0; j--) {
        const alike = likeness(old[head + i], now[head + j]);
        sums[i][j] = Math.max(sums[i + 1][j], sums[i][j + 1], alike && sums[i + 1][j + 1] + alike);
      }
    }
    for (let i = 0, j = 0; i < rows && j < width;) {
      const alike = likeness(old[head + i], now[head + j]);
      if (alike && sums[i][j] === sums[i + 1][j + 1] + alike) found.push([head + i++, head + j++]);
      else if (sums[i][j] === sums[i + 1][j]) i++;
      else j++;
    }
  }
  for (let i = tail; i > 0; i--) found.push([old.length - i, now.length - i]);
  return found;
};
// Marks the lines of a run; how many are not as recorded.
const compare = (old, now, block) => {
  let count = 0, i = 0, j = 0;
  for (const [before, after] of [...pairs(old, now), [old.length, now.length]]) {
    const gone = old.slice(i, before), added = now.slice(j, after);
    count += Math.max(gone.length, added.length);
    for (const line of added) line.element.classList.add("is-added");
    const place = now[j]?.element;
    for (const line of gone) {
      const mark = element("del", { class: "line is-gone" }, line.text + "\n");
      if (place) place.before(mark);
      else if (now.length) now.at(-1).element.parentElement.append(mark);
      else block.querySelector("samp").append(mark);
    }
    // What differs is never folded.
    for (const line of [gone.length && place, ...added.map(({ element }) => element)]) {
      const fold = line && line.closest(".hidden-lines");
      if (fold) fold.open = true;
    }
    if (after < now.length && old[before].time !== now[after].time) {
      now[after].element.classList.add("is-changed");
      count++;
    }
    i = before + 1;
    j = after + 1;
  }
  return count;
};

// ---- In the place of the recording ----
const reset = (example) => {
  for (const block of blocks(example, ".is-run")) {
    if (block.recorded?.tagName === "DETAILS" && block.tagName === "DETAILS") block.recorded.open = block.open;
    block.remove();
  }
  for (const block of blocks(example, ".is-replaced")) block.classList.remove("is-replaced");
  for (const line of all(example, ".example-code .is-current")) line.classList.remove("is-current");
};
// A block as it is where a run did nothing of its kind.
const emptied = (block) => {
  const empty = block.cloneNode(true);
  const [first, ...others] = all(empty, "samp");
  first.replaceChildren();
  for (const other of others) (other.closest(".hidden-lines") ?? other).remove();
  return empty;
};
// How far the parts of a block that scroll are scrolled.
const scrolled = ".trace, .timeline-scroll, .events, pre";
const scrolling = (block) => all(block, scrolled).map(({ scrollLeft, scrollTop }) => ({ scrollLeft, scrollTop }));
// The events of a picture in words: all of them, where the recording has only some.
const eventsOf = (picture) => all(picture, ".events").map(({ textContent }) => textContent).join();
// Shows a run in the place of an example's recording, and tells how many of its lines are not as recorded. That all are is told only
// where all that is shown was compared.
const show = (example, html) => {
  globalThis.loopbookPredictions?.reveal(example);
  const unfolded = all(example, ".is-run .stepper-more").map((more) => more.open);
  const places = new Map(blocks(example, "*").filter((block) => !block.matches(".is-replaced")).map((block) => [kind(block), scrolling(block)]));
  reset(example);
  const recorded = blocks(example, "*");
  const made = document.createElement("template");
  made.innerHTML = html;
  let count = 0;
  const used = new Set();
  const find = (name) => recorded.find((block) => kind(block) === name && !used.has(block));
  const comparison = find("is-compared");
  let isWhole = recorded.length > 0 && !(comparison && !find("is-trace"));
  const place = (block, old) => {
    block.classList.add("is-run");
    if (old) {
      used.add(old);
      block.recorded = old;
      if (block.tagName === "DETAILS") block.open = old.open;
      old.classList.add("is-replaced");
      old.after(block);
      const more = block.querySelector(".stepper-more"), before = old.querySelector(".stepper-more");
      if (more && before) more.open = unfolded.length ? unfolded[0] : before.open;
    } else {
      example.querySelector(".example-results").prepend(block);
    }
    if (kind(block) !== "picture") count += compare(old ? read(old) : [], read(block), block);
    else if (old && eventsOf(old) !== eventsOf(block)) isWhole = false;
    // What was not scrolled is left alone: to set even that makes browsers lay out the page at once.
    all(block, scrolled).forEach((part, number) => {
      const { scrollLeft, scrollTop } = places.get(kind(block))?.[number] ?? {};
      if (scrollLeft) part.scrollLeft = scrollLeft;
      if (scrollTop) part.scrollTop = scrollTop;
    });
  };
  for (const block of [...made.content.children]) {
    // What was compared with another run is drawn alone.
    place(block, find(kind(block)) ?? (kind(block) === "picture" ? comparison : undefined));
  }
  for (const old of recorded) {
    if (used.has(old)) continue;
    if (["picture", "is-compared"].includes(kind(old))) old.classList.add("is-replaced");
    else place(emptied(old), old);
  }
  for (const stepper of all(example, ".is-run [data-stepper]")) globalThis.loopbookStepper?.(stepper);
  return [count ? counted(words.linesDiffer, count) : isWhole && words.nothingDiffers, comparison && words.comparedAsWritten]
    .filter(Boolean).join(" ");
};

// ---- Whose runs are shown ----
// Several may show runs in one example: who begins has the one before bring the recording back.
const owners = new Map();
const take = (example, giveBack) => {
  if (owners.has(example) && owners.get(example) !== giveBack) owners.get(example)();
  owners.set(example, giveBack);
};
const giveBackAll = (isWanted) => {
  for (const [example, giveBack] of owners) if (isWanted(example)) giveBack();
};
// Paper has the recordings, and links of the text lead to their lines.
addEventListener("beforeprint", () => giveBackAll(() => true));
addEventListener("click", (click) => {
  const link = click.target.closest?.("a[href^='#']");
  const target = link && named(link.hash);
  const replaced = target?.closest(".is-replaced");
  if (replaced) giveBackAll((example) => example.contains(replaced));
});

globalThis.loopbookResults = { show, reset, take, all, code, told, ending, wrap, linesNumbered };
})();
