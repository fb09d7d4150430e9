// Which elements of a page have to be asked about their colors, since none before them looks the same in all that decides;
// scripts/check-pages asks it. The answer is a function for each of the rules that take longer than all the others: whether it has to
// ask about an element, by that and by whether the rule applies to it at all.
//
// A chapter has 20,000 elements and a hundred looks. Two texts look the same if their letters do, if the same is painted behind
// them, and if neither has been moved out of the flow otherwise than the other. Two links look the same if, besides, all that
// could set them off from the text around them is the same for both, and for all that holds them in that text.
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
  const letters = (element) => {
    const { color, fill, fontSize, fontWeight, textShadow, webkitTextStroke } = getComputedStyle(element);
    return [painted(element), color, fill, fontSize, fontWeight, textShadow, webkitTextStroke].join("|");
  };
  const firsts = (look) => {
    const seen = new Set();
    return (element) => {
      const key = look(element);
      return !seen.has(key) && Boolean(seen.add(key));
    };
  };
  const hasText = (element) => element.matches("input, select, textarea, button")
    || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\S/.test(node.data));
  const texts = new Set([...document.body.querySelectorAll(":not(script, style, template)")]
    .filter((element) => hasText(element) && element.checkVisibility({ visibilityProperty: true }))
    .filter(firsts(letters)));

  const drawn = ["backgroundClip", "border", "borderBottom", "boxShadow", "content", "display", "fontFamily", "fontStyle", "opacity",
    "outline", "textDecoration", "textTransform", "verticalAlign"];
  const setOff = (element) => [letters(element), element.localName, ...[null, "::before", "::after"].map((part) => {
    const style = getComputedStyle(element, part);
    return part && style.content === "none" ? "" : drawn.map((name) => style[name]).join();
  })].join("|");
  // Up to the box of the text that they stand in.
  const link = (element) => {
    const looks = [setOff(element)];
    for (const part of element.querySelectorAll("*")) looks.push(setOff(part));
    for (let holder = element.parentElement; holder; holder = holder.parentElement) {
      looks.push(setOff(holder));
      if (!["inline", "contents"].includes(getComputedStyle(holder).display)) break;
    }
    return looks.join("/");
  };
  // Which links a rule applies to depends on the words around them, so only those among them are compared.
  const isFirst = firsts(link);
  return {
    "color-contrast": (element, applies) => texts.has(element) && applies(),
    "link-in-text-block": (element, applies) => applies() && isFirst(element),
  };
}
