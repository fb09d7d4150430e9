(() => {
"use strict";
const { index: folder, root = "", version = "" } = document.currentScript?.dataset ?? {};
if (!folder) return;
const unspaced =
"\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF66-\uFF9F\u{20000}-\u{3FFFF}";
const wordPattern = /[\p{L}\p{M}\p{N}_]+/gu;
const runPattern = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, "gu");
const isUnspaced = new RegExp(`^[${unspaced}]`, "u");
let book, known, lengths, damping, firstSections;
const words = [], classes = [], lists = [], texts = [], scripts = new Map();
const load = (name) => {
if (!scripts.has(name)) {
scripts.set(name, new Promise((done, failed) => {
const script = document.createElement("script");
script.src = `${folder}${name}.js?v=${version}`;
script.onload = done;
script.onerror = () => {
scripts.delete(name);
failed(new Error(`${name}.js of the search index cannot be read`));
};
document.head.append(script);
}));
}
return scripts.get(name);
};
const unpack = (packed) => {
const numbers = new Uint32Array(packed.length);
let count = 0;
for (let index = 0, number = 0, unit = 1; index < packed.length; index++) {
const code = packed.charCodeAt(index), digit = code === 33 ? 57 : code - 35;
if (digit < 45) {
numbers[count++] = number + digit * unit;
number = 0;
unit = 1;
} else {
number += (digit - 45) * unit;
unit *= 46;
}
}
return numbers.slice(0, count);
};
const takeIndex = (data) => {
book = data;
firstSections = [0];
for (const count of unpack(data.sectionCounts)) firstSections.push(firstSections.at(-1) + count);
lengths = Float32Array.from(unpack(data.lengths), (code) => (1 << (code >> 2)) * (1 + (code & 3) / 4) - 1);
damping = lengths.map((length) => 1.2 * (.3 + .7 * length / data.meanLength));
let previous = "";
for (const [, size, shared, rest] of data.words.matchAll(/([!-\/:-@])([A-Z])([^!-\/:-Z]*)/g)) {
previous = previous.slice(0, shared.charCodeAt(0) - 65) + rest;
words.push(/^[\0-\x7F]*$/.test(previous) ? previous : fold(previous));
classes.push(size.charCodeAt(0));
}
};
const fold = (text) =>
text.normalize("NFKC").toLowerCase().normalize("NFD").replace(/[\u0300-\u036F]/g, "").normalize("NFC");
const parts = (name) => name.match(/[A-Z]+(?![a-z])|[A-Z]?[^A-Z_]+/g) ?? [];
const read = (query) => {
const found = [];
for (const [run] of query.normalize("NFKC").matchAll(wordPattern)) {
for (const [piece] of run.matchAll(runPattern)) {
const text = fold(piece), characters = [...text];
if (!isUnspaced.test(piece)) found.push({ text, source: piece, mark: text });
else if (characters.length === 1) found.push({ text, mark: text });
else {
for (let index = 0; index + 1 < characters.length; index++) {
found.push({ text: characters[index] + characters[index + 1], mark: text, isPair: true });
}
}
}
}
const long = found.filter(({ text }) => text.length > 1 || isUnspaced.test(text));
return long.length ? long : found;
};
const isNear = (query, rests, word) => {
let same = 0;
while (same < query.length && query[same] === word[same]) same++;
const after = rests[same + 1] ?? "";
const ends = [];
if (word.startsWith(after, same + 1)) ends.push(query.length);
if (word.startsWith(after, same)) ends.push(query.length - 1);
if (word.startsWith(rests[same], same + 1)) ends.push(query.length + 1);
if (query[same] === word[same + 1] && query[same + 1] === word[same] && word.startsWith(rests[same + 2] ?? "", same + 2)) {
ends.push(query.length);
}
if (ends.includes(word.length)) return .45;
return ends.length && query.length > 4 && word.length > query.length ? .25 : 0;
};
const remembered = new Map();
const meant = ({ text, isPair }) => {
if (remembered.has(text)) return remembered.get(text);
const rests = [...text, ""].map((_, index) => text.slice(index));
const allowsTypos = text.length > 3 && !isUnspaced.test(text);
let exact = [], longer = [], near = [];
for (let number = 0; number < words.length; number++) {
const word = words[number];
if (word.startsWith(text)) {
if (word.length === text.length) exact.push({ number, fit: 1 });
else if (!isPair) longer.push({ number, fit: .4 + .4 * text.length / word.length });
} else if (allowsTypos) {
const fit = isNear(text, rests, word);
if (fit) near.push({ number, fit });
}
}
const common = (first, second) => classes[second.number] - classes[first.number];
longer = longer.sort(common).slice(0, text.length > 2 ? 48 : 12);
if (exact.length) near = [];
near = near.sort((first, second) => second.fit - first.fit || common(first, second)).slice(0, 16);
const all = [...exact, ...longer, ...near];
if (remembered.size > 200) remembered.clear();
remembered.set(text, all);
return all;
};
const isKnown = (word) => (known ??= new Set(words)).has(word);
const expand = (word) => {
if (!word.source || meant(word).some(({ fit }) => fit >= .4 && fit !== .45)) return [word];
const pieces = parts(word.source).map(fold).filter((piece) => piece.length > 1);
if (pieces.length > 1) return pieces.map((text) => ({ text, mark: text }));
for (let cut = word.text.length - 2; cut > 1; cut--) {
const pair = [word.text.slice(0, cut), word.text.slice(cut)];
if (pair.every(isKnown)) return pair.map((text) => ({ text, mark: text }));
}
return [word];
};
const fileOf = (number) => book.wordStarts.findLastIndex((start) => start <= number);
const rate = (word) => {
const scores = new Float32Array(lengths.length);
let count = 0;
for (const { number, fit } of meant(word)) {
const file = fileOf(number), index = number - book.wordStarts[file];
let packed = lists[file][index];
if (typeof packed === "string") packed = lists[file][index] = unpack(packed);
for (let index = 0, section = -1; index < packed.length; index++) {
section += (packed[index] >> 1) + 1;
const weight = packed[index] & 1 ? packed[++index] + 2 : 1;
const score = fit * weight / (weight + damping[section]);
if (!scores[section]) count++;
if (score > scores[section]) scores[section] = score;
}
}
const rarity = 2.2 * Math.log(1 + (lengths.length - count + .5) / (count + .5));
for (let section = 0; section < scores.length; section++) scores[section] *= rarity;
return scores;
};
const rank = (query, limit) => {
const ratings = query.map(rate);
let most = 1, pages = [];
for (let page = 0; page + 1 < firstSections.length; page++) {
let covered = 0, spread = 0;
for (const scores of ratings) {
let best = 0;
for (let section = firstSections[page]; section < firstSections[page + 1]; section++) {
if (scores[section] > best) best = scores[section];
}
if (best) covered++;
spread += best;
}
if (covered < most) continue;
if (covered > most) {
most = covered;
pages = [];
}
const sections = [];
for (let section = firstSections[page]; section < firstSections[page + 1]; section++) {
const score = ratings.reduce((sum, scores) => sum + scores[section], 0);
if (score) sections.push({ number: section - firstSections[page], score });
}
sections.sort((first, second) => second.score - first.score || first.number - second.number);
pages.push({ page, sections, score: sections[0].score + .4 * spread });
}
pages.sort((first, second) => second.score - first.score || first.page - second.page);
return {
count: pages.length,
pages: pages.slice(0, limit),
};
};
const excerpt = (text, query, size = 170) => {
text = text.slice(0, 50000);
const marks = query.map(({ mark }) => mark);
const wanted = new Set(query.flatMap((word) => meant(word).map(({ number }) => words[number])));
const places = [];
for (const { 0: run, index } of text.matchAll(wordPattern)) {
if (isUnspaced.test(run) || /[^\0-\x7F]/.test(run)) {
for (const mark of new Set(marks)) {
for (let at = fold(run).indexOf(mark); at >= 0; at = fold(run).indexOf(mark, at + 1)) {
places.push({ start: index + at, end: index + at + mark.length, mark });
}
}
continue;
}
const folded = run.toLowerCase();
const isMeant = (piece) => marks.find((mark) => piece.startsWith(mark)) ?? (wanted.has(piece) && piece);
const mark = isMeant(folded) || /.[A-Z_]/.test(run) && parts(run).map((piece) => isMeant(piece.toLowerCase())).find(Boolean);
if (mark) places.push({ start: index, end: index + run.length, mark });
if (places.length > 60) break;
}
let first = 0, best = 0;
for (let index = 0; index < places.length; index++) {
const inside = places.slice(index, index + 12).filter(({ end }) => end <= places[index].start + size);
const variety = new Set(inside.map(({ mark }) => mark)).size + inside.length / 100;
if (variety > best) [best, first] = [variety, index];
}
let start = Math.max(0, (places[first]?.start ?? 0) - 50);
if (start) start = text.indexOf(" ", start - 1) + 1 || start;
let end = start + size;
if (end < text.length) end = Math.max(text.lastIndexOf(" ", end), start + size - 40);
const pieces = [start ? "… " : ""];
for (const place of places) {
if (place.start < start || place.end > end) continue;
pieces.push(text.slice(start, place.start), [text.slice(place.start, place.end)]);
start = place.end;
}
return [...pieces, text.slice(start, end) + (end < text.length ? " …" : "")];
};
const find = async (text, limit = 12) => {
await load("index");
const query = read(text).flatMap(expand);
if (!query.length) return { count: 0, results: [] };
const files = new Set(query.flatMap((word) => meant(word).map(({ number }) => fileOf(number))));
await Promise.all([...files].map((file) => load(`words-${file}`)));
const { count, pages } = rank(query, limit);
const fileOfText = (page) => Math.floor(page / book.pagesPerText);
await Promise.all([...new Set(pages.map(({ page }) => fileOfText(page)))].map((file) => load(`text-${file}`)));
const results = pages.map(({ page, sections }) => {
const [path, title] = book.pages[page];
return {
path, title,
sections: sections.filter(({ score }) => score > .35 * sections[0].score).slice(0, 3).map(({ number }) => {
const [anchor, heading, kind, body] = texts[fileOfText(page)][page % book.pagesPerText][number];
return { anchor, heading, isExample: kind === 1, heads: excerpt(heading, query, 200), excerpt: excerpt(body, query) };
}),
};
});
return { count, results };
};
const element = (name, attributes, ...children) => {
const made = Object.assign(document.createElement(name), attributes);
made.append(...children);
return made;
};
const marked = (pieces) => pieces.map((piece) => typeof piece === "string" ? piece : element("mark", {}, ...piece));
const input = element("input", {
type: "search", id: "page.search", autocomplete: "off", spellcheck: false, placeholder: "Search the book", enterKeyHint: "go",
});
input.setAttribute("aria-label", "Search the book");
input.setAttribute("autocapitalize", "off");
const status = element("p", { className: "search-status" });
status.setAttribute("role", "status");
const list = element("ol", { className: "search-results" });
const close = element("button", { type: "button", className: "search-close" }, "Close");
const dialog = element("dialog", { className: "search" }, element("div", { className: "search-head" }, input, close), status, list);
dialog.setAttribute("aria-label", "Search");
document.body.append(dialog);
const address = (path, anchor) => root + path + (anchor && `#${encodeURIComponent(anchor)}`);
const link = (path, { anchor, excerpt, isExample }, title) =>
element("a", { href: address(path, anchor), className: isExample ? "is-example" : "" },
element("span", { className: "search-title" }, ...title), element("span", { className: "search-text" }, ...marked(excerpt)));
const show = ({ count, results }) => {
const shown = results.map(({ path, title, sections }) => {
const own = sections.find(({ anchor }) => !anchor);
const name = own ? marked(own.heads) : [title];
const page = element("li", {}, link(path, own ?? { anchor: "", excerpt: [] }, name));
const rest = sections.filter((section) => section !== own);
if (rest.length) {
page.append(element("ul", {}, ...rest.map((section) => element("li", {}, link(path, section, marked(section.heads))))));
}
return page;
});
list.replaceChildren(...shown);
list.scrollTop = 0;
const more = count > results.length ? `, the best ${results.length} shown` : "";
status.textContent = !input.value.trim() ? "" : count ? `${count} ${count === 1 ? "page" : "pages"}${more}` : "Nothing found";
};
let turn = 0;
const search = async () => {
const mine = ++turn;
try {
const found = await find(input.value);
if (mine === turn) show(found);
} catch (error) {
if (mine === turn) status.textContent = `The search does not work: ${error.message}.`;
}
};
const links = () => [...list.querySelectorAll("a")];
input.addEventListener("input", search);
input.addEventListener("focus", () => input.select());
close.addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => {
if (event.target === dialog || event.target.closest("a")) dialog.close();
});
dialog.addEventListener("keydown", (event) => {
const all = links(), at = all.indexOf(document.activeElement);
if (event.isComposing) return;
if (event.key === "ArrowDown") (all[at + 1] ?? all.at(-1) ?? input).focus();
else if (event.key === "ArrowUp") (all[at - 1] ?? input).focus();
else if (event.key === "Escape") dialog.close();
else if (event.key === "Enter" && at < 0 && document.activeElement === input) all[0]?.click();
else if (at >= 0 && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== " ") {
input.focus();
input.setSelectionRange(input.value.length, input.value.length);
return;
} else return;
event.preventDefault();
});
globalThis.loopbookSearch = {
index: takeIndex,
words: (file, packed) => lists[file] = packed.split(" "),
text: (file, pages) => texts[file] = pages,
find,
open() {
if (dialog.open) return;
dialog.showModal();
input.focus();
load("index").catch(search);
},
};
})();
