// Examples that readers change and run again in the page: values of their listings that can be edited, schedules, and addresses that carry both.
(() => {
"use strict";
const { dataset: data, src: address } = document.currentScript;
const words = globalThis.loopbookWords ?? {};
const { element, fill, counted } = loopbookPage;
const { all, code, told: toldChanges, ending, wrap, linesNumbered, ...results } = loopbookResults;
const values = loopbookValues, runner = loopbookRunner;
const isNumber = (kind) => kind === "integer" || kind === "decimal";
const examples = new Map();
// So many schedules are tried at once.
const tries = 40;

// ---- A value ----
// Everything a reader can do with a value of the listing; `change` is told of each new text, and whether more of it may be typed.
const control = (literal, found, change) => {
  const { kind, written } = literal;
  const wholeLine = found.textContent, [line, start, end] = literal.place;
  const value = wrap(found, start, end, "live-value");
  // Where it is a value to choose as well, that stays in it, and goes on to show what is chosen.
  const outer = value.parentElement;
  if (outer.matches(".choice-value") && outer.textContent === value.textContent) {
    outer.replaceWith(value);
    outer.append(...value.childNodes);
    value.append(outer);
  }
  const original = [...value.childNodes];
  const set = (attributes) => {
    for (const key in attributes) value.setAttribute(key, attributes[key]);
  };
  set({
    role: { flag: "switch", text: "textbox" }[kind] ?? "spinbutton", tabindex: 0,
    "aria-label": fill(words.valueInLine, { line, code: code(ending(wholeLine.slice(0, start).trim(), 40) + "…") }),
  });
  const select = () => {
    value.dataset.rest = "";
    value.textContent = literal.text;
    getSelection().selectAllChildren(value);
  };
  // What was written keeps its elements, but while others may be typed into them; then what a decimal has besides stands behind the cursor.
  value.show = (text, isValid) => {
    const isActive = document.activeElement === value, typed = value.textContent;
    const rest = isActive && text.startsWith(typed) && values.listed(kind, typed) === text ? text.slice(typed.length) : "";
    if (text === written && !isActive) value.replaceChildren(...original);
    else if (typed + rest !== text) {
      value.textContent = text;
      if (isActive) getSelection().setPosition(value, 1);
    }
    value.dataset.rest = rest;
    value.classList.toggle("is-chosen", text !== written);
    set({ "aria-invalid": !isValid });
    if (kind === "flag") set({ "aria-checked": text === "true" });
    if (isNumber(kind) && isValid) set({ "aria-valuenow": values.number(text) ?? values.read(kind, text) });
  };
  if (kind === "flag") {
    value.addEventListener("blur", () => value.show(literal.text, true));
    const toggle = () => change(literal.text === "true" ? "false" : "true");
    value.addEventListener("click", toggle);
    value.addEventListener("keydown", (key) => {
      if (key.key !== " " && key.key !== "Enter") return;
      key.preventDefault();
      toggle();
    });
    return value;
  }
  set({ contenteditable: "plaintext-only", spellcheck: "false", autocapitalize: "off", inputmode: isNumber(kind) ? "decimal" : "text" });
  // Browsers that do not know plain text take any, of which the text alone is read.
  if (value.contentEditable !== "plaintext-only") value.contentEditable = "true";
  let before = written;
  const step = (count, from = literal.isValid ? literal.text : before) => {
    change(values.step(kind, from, written, count, !!literal.joined));
    if (document.activeElement === value) select();
  };
  value.addEventListener("focus", () => {
    before = literal.text;
    select();
  });
  value.addEventListener("blur", () => value.show(literal.text, literal.isValid));
  value.addEventListener("input", () => {
    change(value.textContent, true);
  });
  value.addEventListener("keydown", (key) => {
    if (key.isComposing || key.altKey || key.ctrlKey || key.metaKey) return;
    const steps = isNumber(kind) ? { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[key.key] : undefined;
    if (steps) step(key.shiftKey && Math.abs(steps) === 1 ? steps * 10 : steps);
    else if (key.key === "Enter" || key.key === "Escape") {
      if (key.key === "Escape") change(before);
      select();
    } else return;
    key.preventDefault();
  });
  if (!isNumber(kind)) return value;
  // A number is dragged sideways; without moving, it is selected to be typed over.
  let from, hasMoved;
  value.addEventListener("pointerdown", (pointer) => {
    if (pointer.button || !pointer.isPrimary) return;
    pointer.preventDefault();
    from = { x: pointer.clientX, text: literal.isValid ? literal.text : before, steps: 0 };
    hasMoved = false;
    value.setPointerCapture(pointer.pointerId);
  });
  value.addEventListener("mousedown", (mouse) => mouse.preventDefault());
  value.addEventListener("pointermove", (pointer) => {
    if (!from) return;
    const steps = Math.trunc((pointer.clientX - from.x) / 8) * (pointer.shiftKey ? 10 : 1);
    if (steps) hasMoved = true;
    if (steps === from.steps) return;
    from.steps = steps;
    step(steps, from.text);
  });
  const drop = (pointer) => {
    if (from && !hasMoved && pointer.type === "pointerup") {
      value.focus({ preventScroll: true });
      select();
    }
    from = undefined;
  };
  value.addEventListener("pointerup", drop);
  value.addEventListener("pointercancel", drop);
  return value;
};

// ---- An example ----
// Browsers refuse to be told of many addresses in a short time, as while a number is dragged.
let addressTimer;
const showAddress = (delay = 0) => {
  clearTimeout(addressTimer);
  if (delay) return void (addressTimer = setTimeout(showAddress, delay));
  const list = [...examples.values()].map(({ change }) => change()).filter(Boolean);
  history.replaceState(history.state, "", location.pathname + values.replaced(location.search, list) + location.hash);
};

// ---- The loop at a step ----
// What the runs in the place of recordings were asked for, by their pictures; and the examples whose loops are shown.
const asked = new WeakMap(), looking = new WeakSet();
let drawer;
const failure = ({ name, trap, isDeep, isFull, why }) => {
  if (name === "endless") return counted(words.wasEndless, 2);
  if (isDeep) return words.wasTooDeep;
  if (isFull) return words.memoryIsFull;
  // What says nothing may be that an Int does not suffice, and so may what names its bits.
  if (name === "trapped") return fill(words.wasTrapped, { why: trap ? code(trap) : words.trapUntold }) + (!trap || /\bU?Int\b|bits/.test(trap) ? " " + words.intIsSmall : "");
  return why ? fill(words.cannotRun, { why: code(why.replace(/^\w+Error: /, "")) }) : words.browserCannot;
};
// Loads what draws the loop, and has it drawn as it stood at the step that its stepper is at.
const look = async (more, stepper, picture, id) => {
  const { step } = stepper, isWanted = () => more.open && stepper.step === step, box = more.lastChild;
  try {
    const { program, name: _, literals: __, ...shown } = (await runner.open(data))[id];
    await (drawer ??= runner.load(address.replace(/live(?=\.js)/, "state")));
    if (!isWanted()) return;
    const request = asked.get(picture) ?? { arguments: ["page", String(program), "0"], head: { language: words.language, ...shown, prefix: "look-" + id } };
    await loopbookState.show(box, stepper, { id, request, step, isWanted, failure });
  } catch (error) {
    drawer = undefined;
    box.removeAttribute("aria-busy");
    box.firstChild.textContent = error instanceof WebAssembly.CompileError ? words.browserCannot : words.programMissing;
  }
};
document.addEventListener("loopbook-step", ({ target: stepper, detail }) => {
  const example = stepper.closest(".example"), picture = stepper.closest(".picture");
  // What was chosen among recorded runs is not run here.
  if (!example?.querySelector(".live-open") || !isAble() || picture.closest(".is-compared") || picture.matches(".is-run") && !asked.has(picture)) return;
  const id = example.dataset.example.split("#").pop();
  stepper.step = detail;
  let more = stepper.querySelector(".stepper-state");
  if (!more) {
    more = element("details", { class: "stepper-state" }, element("summary", {}, words.stepState),
      element("div", {}, element("p", { role: "status" }), element("div", {})));
    stepper.querySelector(".stepper-more").before(more);
    more.addEventListener("toggle", () => {
      if (!more.open) return void looking.delete(example);
      looking.add(example);
      look(more, stepper, picture, id);
    });
    more.open = looking.has(example);
  } else if (more.open) look(more, stepper, picture, id);
});

let opened = 0;
const begin = (button, entry) => {
  const example = button.closest(".example"), listing = example.querySelector(".example-code");
  const id = example.dataset.example.split("#").pop();
  // What is left of it is for what draws.
  const { program, name: _, literals: places, ...shown } = entry;
  // Names on the page that no other example's pictures have.
  const number = opened++;
  let schedule = 0, turn = 0, trial = 0, pause, late;

  const told = element("p", { class: "choices-told", "aria-live": "polite" });
  const back = element("button", { type: "button", class: "choices-reset" }, words.reset);
  const chooser = element("input", { type: "number", min: 0, max: 999999, step: 1, value: 0 });
  const another = element("button", { type: "button", class: "live-another" }, words.anotherSchedule);
  const many = element("button", { type: "button", class: "live-another" }, counted(words.trySchedules, tries));
  const ends = element("ul", { class: "live-ends" });
  const box = element("div", { class: "choices live", role: "group", "aria-label": words.changeIt });
  if (button.dataset.schedules !== undefined) {
    box.append(element("p", { class: "live-schedule" }, element("label", {}, words.schedule, " ", chooser), " ", another, " ", many), ends);
  }
  box.append(element("div", { class: "choices-foot" }, told, back));
  // What is said of the listing as it was verified, and by its comments, does not hold for another.
  const altered = element("li", { class: "is-other live-altered" }, words.notAsWritten);
  const comments = element("p", { class: "live-comments" }, words.commentsAsWritten);

  const literals = places.map(([line, start, end, kind, text], index) => {
    // The quotes of a string stay where they are.
    const quote = kind === "text" ? '"' : "", inset = quote.length, written = text.slice(inset, text.length - inset);
    return { index, kind, quote, written, text: written, isValid: true, place: [line, start + inset, end - inset], values: [] };
  }).filter(({ kind, written }) => values.read(kind, written) !== undefined);
  const isWritten = (literal) => values.read(literal.kind, literal.text) === values.read(literal.kind, literal.written);
  const changed = () => literals.filter((literal) => !isWritten(literal));

  // Whether it can stand there, as far as that is known without running the program.
  const isRight = ({ kind, joined }, text) => values.read(kind, text) !== undefined && !(joined && text[0] === "-");
  // That Int has 32 bits is told where it can show without a trap, and so is that memory is laid out for them.
  const source = listing.textContent.replace(/\/\/.*/g, "");
  const showsBits = [
    // Shifts, and what wraps around or gives the bits that overflow.
    /<<|\s>>|[\w)\]]>>=?[-\w]|\b[a-z_]\w*>>\(|&[-+*<>]|~[-\w(]|Overflow|[fF]ullWidth|wrapping[AS]/,
    // What is made an Int, maybe by another name, and the bounds of its type.
    /\bU?Int(?:\(|\.init\b|\??\s*[={]\s*\.init\b)|\btypealias .*\bU?Int\b|\bC(?:Unsigned)?Long\b|radix:|truncating|clamping|exactly/,
    /(?:Int|Self|[\s(,])\.m(?:ax|in)\b(?!\()|\)\.m(?:ax|in)\b(?!\s*[({])|<[^>]*?\b([A-Z]\w*)\b[^]*?\b\1\.m(?:ax|in)\b(?!\()/,
    // The bits themselves.
    /[bB]it(?:Width|Pattern|Count)|[eE]ndian\b|byteSwapped|\.[wW]ords\b|[hH]ash(?:er|Value)/,
    // An Int takes as many bits from a generator of random numbers as it has.
    /\busing:\s*&/,
  ].some((pattern) => pattern.test(source));
  const showsLayout = /MemoryLayout|\.(?:c|freeC)apacity\b|[bB]yteCount|[uU]nsafe(?:Mutable)?(?:Raw|Bytes)|RawSpan|\.bytes\b/.test(source);
  const isLarge = ({ text }) => (text.replaceAll("_", "").match(/\d{10,}/) ?? 0) > 2147483647;
  const small = () => changed().length ? [showsBits && words.intIsSmall, showsLayout && words.layoutIsSmall] : [];

  // A run that takes its time is told of, and that what stands below is not from it.
  const setRunning = (isRunning) => {
    clearTimeout(late);
    example.classList.toggle("is-running", isRunning);
    example.querySelector(".example-results").setAttribute("aria-busy", isRunning);
    if (isRunning) told.textContent = words.isRunning;
  };
  // What was begun before is no longer waited for.
  const newTurn = () => {
    setRunning(false);
    return ++turn;
  };
  // Brings the recording back; `sentence` says why.
  const showRecording = (sentence) => {
    newTurn();
    results.reset(example);
    told.textContent = sentence;
  };
  // What many schedules led to is told of the values that they were tried with.
  const forgetEnds = () => {
    trial++;
    ends.replaceChildren();
  };
  const showValues = () => {
    for (const { text, isValid, values: shown, place: [line, start], quote } of literals) {
      for (const value of shown) value.show(text, isValid);
      if (isValid) globalThis.loopbookChoices?.follow(example, line, start - quote.length, quote + text + quote);
    }
    const isAltered = literals.some((literal) => !literal.isValid || !isWritten(literal));
    example.classList.toggle("is-altered", isAltered);
    if (!isAltered) [altered, comments].forEach((part) => part.remove());
    else if (!altered.parentElement) {
      example.querySelector(".badges").append(altered);
      if (listing.querySelector("code .c")) box.prepend(comments);
    }
    chooser.value = schedule;
    back.disabled = literals.every((literal) => literal.text === literal.written) && !schedule;
  };
  const reset = () => {
    clearTimeout(pause);
    for (const literal of literals) Object.assign(literal, { text: literal.written, isValid: true });
    schedule = 0;
    forgetEnds();
    showRecording(words.isRecording);
    showValues();
    showAddress();
  };
  const sentence = (outcome, lines) => {
    const change = toldChanges(changed().map(({ written, text, quote }) => values.apart(written, text).map((code) => quote + code + quote)),
      schedule ? [fill(words.scheduleNumber, { number: schedule })] : []);
    const end = outcome.name === "trapped" ? failure(outcome) : "";
    return [
      fill(words.ranHere, { change }), ...small().filter((told) => !end.includes(told)),
      end || (outcome.status === 86 ? words.ranIntoDeadlock : outcome.status ? fill(words.endedWithStatus, { status: outcome.status }) : ""),
      outcome.html === undefined && example.querySelector(".example-results > :is(.picture, .is-trace, .is-compared)") ? words.notDrawn : "",
      lines,
    ].filter(Boolean).join(" ");
  };
  // What was printed, where nothing else can be drawn.
  const printed = ({ output, errors }) => [["is-output", words.output, output], ["is-error", words.message, errors]]
    .filter(([, , text]) => text).map(([name, title, text]) => element("details", { class: "recording " + name, open: "" },
      element("summary", {}, title), element("pre", { tabindex: 0 }, element("samp", {}, text))).outerHTML).join("");
  const request = (order = schedule) => ({
    arguments: ["page", program, order, ...changed().map(({ index, kind, text }) => `${index}=${values.read(kind, text)}`)].map(String),
    head: { language: words.language, ...shown, prefix: "live-" + number },
  });
  // A message is shown where what draws shows none, since the recording has none.
  const drawn = (outcome) => outcome.html === undefined ? printed(outcome)
    : outcome.html + (outcome.errors && !outcome.html.includes("is-error") ? printed({ errors: outcome.errors }) : "");
  // Tells what cannot stand there, with which nothing is run.
  const isWrong = () => {
    const literal = literals.find(({ isValid }) => !isValid);
    if (literal) {
      const { kind, text, written, joined = "", bounds: [, least, most] = [] } = literal, operator = text[0] === "-" ? joined : "";
      told.textContent = fill(words.cannotStand, { text: code(operator + text), old: code(operator + written) }) + " "
        + (kind === "text" ? words.whichTexts : operator ? words.noMinus
          : fill(least ? words.whichNumbers : words.whichDecimals,
            { least: code(least), most: code(most), old: code(text > 1e308 ? written + " (≤ 1.8e308)" : written) }))
        + (/^(2147483647|4294967295)$/.test(most) && isLarge(literal) ? " " + words.intIsSmall : "");
    }
    return literal;
  };
  // Whether a program found that the type of a literal does not have its value: it ends with the literal's number more than any other can.
  const isRefused = ({ status, errors }) => {
    const literal = literals.find(({ index }) => index === status - 256);
    if (!literal) return;
    Object.assign(literal, { isValid: false, bounds: /one of (\S+)\.\.\.(\S+)/.exec(errors) ?? undefined });
    showValues();
    showAddress();
    return isWrong();
  };
  // Whether it does something else when hashing begins with another number, as it does in each run of Swift. A few numbers find it:
  // of two keys, every second has the same order.
  const hasOtherOrder = async (mine, [name, program, order, ...changes], outcome) => {
    const since = performance.now(), ended = (run) => JSON.stringify([run.name, run.status, run.output, run.errors]);
    for (let number = 1; number <= 6 && performance.now() - since < 1000; number++) {
      const other = await runner.run(id, { arguments: [name, program, `${order}#${number}`, ...changes] });
      if (!other || mine !== turn || !/done|trapped/.test(other.name)) return false;
      if (ended(other) !== ended(outcome)) return true;
    }
    return false;
  };
  const update = async () => {
    if (isWrong()) return;
    if (!changed().length && !schedule) return reset();
    results.take(example, reset);
    showAddress(350);
    const mine = newTurn();
    late = setTimeout(setRunning, 150, true);
    const wanted = request(), outcome = await runner.run(id, wanted);
    // Others may have been chosen meanwhile.
    if (!outcome || mine !== turn) return;
    setRunning(false);
    if (isRefused(outcome)) return;
    // What a program did before it trapped is shown, too.
    if (outcome.name === "done" || outcome.name === "trapped") {
      // How many of the others differ is not known.
      const lines = results.show(example, drawn(outcome));
      told.textContent = sentence(outcome, outcome.cut ? counted(words.linesShown, outcome.cut) : lines);
      const picture = example.querySelector(".picture.is-run");
      if (picture) asked.set(picture, wanted);
      if (await hasOtherOrder(mine, wanted.arguments, outcome)) told.append(" " + words.otherOrder);
      return;
    }
    showRecording(failure(outcome) + " " + words.isRecording);
  };
  // Runs the program under many schedules, and lists the ends that most of them led to: what it printed, and how it ended.
  const tryMany = async () => {
    forgetEnds();
    if (isWrong()) return;
    const mine = trial, numbers = new Map();
    for (let number = 0; number < tries; number++) {
      const outcome = await runner.run(id + "#many", { arguments: request(number).arguments });
      if (!outcome || mine !== trial || isRefused(outcome)) return;
      const { name, status, output, errors, trap, why } = outcome;
      if (name === "endless" || name === "failed") return void (told.textContent = failure(outcome));
      const end = JSON.stringify([name, status, output, errors, trap, why]);
      numbers.set(end, [...numbers.get(end) ?? [], number]);
    }
    ends.replaceChildren(...[...numbers.values()].sort((one, other) => other.length - one.length).slice(0, 8).map((list) => {
      const one = element("button", { type: "button" }, counted(words.schedulesEndLike, list.length, { all: tries, number: list[0] }));
      one.addEventListener("click", () => setSchedule(list[0]));
      return element("li", {}, one);
    }));
    told.textContent = counted(words.schedulesEnd, numbers.size, { all: tries });
  };
  const set = (literal, text, isTyped = false) => {
    clearTimeout(pause);
    forgetEnds();
    Object.assign(literal, { text: values.listed(literal.kind, text), isValid: isRight(literal, text), bounds: undefined });
    showValues();
    if (isWrong()) newTurn();
    else if (isTyped) pause = setTimeout(update, 250);
    else update();
  };
  const setSchedule = (value) => {
    schedule = Math.min(999999, Math.max(0, Math.trunc(value) || 0));
    showValues();
    update();
  };
  chooser.addEventListener("change", () => setSchedule(Number(chooser.value)));
  another.addEventListener("click", () => setSchedule(schedule + 1));
  many.addEventListener("click", tryMany);
  back.addEventListener("click", () => {
    reset();
    // A button that is switched off loses the focus.
    button.focus({ preventScroll: true });
  });

  // What a slider chose is no longer shown. Nothing but a value becomes one: the listing has to have it where it is said to be.
  results.take(example, reset);
  for (const literal of literals) {
    const [line, start, end] = literal.place;
    const lines = linesNumbered(listing, line).filter((found) => found.textContent.slice(start, end) === literal.written);
    if (lines[0] && isNumber(literal.kind)) literal.joined = values.joined(lines[0].textContent, start, end);
    literal.values = lines.map((found) => control(literal, found, (text, isTyped) => set(literal, text, isTyped)));
  }
  const close = () => {
    reset();
    for (const literal of literals) for (const value of literal.values) value.replaceWith(...value.childNodes);
    box.remove();
    examples.delete(id);
  };
  // What an address asks for; whether all of it is there.
  const restore = ({ values: wanted, schedule: order }) => {
    if (order && button.dataset.schedules === undefined || order > 999999) return false;
    const list = [...wanted].map(([index, text]) => [literals.find((literal) => literal.index === index), text]);
    if (!list.every(([literal, text]) => literal?.values.length && isRight(literal, text))) return false;
    for (const [literal, text] of list) literal.text = values.listed(literal.kind, text);
    schedule = order;
    showValues();
    update();
    return true;
  };
  examples.set(id, {
    close, restore,
    change: () => literals.every(({ isValid }) => isValid) && (changed().length || schedule)
      ? { id, schedule, values: new Map(changed().map(({ index, text }) => [index, text])) } : undefined,
  });
  showValues();
  told.textContent = literals.some(({ values }) => values.length) ? words.changeHint : "";
  listing.append(box);
  // What browsers compile when it first runs is ready then before a reader has changed anything.
  runner.run(id + "#", request()).then((outcome) => {
    if (!turn && outcome?.name === "failed") told.textContent = failure(outcome);
  });
};

// ---- The page ----
const note = (button, text) => {
  const box = button.closest(".example").querySelector(".example-code");
  const told = box.querySelector(".live-note") ?? box.appendChild(element("p", { class: "choices live-note", role: "status" }));
  told.textContent = text;
};
const isAble = () => globalThis.WebAssembly && globalThis.DecompressionStream && globalThis.Worker;
// Loads what an example needs, and makes its values editable; whether it could be done.
const open = async (button) => {
  const example = button.closest(".example"), id = example.dataset.example.split("#").pop();
  if (examples.has(id) || button.disabled) return examples.get(id);
  example.querySelector(".live-note")?.remove();
  if (!isAble()) return note(button, words.browserCannot);
  button.setAttribute("aria-busy", "true");
  try {
    const entry = (await runner.open(data))[id];
    // It may have been opened meanwhile.
    if (!examples.has(id)) begin(button, entry);
    button.setAttribute("aria-expanded", "true");
    return examples.get(id);
  } catch (error) {
    note(button, error instanceof WebAssembly.CompileError ? words.browserCannot : words.programMissing);
  } finally {
    button.removeAttribute("aria-busy");
  }
};

const start = async () => {
  const buttons = new Map();
  for (const button of all(document, ".live-open")) {
    const id = button.closest(".example").dataset.example.split("#").pop();
    buttons.set(id, button);
    button.hidden = false;
    button.addEventListener("click", () => {
      if (!examples.has(id)) return open(button);
      examples.get(id).close();
      button.setAttribute("aria-expanded", "false");
    });
  }
  // What an address asks for is the reader's wish, as a click is.
  for (const change of values.changes(location.search)) {
    const button = buttons.get(change.id);
    if (!button) {
      document.querySelector("main").prepend(element("p", { class: "live-note", role: "status" }, words.addressDoesNotFit));
      continue;
    }
    // Without a place, the address leads to what it changes.
    if (!location.hash && !examples.size) button.closest(".example").scrollIntoView({ behavior: "instant" });
    if (!change.values || (await open(button))?.restore(change) === false) note(button, words.addressDoesNotFit);
  }
};
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
})();
