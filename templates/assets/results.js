// Puts what another run of an example did in the place of its recording, marks what differs, and brings the recording back.
// A run is HTML such as the template `results` makes: blocks of class `recording`, each with the lines of an output or a trace, and `picture`.
(() => {
"use strict";
const all = (root, selector) => [...root.querySelectorAll(selector)];
const kinds = ["is-output", "is-error", "is-trace", "picture"];
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
    samp.replaceChildren(...texts.map((text) => {
      const line = document.createElement("span");
      line.className = "line";
      line.textContent = text + "\n";
      return line;
    }));
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
      const mark = document.createElement("del");
      mark.className = "line is-gone";
      mark.textContent = line.text + "\n";
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
    const recorded = block.recorded;
    if (recorded) {
      recorded.classList.remove("is-replaced");
      if (block.tagName === "DETAILS") recorded.open = block.open;
    }
    block.remove();
  }
  for (const line of all(example, ".example-code .is-current")) line.classList.remove("is-current");
};
// Shows a run in the place of an example's recording; how many of its lines are not as recorded.
const show = (example, html) => {
  const unfolded = all(example, ".is-run .stepper-more").map((more) => more.open);
  reset(example);
  const recorded = blocks(example, "*");
  const made = document.createElement("template");
  made.innerHTML = html;
  let count = 0;
  const used = new Set();
  for (const block of [...made.content.children]) {
    const old = recorded.find((other) => kind(other) === kind(block) && !used.has(other));
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
  }
  for (const stepper of all(example, ".is-run [data-stepper]")) globalThis.loopbookStepper?.(stepper);
  return count;
};
globalThis.loopbookResults = { show, reset };
})();
