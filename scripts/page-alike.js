// Takes away from a page what is like something that stays, so that axe, whose time grows with each element, looks at every kind a
// few times: marks in listings, rows of tables, parts of drawings; scripts/check-pages asks it, behind all that measures.
//
// Two are alike if the tags, classes and attributes of both are the same, from the page's main part down to all that they hold, as
// is whether text stands there. What has a name that something may refer to stays.
() => {
  // Of each kind, since neighbors may matter to one another.
  const KEPT = 3;
  const free = new Set(["class", "style", "title", "href", "aria-label", "datetime", "transform", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy",
    "r", "d", "width", "height", "points", "dx", "dy"]);
  const own = (element) => {
    const attributes = [...element.attributes].map(({ name, value }) => free.has(name) || name.startsWith("data-") ? name : `${name}=${value}`);
    return `${element.localName}.${[...element.classList].sort().join(".")}[${attributes.sort().join()}]`;
  };
  const inside = (element) => `${own(element)}(${[...element.childNodes].map((node) =>
    node.nodeType === Node.ELEMENT_NODE ? inside(node) : node.nodeType === Node.TEXT_NODE && /\S/.test(node.data) ? "text" : "").join("")})`;
  const above = new Map();
  const path = (element) => {
    if (!element || element.localName === "main") return "";
    if (!above.has(element)) above.set(element, `${path(element.parentElement)}/${element.localName}.${[...element.classList].sort().join(".")}`);
    return above.get(element);
  };
  const seen = new Map();
  const isMore = (element) => {
    const kind = `${path(element.parentElement)}/${inside(element)}`, count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return count > KEPT;
  };
  const isNamed = (element) => element.id || element.querySelector("[id]");
  const more = [...document.body.querySelectorAll("pre span, tbody > tr, svg *")].filter((element) => !isNamed(element) && isMore(element));
  for (const element of more) {
    if (element.closest("pre")) element.replaceWith(...element.childNodes);
    else element.remove();
  }
}
