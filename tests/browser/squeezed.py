"""Words that cannot be read where they stand: cut off, outside their cell or button, or under other words."""

from typing import Final

SQUEEZED: Final = """
() => {
  const MEANT = ".unseen, .evlist .nmrow .bdgs, .nav, .tabs, svg, option, script, style, title";
  const found = new Set();
  const spots = [];
  const tell = (what, element) => found.add(`${what}: ${element.textContent.trim().slice(0, 60)}`);
  const drawn = (element) => {
    const range = document.createRange();
    return [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim())
      .flatMap((node) => { range.selectNodeContents(node); return [...range.getClientRects()]; })
      .filter(({ width }) => width > 0.5);
  };
  const up = function* (element) { for (let at = element; at; at = at.parentElement) yield at; };
  const hidden = (element) => [...up(element)].some((at) => {
    const { visibility, opacity, clipPath } = getComputedStyle(at);
    const { width, height } = at.getBoundingClientRect();
    return visibility === "hidden" || opacity === "0" || clipPath.startsWith("inset(50%") || (width <= 1 && height <= 1);
  });
  const scrolls = (element, side, inner, outer) => [...up(element)].some(
    (at) => /auto|scroll/.test(getComputedStyle(at)[side]) && at[inner] > at[outer]);
  for (const element of document.querySelectorAll("body *")) {
    const rects = element.closest(MEANT) ? [] : drawn(element);
    if (rects.length === 0 || hidden(element)) continue;
    const across = scrolls(element, "overflowX", "scrollWidth", "clientWidth");
    const down = scrolls(element, "overflowY", "scrollHeight", "clientHeight");
    let [left, right, top, bottom] = [-Infinity, Infinity, -Infinity, Infinity];
    for (const at of up(element)) {
      if (at === document.documentElement) break;
      const { overflowX, overflowY } = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      if (overflowX !== "visible") [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    const host = element.closest("button, .abtn, .bdg, td, th");
    const home = host?.getBoundingClientRect();
    const pinned = [...up(element)].find((at) => /fixed|sticky/.test(getComputedStyle(at).position)) ?? null;
    for (const rect of rects) {
      if (!across && (rect.right > right + 1 || rect.left < left - 1)) tell("cut", element);
      if (!down && (rect.bottom > bottom + 3 || rect.top < top - 3)) tell("cut", element);
      if (!across && (rect.right > innerWidth + 1 || rect.left < -1)) tell("off the page", element);
      if (home && (rect.right > home.right + 1 || rect.left < home.left - 1)) tell("out of its place", element);
      const seen = {
        left: Math.max(rect.left, left), right: Math.min(rect.right, right),
        top: Math.max(rect.top, top), bottom: Math.min(rect.bottom, bottom),
      };
      if (seen.right - seen.left > 1 && seen.bottom - seen.top > 1) spots.push({ element, pinned, ...seen });
    }
  }
  for (const [index, one] of spots.entries())
    for (const other of spots.slice(index + 1)) {
      if (one.element === other.element || one.pinned !== other.pinned) continue;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      // Boxes of lines that are set close share a few pixels; letters do not.
      if (width > 2 && height > 6) tell(`over "${other.element.textContent.trim().slice(0, 30)}"`, one.element);
    }
  return [...found];
}
"""
