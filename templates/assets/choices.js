// Sliders and choices for the values of examples that were run with others, too; what they did comes in a script of the chapter, when it is first asked for.
(() => {
"use strict";
const { runs: address } = document.currentScript?.dataset ?? {};
const words = globalThis.loopbookWords ?? {};
const { element, fill, onDemand } = loopbookPage;
const { all, told: toldChanges, ending, wrap, linesNumbered, ...results } = loopbookResults;

// ---- What the runs did ----
let text = "";
const unpack = (pieces) => {
  for (let i = 0; i < pieces.length; i++) {
    if (typeof pieces[i] === "string") text += pieces[i];
    else text += text.slice(pieces[i], pieces[i] + pieces[++i]);
  }
};
const arrive = onDemand(address);
const load = async () => {
  await arrive();
  if (!text) unpack(loopbookRuns.text);
};

// ---- The value in the listing ----
const mark = (value, text, isWritten) => {
  // What is written may have got elements of others inside.
  if (!value.matches(".is-chosen")) value.written = [...value.childNodes];
  if (isWritten) value.replaceChildren(...value.written);
  else value.textContent = text;
  value.classList.toggle("is-chosen", !isWritten);
};

// ---- A control ----
// The code around a value, by which its control is known.
const around = (line, start, end, value) => {
  const after = line.slice(end).replace(/\s+\/\/.*|\s+$/, "");
  return element("code", {}, ending(line.slice(0, start).trimStart(), 30), value,
    after.length > 16 ? after.slice(0, 15).replace(/\w+$/, "") + "…" : after);
};
let names = 0;
const control = (choice, change) => {
  const [, start, end, written, isRange, values] = choice.data;
  const value = element("b", {}, values[written]);
  const label = around(choice.line, start, end, value);
  const name = choice.line.trim();
  if (isRange) {
    const input = element("input", { type: "range", min: 0, max: values.length - 1, step: 1, value: written, "aria-label": name });
    input.addEventListener("input", () => change(Number(input.value)));
    choice.show = (number, text = values[number]) => {
      input.value = number;
      input.setAttribute("aria-valuetext", text);
      value.textContent = text;
    };
    return element("label", { class: "choice" }, label, input);
  }
  const group = `choice-${++names}`;
  const inputs = values.map((text, number) => {
    const input = element("input", { type: "radio", name: group, value: number });
    input.addEventListener("change", () => change(number));
    return input;
  });
  choice.show = (number, text = values[number]) => {
    inputs.forEach((input, other) => input.checked = other === number);
    value.textContent = text;
  };
  return element("fieldset", { class: "choice", "aria-label": name }, label,
    element("div", { class: "choice-list" }, ...inputs.map((input, number) => element("label", {}, input, element("code", {}, values[number])))));
};

// The place of a text among the values; where it is none of them, on a slider that of the number next to it.
const nearest = (values, text, isRange) => {
  const distances = values.map((value) => value === text ? -1 : Math.abs(number(value) - number(text)));
  return isRange || values.includes(text) ? distances.indexOf(Math.min(...distances)) : -1;
};
const number = (text) => Number(text.replaceAll("_", ""));

// ---- An example ----
// What has the controls of an example show a value that its listing was given elsewhere.
const followers = new Map();
const begin = (example) => {
  const listing = example.querySelector(".example-code");
  const choices = JSON.parse(example.dataset.choices).map((data) => {
    const [line, start, end, written] = data;
    const lines = linesNumbered(listing, line);
    const text = lines[0].textContent.replace(/\n$/, "");
    const marks = lines.map((found) => wrap(found, start, end, "choice-value"));
    return { data, line: text, marks, now: written, written };
  });
  const id = example.dataset.example.split("#").pop();
  const told = element("p", { class: "choices-told", "aria-live": "polite" }, words.isRecording);
  const back = element("button", { type: "button", class: "choices-reset" }, words.reset);
  const isWritten = () => choices.every(({ now, written }) => now === written);
  const showValues = () => {
    for (const choice of choices) {
      for (const found of choice.marks) mark(found, choice.data[5][choice.now], choice.now === choice.written);
    }
  };
  const showRecording = (sentence) => {
    for (const choice of choices) choice.show(choice.now = choice.written);
    showValues();
    back.disabled = true;
    results.reset(example);
    told.textContent = sentence;
  };
  const update = async () => {
    results.take(example, reset);
    if (isWritten()) return showRecording(words.isRecording);
    for (const choice of choices) choice.show(choice.now);
    back.disabled = false;
    const key = choices.map(({ now }) => now).join();
    try {
      await load();
    } catch {
      return showRecording(words.runsMissing);
    }
    // Others may have been chosen meanwhile.
    if (key !== choices.map(({ now }) => now).join()) return;
    showValues();
    const [start, end] = loopbookRuns.runs[id][key];
    const lines = results.show(example, text.slice(start, end));
    const change = toldChanges(choices.filter(({ now, written }) => now !== written)
      .map(({ data, now, written }) => [data[5][written], data[5][now]]));
    told.textContent = [fill(words.ranWith, { change }), lines].filter(Boolean).join(" ");
  };
  const reset = () => showRecording(words.isRecording);
  back.addEventListener("click", () => {
    reset();
    // A button that is switched off loses the focus.
    box.querySelector("input").focus();
  });
  const box = element("div", { class: "choices", role: "group", "aria-label": words.valuesToChoose },
    ...choices.map((choice) => control(choice, (number) => {
      choice.now = number;
      update();
    })), element("div", { class: "choices-foot" }, told, back));
  for (const choice of choices) choice.show(choice.now);
  back.disabled = true;
  listing.append(box);
  followers.set(example, (line, start, text) => {
    const choice = choices.find(({ data }) => data[0] === line && data[1] === start);
    if (choice) choice.show(nearest(choice.data[5], text, choice.data[4]), text);
  });
};

globalThis.loopbookChoices = { follow: (example, ...value) => followers.get(example)?.(...value) };
const start = () => all(document, "[data-choices]").forEach(begin);
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
})();
