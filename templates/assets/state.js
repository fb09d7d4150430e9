// Draws the loop of a step as it stood when the step's event was over: the program runs once more, and is looked at then.
(() => {
"use strict";
const words = globalThis.loopbookWords ?? {};
// Whether a run did what a stepper's picture shows, by the stepper.
const checked = new WeakMap();
const parts = [".stepper-data", ".events tbody"];
const isShown = (stepper, html) => {
  const made = document.createElement("template");
  made.innerHTML = html;
  return parts.every((part) => made.content.querySelector(part)?.textContent === stepper.querySelector(part)?.textContent);
};

// Fills a box with the loop at a step, unless another step is shown meanwhile; `failure` tells why a program did not run.
const show = async (box, stepper, { id, request, step, isWanted, failure }) => {
  box.setAttribute("aria-busy", "true");
  const outcome = await loopbookRunner.run(id + "#state", { ...request, state: { ...step, isFirst: !checked.has(stepper) } });
  if (!outcome || !isWanted()) return;
  box.removeAttribute("aria-busy");
  const { name, html, picture } = outcome;
  if (html !== undefined) checked.set(stepper, isShown(stepper, html));
  if (name === "done" && picture !== undefined && checked.get(stepper)) {
    // The sentence stays the same element, so that it is told when it changes.
    const made = document.createElement("template");
    made.innerHTML = picture;
    const [sentence, drawing] = made.content.children;
    box.firstChild.textContent = sentence.textContent;
    box.lastChild.replaceChildren(...drawing ? [drawing] : []);
    return;
  }
  box.lastChild.replaceChildren();
  box.firstChild.textContent = name === "differs" || checked.get(stepper) === false ? words.stateDiffers : name === "done" ? words.notDrawn : failure(outcome);
};

globalThis.loopbookState = { show };
})();
