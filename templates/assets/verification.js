// The page of all examples: a click on one of its sums shows what that counts, and no other examples.
(() => {
"use strict";
const { element } = loopbookPage;
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

const start = () => {
  const rows = all("[data-is]"), table = rows[0]?.closest(".table");
  if (!table) return;
  const told = element("p", { role: "status" });
  const update = () => {
    const kinds = all(".filter[aria-pressed=true]").map(({ value }) => value).filter(Boolean);
    for (const row of rows) row.hidden = !kinds.every((kind) => row.dataset.is.split(" ").includes(kind));
    for (const group of all("tbody", table)) group.hidden = !group.querySelector("[data-is]:not([hidden])");
    for (const button of all(".filter[value='']")) button.setAttribute("aria-pressed", !kinds.length);
    told.textContent = `${document.querySelector(".sums .right")?.textContent}: ${rows.filter((row) => !row.hidden).length} / ${rows.length}`;
  };
  for (const row of all("[data-show]")) {
    const value = row.dataset.show, cell = row.firstElementChild;
    const button = element("button", { type: "button", class: "filter", value, "aria-pressed": "false" }, ...cell.childNodes);
    button.addEventListener("click", () => {
      const isOn = button.getAttribute("aria-pressed") !== "true";
      // All examples are of no kind: what was chosen in the other table ends with it, too.
      for (const other of all(".filter", value ? row.parentElement : document)) other.setAttribute("aria-pressed", other === button && isOn);
      update();
    });
    cell.append(button);
  }
  table.before(told);
  update();
};
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
})();
