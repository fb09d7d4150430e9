// Asks readers which line comes next before they see what an example did. The recording lies folded in the page: opening it shows it, and is all there is
// to it without this script.
(() => {
"use strict";
const words = globalThis.loopbookWords ?? {};
const { element, fill, counted } = loopbookPage;
const all = (root, selector) => [...root.querySelectorAll(selector)];
// The steps of the loop's flow chart: what each is called, and what happens in it.
const steps = () => [, ["entry", words.whatEntry], ["beforeTimers", words.whatBeforeTimers], ["beforeSources", words.whatBeforeSources],
  [words.stepPerforms, words.whatPerforms], [words.stepLooks, words.whatLooks], ["beforeWaiting", words.whatBeforeWaiting],
  [words.stepSleeps, words.whatSleeps], ["afterWaiting", words.whatAfterWaiting], [words.stepServes, words.whatServes],
  [words.stepDecides, words.whatDecides]];
const told = (sentence, number) => fill(sentence, { number, name: steps()[number][0], what: steps()[number][1] });

const begin = (fold) => {
  const { form, questions } = JSON.parse(fold.dataset.questions);
  const block = fold.querySelector(form === "output" ? ":scope > .is-output" : ":scope > .is-trace");
  const lines = form === "output"
    ? block.querySelector("samp").textContent.split("\n")
    : all(block, ".line").map((line) => line.textContent.replace(/\n$/, ""));
  const asks = form === "output" ? words.predictOutput : words.predictTrace;
  let now = 0, first = 0, isFirst = true;
  const title = element("p", { class: "predict-question", tabindex: -1 });
  const before = element("samp");
  const past = element("pre", { class: "predict-past", tabindex: 0, role: "group", "aria-label": words.predictSoFar }, before);
  const list = element("div", { class: "predict-choices" });
  const verdict = element("p", { class: "predict-verdict", "aria-live": "polite" });
  const box = element("div", { class: "predict", role: "group", "aria-label": asks }, title, past, list, verdict);

  // Puts the recording where it is without questions.
  const reveal = () => {
    if (!fold.isConnected) return;
    const target = fold.querySelector(":scope > .recording > summary");
    const hasFocus = box.contains(document.activeElement) || fold.firstElementChild === document.activeElement;
    fold.firstElementChild.remove();
    fold.replaceWith(...fold.childNodes);
    if (now < questions.length) box.remove();
    else box.replaceChildren(verdict);
    if (hasFocus) target?.focus();
  };
  const ask = () => {
    const [line, step, right, choices] = questions[now];
    isFirst = true;
    title.textContent = asks;
    title.append(" ", element("span", {}, fill(words.predictOf, { number: now + 1, total: questions.length })));
    before.textContent = lines.slice(0, line).join("\n");
    past.hidden = line === 0;
    past.scrollTop = past.scrollHeight;
    list.replaceChildren(...choices.map(([text, own], number) => {
      const button = element("button", { type: "button" }, text === null ? words.predictNothing : element("code", {}, text));
      button.addEventListener("click", () => {
        if (button.getAttribute("aria-disabled") === "true") return;
        if (number !== right) {
          isFirst = false;
          button.setAttribute("aria-disabled", "true");
          verdict.className = "predict-verdict is-wrong";
          verdict.textContent = [words.predictWrong, own > 0 && own !== step ? told(words.predictThat, own) : "",
            step > 0 ? told(words.predictHere, step) : step === 0 ? words.predictNoLoop : ""].filter(Boolean).join(" ");
          return;
        }
        if (isFirst) first++;
        now++;
        verdict.className = "predict-verdict is-right";
        if (now < questions.length) {
          verdict.textContent = `${words.predictRight} ${text ?? words.predictNothing}`;
          ask();
          title.focus();
        } else {
          verdict.textContent = `${words.predictRight} ${counted(words.predictDone, questions.length, { right: first })}`;
          fold.open = true;
          reveal();
        }
      });
      return button;
    }));
  };
  ask();
  fold.before(box);
  // Links to a line, the search of the browser, and whoever wants to see it open it.
  fold.addEventListener("toggle", () => { if (fold.open) reveal(); });
  return { example: fold.closest(".example"), reveal };
};

const start = () => {
  const asked = all(document, ".prediction").map(begin);
  // What puts another run in the place of the recording shows both.
  globalThis.loopbookPredictions = { reveal: (example) => asked.filter((one) => one.example === example).forEach((one) => one.reveal()) };
  // A page that was reached by a link to something folded.
  for (const fold of all(document, ".prediction[open]")) asked.find((one) => one.example.contains(fold))?.reveal();
};
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
})();
