// What is cut or sticks out of a page that a browser has laid out, each as a sentence; scripts/check-pages asks it.
//
// What is wider or higher than its box has to scroll, with a shadow where more follows. Text of a drawing has to lie in the drawing,
// in its shape if it has one, and on no other text.
() => {
  const problems = [];
  // Half a pixel is rounding; fonts lean a little out of their boxes.
  const slack = 1.5;
  const describe = (element) => {
    const at = element.closest("[id]");
    const kind = element.tagName.toLowerCase() + (element.classList.length ? "." + [...element.classList].join(".") : "");
    const text = element.textContent.trim().replace(/\s+/g, " ").slice(0, 50);
    return `${kind}${at && at !== element ? ` in #${at.id}` : element.id ? `#${element.id}` : ""}${text ? ` "${text}"` : ""}`;
  };
  const say = (element, what) => problems.push(`${describe(element)} ${what}`);
  if (document.documentElement.scrollWidth > innerWidth) problems.push("the page is wider than the screen");

  const styles = new Map();
  const style = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  // What is drawn for screen readers only has no box to speak of.
  const isUnseen = (element) => element.clientWidth <= 1 || style(element).clipPath !== "none" && element.clientWidth <= 2;
  const isInline = (element) => ["inline", "contents"].includes(style(element).display);

  // ---- Boxes ----
  for (const element of document.body.querySelectorAll(":not(svg, svg *, option, head *)")) {
    const wide = element.scrollWidth > element.clientWidth + slack;
    const high = element.scrollHeight > element.clientHeight + slack;
    if (!wide && !high || isUnseen(element) || !element.checkVisibility()) continue;
    const { overflowX, overflowY, backgroundAttachment, textOverflow } = style(element);
    for (const [isOver, overflow] of [[wide, overflowX], [high, overflowY]]) {
      if (!isOver || overflow === "visible") continue;
      if (overflow === "hidden" || overflow === "clip") {
        if (textOverflow !== "ellipsis") say(element, `is cut (${element.scrollWidth} × ${element.scrollHeight} in ${element.clientWidth} × ${element.clientHeight})`);
      } else if (!backgroundAttachment.includes("local")) {
        say(element, "scrolls, and nothing shows it");
      }
    }
  }

  // ---- Words and pictures that stick out of what holds them ----
  const holder = (element) => {
    while (element && isInline(element)) element = element.parentElement;
    return element;
  };
  const sticksOut = (rectangle, box) => rectangle.width > 1 && (rectangle.right > box.right + slack || rectangle.left < box.left - slack);
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT,
    (node) => /\S/.test(node.data) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
  const boxes = new Map();
  const told = new Set();
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!parent || parent.closest("svg, script, style, template") || isUnseen(holder(parent))) continue;
    const box = holder(parent);
    if (told.has(box)) continue;
    if (!boxes.has(box)) boxes.set(box, box.getBoundingClientRect());
    range.selectNodeContents(node);
    const rectangles = [...range.getClientRects()];
    // What ends in dots shows that it is cut.
    if (rectangles.some((rectangle) => sticksOut(rectangle, boxes.get(box))) && style(box).textOverflow !== "ellipsis") {
      told.add(box);
      say(box, `is ${Math.round(boxes.get(box).width)} px wide, and its text sticks out`);
    }
    // A name goes on in the next line behind a stop or before a capital, not within a word.
    const name = rectangles.length > 1 && parent.closest("code, .example-name");
    if (name && !name.closest("pre")) {
      let before;
      for (let at = 0; at < node.length; at++) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const [rectangle] = range.getClientRects();
        if (!rectangle) continue;
        if (before && rectangle.top > before.bottom - 3 && /[a-z0-9]$/.test(node.data.slice(0, at)) && /^[a-z0-9]/.test(node.data.slice(at))) {
          // A word that is wider than its box by itself has to break somewhere.
          const [head] = /[A-Za-z0-9]+$/.exec(node.data.slice(0, at)), [tail] = /^[a-z0-9]+/.exec(node.data.slice(at));
          const width = before.width * (head + tail).length;
          if (width < boxes.get(box).width) say(name, `is broken within a word: ${head}/${tail}`);
          break;
        }
        before = rectangle;
      }
    }
  }
  for (const picture of document.body.querySelectorAll("img, video, table, svg:not(svg svg)")) {
    const box = holder(picture.parentElement);
    if (!picture.checkVisibility() || style(box).overflowX !== "visible" || picture.parentElement.closest("svg")) continue;
    if (sticksOut(picture.getBoundingClientRect(), box.getBoundingClientRect())) say(picture, "sticks out of what holds it");
  }

  // ---- Text of drawings ----
  for (const drawing of document.body.querySelectorAll("svg:not(svg svg):has(text)")) {
    if (!drawing.checkVisibility()) continue;
    const frame = drawing.getBoundingClientRect();
    const shown = [];
    for (const text of drawing.querySelectorAll("text")) {
      if (!text.checkVisibility()) continue;
      const rectangle = text.getBoundingClientRect();
      if (rectangle.width === 0) continue;
      // Capitals and small letters are about the middle three fifths of a font's height.
      const place = { left: rectangle.left, right: rectangle.right,
        top: rectangle.top + rectangle.height * .22, bottom: rectangle.bottom - rectangle.height * .2, text };
      shown.push(place);
      if (place.left < frame.left - slack || place.right > frame.right + slack || place.top < frame.top - slack || place.bottom > frame.bottom + slack) {
        say(text, `sticks out of its drawing (${Math.round(place.left - frame.left)} to ${Math.round(place.right - frame.left)} of ${Math.round(frame.width)} px)`);
      }
      const group = text.closest("g");
      const shapes = group ? [...group.children].filter((one) => one.matches(".p-box, circle:not(.p-shared), .p-callout > rect")) : [];
      const shape = shapes.filter((one) => one.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).at(-1);
      if (!shape) continue;
      const back = shape.getScreenCTM().inverse();
      const inside = [place.left, place.right].every((x) => [place.top, place.bottom].every((y) => {
        const point = new DOMPoint(x, y).matrixTransform(back);
        return shape.isPointInFill(point) || shape.isPointInStroke(point);
      }));
      if (!inside) say(text, "leaves its shape");
    }
    shown.sort((one, other) => one.left - other.left);
    for (const [number, one] of shown.entries()) {
      for (let next = number + 1; next < shown.length && shown[next].left < one.right - slack; next++) {
        const other = shown[next];
        if (other.top < one.bottom - slack && one.top < other.bottom - slack) say(one.text, `lies on ${describe(other.text)}`);
      }
    }
  }
  return problems;
}
