// Loopbook's search: ranks the sections of the book without a server. Loaded when a reader first opens the search.
// The index is made by Sources/Site/Search; its scripts call the functions of `loopbookSearch` below.
(() => {
"use strict";
const { index: folder, root = "", version = "" } = document.currentScript?.dataset ?? {};
// A book in one file is searched with the browser.
if (!folder) return;
// All that readers see of it; the words stand before the script that all pages share.
const strings = globalThis.loopbookWords ?? {};
const { fill, counted } = loopbookPage;

// Writing without blanks between words.
const unspaced =
  "\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF66-\uFF9F\u{20000}-\u{3FFFF}";
const wordPattern = /[\p{L}\p{M}\p{N}_]+/gu;
const runPattern = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, "gu");
const isUnspaced = new RegExp(`^[${unspaced}]`, "u");

// ---- The index ----

let book, known, stems, small, damping, headings, firstSections, isFirst;
const words = [], classes = [], lists = [], texts = [], scripts = new Map();

const load = (name) => {
  if (!scripts.has(name)) {
    scripts.set(name, new Promise((done, failed) => {
      const script = document.createElement("script");
      // Browsers keep what servers sent: an index for a minute, the rest as long as it is that of the index.
      script.src = `${folder}${name}.js?v=${book?.hash ?? version + (Date.now() / 6e4 | 0)}`;
      script.onload = done;
      script.onerror = () => {
        scripts.delete(name);
        failed(new Error(fill(strings.indexUnreadable, { file: `${name}.js` })));
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
  isFirst = new Uint8Array(firstSections.at(-1));
  for (const section of firstSections) isFirst[section] = 1;
  damping = Float32Array.from(unpack(data.lengths), (code) => {
    const length = (1 << (code >> 2)) * (1 + (code & 3) / 4) - 1;
    return 1.2 * (.3 + .7 * length / data.meanLength);
  });
  headings = unpack(data.headings);
  small = new Set(data.small.split(" "));
  let previous = "";
  for (const [, size, shared, rest] of data.words.matchAll(/([!-\/:-@])([A-Z])([^!-\/:-Z]*)/g)) {
    previous = previous.slice(0, shared.charCodeAt(0) - 65) + rest;
    words.push(/^[\0-\x7F]*$/.test(previous) ? previous : fold(previous));
    classes.push(size.charCodeAt(0));
  }
};

// ---- The query ----

// Capitals, accents, the signs for vowels of Arabic and Hebrew and what lengthens Arabic words make no difference, and neither do the forms
// of a letter that Unicode calls the same in another case.
const fold = (text) =>
  text.normalize("NFKC").toLowerCase().normalize("NFD").replace(/[\u0300-\u036F\u0591-\u05C7\u0640\u064B-\u065F\u0670]/g, "")
    .replaceAll("ß", "ss").replaceAll("ς", "σ").normalize("NFC");

// Where a text has what is folded already. A letter may become two by folding, and marks go with the letter before them.
const foldedPlaces = (text, wanted) => {
  if (!fold(text).includes(wanted)) return [];
  let folded = "";
  const places = [], found = [];
  for (const { 0: letter, index } of text.matchAll(/.[\p{M}\u0640\u1160-\u11FF\uFF9E\uFF9F]*/gu)) {
    const piece = fold(letter);
    places.push(...Array(piece.length).fill([index, index + letter.length]));
    folded += piece;
  }
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    found.push({ start: places[at][0], end: places[at + wanted.length - 1][1] });
  }
  return found;
};

const parts = (name) => name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}_]+/gu) ?? [];

const hex = (text) => [...text].map((sign) => sign.charCodeAt(0).toString(16)).join("");

// What is asked: words, each with how it is marked in a text, and what stands between quotation marks.
const read = (query) => {
  const text = query.normalize("NFKC"), found = [], asked = new Map();
  const add = (word) => asked.has(word.text) || asked.set(word.text, word);
  // What is found as it stands, or not at all.
  const addWhole = (text, mark) => isKnown(text) && add({ text, mark: mark.toLowerCase(), isWhole: true });
  for (const [run] of text.matchAll(/[/=+!*%<>&|^~?.-]+/g)) if (run.length > 1 && run.length < 5) addWhole(`^${hex(run)}`, run);
  for (const [run, sign, word] of text.matchAll(/(?<![\p{L}\p{N}_])([#@])([A-Za-z0-9_]+)/gu)) addWhole(`^${hex(sign)}${fold(word)}`, run);
  for (const [run, word, sign] of text.matchAll(/\b(as|init|try)([!?])/g)) addWhole(`^${hex(sign)}${word}`, run);
  for (const [run] of text.matchAll(/[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+/g)) addWhole(fold(run).replaceAll("-", "_"), run);
  for (const [run] of text.matchAll(wordPattern)) {
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
  // What the book does not have says nothing of where to look, and neither do small words among others.
  const all = (long.length ? long : found).flatMap(expand).filter((word) => meant(word).length);
  const telling = all.filter(({ text }) => !small.has(text));
  for (const word of telling.length || asked.size ? telling : all) add(word);
  // A name is also a little about the words that it is made of.
  for (const { source } of telling) {
    const pieces = parts(source ?? "");
    if (pieces.length < 2) continue;
    for (const text of pieces.map(fold)) if (text.length > 1 && isKnown(text)) add({ text, isAside: true });
  }
  const guesses = [...asked.values()].flatMap((word) => {
    const all = meant(word), near = all.filter(({ fit }) => fit === all[0].fit).slice(0, 2);
    return all.every(({ isGuess }) => isGuess) ? { word: word.source ?? word.mark, other: near.map(({ number }) => words[number]).join(", ") } : [];
  });
  return {
    words: [...asked.values()], guesses,
    phrases: [...text.matchAll(/["“”„«»]([^"“”„«»]+)["“”„«»]/g)].map(([, phrase]) => plain(phrase)).filter(Boolean),
  };
};

// A text as phrases are compared.
const plain = (text) => fold(text).replace(/[^\p{L}\p{M}\p{N}_]+/gu, " ").trim();

// A phrase with the blanks around it that its writing has.
const between = (phrase) => (isUnspaced.test(phrase) ? "" : " ") + phrase + (isUnspaced.test(phrase.at(-1)) ? "" : " ");

// What an English word has in common with its other forms: stop, stops, stopped, stopping.
const stem = (word) => {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  if (/ies$/.test(word)) word = `${word.slice(0, -3)}y`;
  else if (/(ss|x|ch|sh)es$/.test(word)) word = word.slice(0, -2);
  else if (/[^sui]s$/.test(word)) word = word.slice(0, -1);
  word = word.replace(/^(.{4,})at(?:ion|e|ed|ing)$|^(.{2,}i[sz])er$/, "$1$2");
  const [, begin] = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(word) ?? [];
  if (begin?.length > 2) word = begin.replace(/([^aeiouylsz])\1$/, "$1");
  return word.length > 3 ? word.replace(/([^aeiou])e$/, "$1") : word;
};

// Whether a word, or its beginning, is the query but for one letter: replaced, missing, added, or two exchanged.
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

// The words of the book that are meant by a word of the query, with how well they fit.
const meant = ({ text, isPair }) => {
  if (remembered.has(text)) return remembered.get(text);
  const rests = [...text, ""].map((_, index) => text.slice(index));
  const isSpaced = !isUnspaced.test(text) && text[0] !== "^";
  stems ??= words.map(stem);
  const root = stem(text);
  let exact = [], longer = [], near = [];
  for (let number = 0; number < words.length; number++) {
    const word = words[number];
    if (word === text) exact.push({ number, fit: 1 });
    else if (isSpaced && stems[number] === root) exact.push({ number, fit: .85 });
    else if (word.startsWith(text)) {
      if (!isPair) longer.push({ number, fit: .3 + .4 * text.length / word.length });
    } else if (isSpaced && text.length > 3) {
      const fit = isNear(text, rests, word);
      if (fit) near.push({ number, fit, isGuess: true });
    }
  }
  const common = (first, second) => classes[second.number] - classes[first.number];
  // Readers who have typed half a word mostly mean one of the words that are used most.
  longer = longer.sort(common).slice(0, text.length > 2 ? 48 : 12);
  if (exact.length) near = [];
  near = near.sort((first, second) => second.fit - first.fit || common(first, second)).slice(0, 16);
  const all = [...exact, ...longer, ...near];
  if (remembered.size > 200) remembered.clear();
  remembered.set(text, all);
  return all;
};

const isKnown = (word) => (known ??= new Set(words)).has(word);

// A name that the book does not have may be put together from words that it has: `RunLoop`, `runloop`.
const expand = (word) => {
  if (!word.source || meant(word).some(({ isGuess }) => !isGuess)) return [word];
  const pieces = parts(word.source).map(fold).filter((piece) => piece.length > 1);
  if (pieces.length > 1) return pieces.map((text) => ({ text, mark: text }));
  for (let cut = word.text.length - 2; cut > 1; cut--) {
    const pair = [word.text.slice(0, cut), word.text.slice(cut)];
    if (pair.every(isKnown)) return pair.map((text) => ({ text, mark: text }));
  }
  return [word];
};

const fileOf = (number) => book.wordStarts.findLastIndex((start) => start <= number);

// What makes a section, and its page, the answer.
const weights = {
  // A word in the title of a page, and in a heading; the part of that which counts where the query says nothing else of it.
  title: 5, heading: 1.6, partial: .5,
  // A heading that says all that was asked, and how much more where it is a title.
  whole: 2.5, first: 1.5,
  // What the page has in all, beside its best section, and how soon more of it says nothing new.
  spread: .8, often: 2,
  // Two words beside each other, as they were asked; the part of a name; what is found as it stands.
  near: 1, aside: .5, name: 3,
  // How steeply a page falls that lacks some of what was asked.
  share: 1.5,
  // What a page counts that is made of doc comments.
  api: .6,
};

// How much the text of each section is about a word of the query, with the best of the words that may be meant, as BM25 has it;
// whether it stands in the heading; and how much it says that a section has it.
const rate = (word) => {
  const inText = new Float32Array(headings.length), inHeading = new Float32Array(headings.length);
  let count = 0;
  for (const { number, fit } of meant(word)) {
    const file = fileOf(number), index = number - book.wordStarts[file];
    let packed = lists[file][index];
    if (typeof packed === "string") packed = lists[file][index] = unpack(packed);
    for (let index = 0, section = -1; index < packed.length; index++) {
      section += (packed[index] >> 1) + 1;
      const weight = packed[index] & 1 ? packed[++index] : 2, times = weight >> 1;
      if (!inText[section] && !inHeading[section]) count++;
      inText[section] = Math.max(inText[section], fit * 2.2 * times / (times + damping[section]));
      if (weight & 1) inHeading[section] = Math.max(inHeading[section], fit);
    }
  }
  // Even a word that is everywhere may be what a page is called, and one that is rare is not all that was asked for. A part of a name
  // says something only where it is rare.
  const rarity = Math.min(2, Math.log(1 + (headings.length - count + .5) / (count + .5)));
  return { word, inText, inHeading, rarity: word.isAside ? weights.aside * rarity : (2 + rarity) * (word.isWhole ? weights.name : 1) };
};

// The pages that have any of the words, each with its sections. Those that have more of what was asked come first.
const rank = (ratings) => {
  const asked = ratings.reduce((sum, { rarity }) => sum + rarity, 0);
  const pages = [];
  for (let page = 0; page + 1 < firstSections.length; page++) {
    const first = firstSections[page], sections = [], inTexts = ratings.map(() => 0), inHeadings = ratings.map(() => 0);
    for (let number = first; number < firstSections[page + 1]; number++) {
      let score = 0, named = 0, hits = 0;
      for (const { word, inHeading, rarity } of ratings) {
        if (inHeading[number] < .8) continue;
        hits++;
        if (!word.isAside) named += rarity;
      }
      // A heading that says what was asked, and nothing else, is what is looked for.
      const covered = Math.min(1, hits / (headings[number] || 1));
      const place = (number === first ? weights.title : weights.heading) * (weights.partial + (1 - weights.partial) * covered);
      for (let index = 0; index < ratings.length; index++) {
        const { inText, inHeading, rarity } = ratings[index];
        score += rarity * (inText[number] + place * inHeading[number]);
        inTexts[index] += inText[number];
        inHeadings[index] = Math.max(inHeadings[index], place * inHeading[number]);
      }
      if (!score) continue;
      score += weights.whole * (number === first ? weights.first : 1) * named * named / asked * covered;
      sections.push({ number: number - first, score });
    }
    if (!sections.length) continue;
    sections.sort((first, second) => second.score - first.score || first.number - second.number);
    let had = 0, spread = 0;
    for (let index = 0; index < ratings.length; index++) {
      const times = inTexts[index], place = inHeadings[index], { rarity } = ratings[index];
      if (!times && !place) continue;
      had += rarity / asked;
      spread += rarity * (place + 2.2 * times / (times + weights.often));
    }
    // What is told about a symbol answers a question less than a chapter does.
    const share = book.pages[page][2] === undefined ? 1 : weights.api;
    pages.push({ page, sections, had, score: share * (sections[0].score + weights.spread * spread) * had ** weights.share });
  }
  pages.sort((first, second) => second.score - first.score || first.page - second.page);
  // What has little of what was asked only hides the rest.
  return pages.filter(({ score }) => score > .2 * pages[0].score);
};

// A piece of a text with the words that were found: strings, and lists of one string for what is to be marked.
const excerpt = (text, query, size = 170) => {
  text = text.slice(0, 50000);
  const asked = query.filter(({ isWhole, isAside }) => !isWhole && !isAside), marks = asked.map(({ mark }) => mark);
  const wanted = new Set(asked.flatMap((word) => meant(word).map(({ number }) => words[number])));
  const places = [];
  for (const { mark } of query.filter(({ isWhole }) => isWhole)) {
    for (const { index } of text.matchAll(new RegExp(mark.replace(/\W/g, "\\$&"), "gi"))) {
      if (places.length < 60) places.push({ start: index, end: index + mark.length, mark });
    }
  }
  for (const { 0: run, index } of text.matchAll(wordPattern)) {
    if (isUnspaced.test(run) || /[^\0-\x7F]/.test(run)) {
      for (const mark of new Set(marks)) {
        for (const { start, end } of foldedPlaces(run, mark)) places.push({ start: index + start, end: index + end, mark });
      }
      continue;
    }
    const folded = run.toLowerCase();
    const isMeant = (piece) => marks.find((mark) => piece.startsWith(mark)) ?? (wanted.has(piece) && piece);
    const mark = isMeant(folded) || /.[A-Z_]/.test(run) && parts(run).map((piece) => isMeant(piece.toLowerCase())).find(Boolean);
    if (mark) places.push({ start: index, end: index + run.length, mark });
    if (places.length > 120) break;
  }
  places.sort((first, second) => first.start - second.start);
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

const fileOfText = (page) => Math.floor(page / book.pagesPerText);
const loadTexts = (pages) => Promise.all([...new Set(pages.map(({ page }) => fileOfText(page)))].map((file) => load(`text-${file}`)));
const textOf = (page, number) => texts[fileOfText(page)][page % book.pagesPerText][number];

// The pages with sections that have each of the phrases, word by word. Their texts have to be read, so only the best are asked.
const withPhrases = async (pages, phrases) => {
  pages = pages.slice(0, 96);
  await loadTexts(pages);
  return pages.flatMap((found) => {
    const sections = found.sections.filter(({ number }) => {
      const [, heading, , ...body] = textOf(found.page, number);
      const text = ` ${plain(heading)} \n ${plain(body.join())} `;
      return phrases.every((phrase) => text.includes(between(phrase)));
    });
    return sections.length ? [{ ...found, sections }] : [];
  });
};

// Puts those of the best pages first that have words of the query beside each other, as they were asked.
const preferNeighbors = (pages, ratings) => {
  const forms = ({ word }) => meant(word).filter(({ fit }) => fit > .8).map(({ number }) => words[number]).join("|");
  for (let index = 0; index + 1 < ratings.length; index++) {
    const pair = [ratings[index], ratings[index + 1]], [first, second] = pair.map(forms);
    if (pair.some(({ word }) => word.isWhole || word.isPair || word.isAside) || !first || !second) continue;
    const pattern = new RegExp(`\\b(?:${first})[^\\p{L}\\p{N}]+(?:(?:${[...small].join("|")})[^\\p{L}\\p{N}]+)?(?:${second})\\b`, "iu");
    const value = weights.near * (pair[0].rarity + pair[1].rarity);
    for (const found of pages) {
      let best = 0;
      for (const section of found.sections) {
        const number = firstSections[found.page] + section.number;
        if (pair.some(({ inText, inHeading }) => !inText[number] && !inHeading[number])) continue;
        const [, heading, , ...body] = textOf(found.page, section.number);
        if (!pattern.test(`${heading}\n${body}`)) continue;
        section.score += value;
        best = value;
      }
      found.score += best * found.had;
    }
  }
  for (const { sections } of pages) sections.sort((first, second) => second.score - first.score || first.number - second.number);
  pages.sort((first, second) => second.score - first.score || first.page - second.page);
};

// A query that names a symbol: `Loop`, `run(until:)`, `Loop.Result`; not a word that is also one of the language.
const nameAsked = (text) => {
  const name = text.trim().replace(/^`+|`+$/g, "").replaceAll("/", ".");
  return /^[\p{L}_][\p{L}\p{N}_.]*(?:\(\S*\))?$/u.test(name) && /[\p{Lu}(._]/u.test(name) ? name : "";
};

// Puts the pages first, and on them the sections, whose symbol has just the name that was asked: types before what is in them.
const preferNamed = async (pages, name) => {
  const isNamed = (heading) => heading === name || heading.replace(/\(.*/, "") === name || heading.endsWith(`.${name}`);
  const isOfApi = ({ page }) => book.pages[page][2] !== undefined;
  const own = pages.filter(isOfApi).slice(0, 96);
  await loadTexts(own);
  for (const found of own) {
    // A type may be asked for with what is in it: `Loop.run(until:)`.
    const title = book.pages[found.page][1];
    const isMeant = ({ number }) => {
      const [, heading, kind] = textOf(found.page, number);
      return typeof kind === "string" && (isNamed(heading) || `${title}.${heading}`.replace(/\(.*/, (list) => name.includes("(") ? list : "") === name);
    };
    const named = found.sections.filter(isMeant);
    if (!named.length) continue;
    found.isNamed = named.some(({ number }) => !number) ? 2 : 1;
    found.sections = [...named, ...found.sections.filter((section) => !named.includes(section))];
  }
  pages.sort((first, second) => (second.isNamed ?? 0) - (first.isNamed ?? 0));
};

// Searches the book. What is not loaded yet is loaded first; afterwards an answer takes no more than it takes to compute.
const find = async (text, limit = 12) => {
  await load("index");
  const { words: query, phrases, guesses } = read(text);
  if (!query.length) return { count: 0, results: [], guesses };
  const files = new Set(query.flatMap((word) => meant(word).map(({ number }) => fileOf(number))));
  await Promise.all([...files].map((file) => load(`words-${file}`)));
  const ratings = query.map(rate);
  let pages = rank(ratings);
  if (phrases.length) pages = await withPhrases(pages, phrases);
  const count = pages.length, name = nameAsked(text);
  if (name) await preferNamed(pages, name);
  pages = pages.slice(0, limit);
  await loadTexts(pages);
  if (!pages[0]?.isNamed) preferNeighbors(pages, ratings);
  const results = pages.map(({ page, sections }) => {
    const [path, title, ofPage] = book.pages[page], shown = new Set();
    const best = sections.filter(({ score }, index) => !index || score > .35 * sections[0].score).map(({ number }) => textOf(page, number));
    return {
      path, title, kind: ofPage ?? 0, caveat: textOf(page, 0)[5],
      // The page itself is found by its keywords as well.
      sections: best.filter(([anchor]) => !shown.has(anchor) && shown.add(anchor)).slice(0, 3).map(([anchor, heading, kind, body, declaration = "", caveat]) => ({
        anchor, kind, caveat, heads: excerpt(heading, query, 200), code: excerpt(declaration, query), excerpt: excerpt(body, query),
      })),
    };
  });
  return { count, results, guesses };
};

// ---- What a reader sees ----

const element = (name, attributes, ...children) => {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
};
const marked = (pieces) => pieces.map((piece) => typeof piece === "string" ? piece : element("mark", {}, ...piece));

const input = element("input", {
  type: "search", id: "page.search", autocomplete: "off", spellcheck: false, placeholder: strings.searchField, enterKeyHint: "go",
  ariaLabel: strings.searchField, autocapitalize: "off",
});
const status = element("p", { className: "search-status", role: "status" });
const list = element("ol", { className: "search-results" });
const close = element("button", { type: "button", className: "search-close" }, strings.close);
const dialog = element("dialog", { className: "search", ariaLabel: strings.search }, element("div", { className: "search-head" }, input, close), status, list);
document.body.append(dialog);

const address = (path, anchor) => root + path + (anchor && `#${encodeURIComponent(anchor)}`);
const span = (className, ...children) => element("span", { className }, ...children);
// The kind of a symbol is a text; an example has 1, and all else 0. What should not be used is struck out, as in lists.
const link = (path, { anchor, excerpt, code = [], kind, caveat }, title) =>
  element("a", { href: address(path, anchor), className: kind ? "is-code" : "" },
    element(caveat ? "s" : "span", { className: "search-title" }, ...title),
    ...[kind, caveat].flatMap((text) => text?.length ? [" ", span("search-kind", text.replace(/\p{P}$/u, ""))] : []),
    span("search-text", element("code", {}, ...marked(code)), ...marked(excerpt)));

const show = ({ count, results, guesses }) => {
  const shown = results.map(({ path, title, kind, caveat, sections }) => {
    const own = sections.find(({ anchor }) => !anchor);
    const name = own ? marked(own.heads) : [title];
    const page = element("li", {}, link(path, own ?? { anchor: "", excerpt: [], kind, caveat }, name));
    const rest = sections.filter((section) => section !== own);
    if (rest.length) {
      page.append(element("ul", {}, ...rest.map((section) => element("li", {}, link(path, section, marked(section.heads))))));
    }
    return page;
  });
  list.replaceChildren(...shown);
  list.scrollTop = 0;
  const told = count ? counted(strings[count > results.length ? "bestPages" : "pagesFound"], count, { shown: results.length }) : strings.nothingFound;
  status.textContent = input.value.trim() && [told, ...guesses.map((guess) => fill(strings.searchedInstead, guess))].join(" · ");
};

let turn = 0;
const search = async () => {
  const mine = ++turn;
  try {
    const found = await find(input.value);
    if (mine === turn) show(found);
  } catch (error) {
    if (mine === turn) status.textContent = fill(strings.searchBroken, { reason: error.message });
  }
};
// A search has an address, `?q=` and the query, which can be sent to others and which the way back leads to.
let noting;
const note = () => {
  // Other parts stay as they are written.
  const query = dialog.open ? input.value.trim() : "", before = location.search.slice(1);
  const others = before.split("&").filter((part) => part && !part.startsWith("q="));
  const search = others.concat(query ? `q=${encodeURIComponent(query)}` : []).join("&");
  if (search === before) return;
  try {
    history.replaceState(history.state, "", (search ? "?" + search : location.pathname) + location.hash);
  } catch { /* A browser that does not allow this to a page from disk searches all the same. */ }
};
const links = () => [...list.querySelectorAll("a")];
input.addEventListener("input", () => {
  search();
  // Browsers count how often an address changes.
  clearTimeout(noting);
  noting = setTimeout(note, 400);
});
input.addEventListener("focus", () => input.select());
close.addEventListener("click", () => dialog.close());
dialog.addEventListener("close", note);
dialog.addEventListener("click", (event) => {
  const target = event.target.closest("a");
  // A link to another page leaves the search behind as it is.
  if (event.target === dialog || target?.pathname === location.pathname) dialog.close();
  // Before the link is followed: within a page the address changes behind `#` only.
  if (target) note();
});
dialog.addEventListener("keydown", (event) => {
  const all = links(), at = all.indexOf(document.activeElement);
  if (event.isComposing) return;
  if (event.key === "ArrowDown") (all[at + 1] ?? all.at(-1) ?? input).focus();
  else if (event.key === "ArrowUp") (all[at - 1] ?? input).focus();
  // A search field would only be emptied.
  else if (event.key === "Escape") dialog.close();
  else if (event.key === "Enter" && at < 0 && document.activeElement === input) all[0]?.click();
  else if (at >= 0 && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== " ") {
    // What is typed next belongs to the query.
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
  open(query) {
    if (dialog.open) return;
    if (query) input.value = query;
    dialog.showModal();
    input.focus();
    if (!input.value) return load("index").catch(search);
    note();
    search();
  },
};
})();
