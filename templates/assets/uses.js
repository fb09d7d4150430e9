// Lists all examples that use a symbol, of which its page names some, when a reader asks for the rest.
(() => {
"use strict";
const { root, uses: address } = document.currentScript?.dataset ?? {};
const { element, onDemand } = loopbookPage;
let chapters, symbols;
globalThis.loopbookUses = (...data) => {
  [chapters, symbols] = data;
};
const load = onDemand(address);

// The examples of one chapter, with the line in which each uses the symbol.
const row = (chapter, uses) => element("li", {}, chapters[chapter][0],
  element("ul", {}, ...uses.map(([, example, line]) => element("li", {},
    element("a", { href: `${root}${chapters[chapter][1]}#example.${example}` }, example), " ", element("code", {}, line)))));
for (const more of document.querySelectorAll(".uses-more")) {
  const button = element("button", { type: "button" }, ...more.childNodes);
  button.addEventListener("click", async () => {
    try {
      await load();
    } catch {
      // The script is not beside the page: the words remain.
      return more.replaceChildren(...button.childNodes);
    }
    const byChapter = Map.groupBy(symbols[more.dataset.symbol], ([chapter]) => chapter);
    const list = more.parentElement;
    list.replaceChildren(...[...byChapter].map(([chapter, uses]) => row(chapter, uses)));
    list.classList.add("is-whole");
    list.querySelector("a").focus();
  });
  more.append(button);
}
})();
