// What comes before anything is drawn: the colors that the reader chose, and on the page for what is not there the way to the book.
(() => {
"use strict";
const { version, search, moved } = document.currentScript.dataset;
try {
  const theme = localStorage.getItem("loopbook-theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch { /* The machine's colors. */ }
// Browsers forget what an address names on its page when a page at an old address sends them elsewhere.
const link = document.querySelector("a");
if (moved !== undefined && location.hash && !link.hash) {
  link.hash = location.hash;
  location.replace(link.href);
}
// A server shows that page at any depth. It asks for this script in the folders above it: where that is, the book is.
if (version === undefined || globalThis.loopbookRoot) return;
const root = globalThis.loopbookRoot = new URL("..", document.currentScript.src);
const script = document.createElement("script");
script.src = new URL("assets/book.js?v=" + version, root);
Object.assign(script.dataset, { root, version }, search === undefined ? {} : { search });
document.head.append(script);
addEventListener("DOMContentLoaded", () => {
  for (const link of document.querySelectorAll("a[href]:not([href^='#'])")) link.href = new URL(link.getAttribute("href"), root);
});
})();
