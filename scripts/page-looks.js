// The elements of a page whose text looks as no other's before it, in all that decides about contrast; scripts/check-pages asks it.
//
// A chapter has 20,000 elements and a hundred looks, and contrast is the slowest thing to ask for. Two elements look the same if
// their letters do, if the same is painted behind them, and if neither has been moved out of the flow otherwise than the other.
() => {
  const behind = new Map();
  const painted = (element) => {
    if (!element) return "";
    if (!behind.has(element)) {
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position, transform, clipPath } = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position, transform, clipPath].join();
      const before = painted(element.parentElement);
      // What paints nothing and moves nothing is not to be seen.
      behind.set(element, own === "rgba(0, 0, 0, 0),none,1,none,normal,static,none,none" ? before : `${before}|${own}`);
    }
    return behind.get(element);
  };
  const seen = new Set();
  const isNew = (element) => {
    const { color, fill, fontSize, fontWeight, textShadow, webkitTextStroke } = getComputedStyle(element);
    const look = [painted(element), color, fill, fontSize, fontWeight, textShadow, webkitTextStroke].join("|");
    return !seen.has(look) && seen.add(look);
  };
  const hasText = (element) => element.matches("input, select, textarea, button")
    || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\S/.test(node.data));
  return [...document.body.querySelectorAll(":not(script, style, template)")]
    .filter((element) => hasText(element) && element.checkVisibility({ visibilityProperty: true }) && isNew(element));
}
