"""Words that cannot be read where they stand: cut off, out of their box or the window, or with other words across them."""

from typing import Final

from playwright.sync_api import Page

_SCRIPT: Final = """() => {
  const SLACK = 2;
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const any = (style, ...ways) => ways.includes(style.overflowX) || ways.includes(style.overflowY);
  const within = (rects, edge) => rects.map((r) => {
    const [left, right] = [Math.max(r.left, edge.left), Math.min(r.right, edge.right)];
    const [top, bottom] = [Math.max(r.top, edge.top), Math.min(r.bottom, edge.bottom)];
    return { left, right, top, bottom, width: right - left, height: bottom - top };
  }).filter(({ width, height }) => width > 1 && height > 1);
  const named = (element) => {
    const parent = element.parentElement;
    const of = (each) => each.tagName.toLowerCase() + [...each.classList].filter((c) => !c.startsWith("svelte-"))
      .map((c) => `.${c}`).join("");
    return `${parent ? of(parent) + " > " : ""}${of(element)}`;
  };
  // What lies over a page for good, or was opened over it, covers it rightly: what is below can be scrolled or comes back.
  const layerOf = (element) => {
    for (let box = element; box; box = box.parentElement)
      if (box.matches("dialog, [popover], .menu") || ["fixed", "sticky"].includes(getComputedStyle(box).position)) return box;
    return null;
  };
  const found = [];
  const words = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    const element = node.parentElement;
    if (text === "" || !element || element.closest(".unseen, [hidden], script, style, svg, noscript, dialog:not([open])")) continue;
    if (!seen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    let hidden = false;
    for (let box = element; box && box !== document.body && rects.length > 0; box = box.parentElement) {
      const style = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      // What can be scrolled into view can be read.
      if (any(style, "auto", "scroll")) rects = within(rects, edge);
      else if (any(style, "hidden", "clip") && style.display !== "inline") {
        if (edge.width <= 1 || edge.height <= 1) hidden = true;
        // A page without room in the top bar goes whole to a line that is not shown, and is in the menu.
        else if (box.matches("nav.nav") && rects.every((r) => r.top >= edge.bottom - SLACK)) hidden = true;
        // A name that is shortened before the eyes is said whole to readers.
        else if (box.ariaHidden !== "true" && rects.some((r) => r.left < edge.left - SLACK || r.right > edge.right + SLACK
          || r.top < edge.top - r.height / 4 || r.bottom > edge.bottom + r.height / 4))
          found.push(`cut: “${text}” in ${named(box)}`);
        rects = within(rects, edge);
      }
    }
    if (rects.length === 0) continue;
    if (hidden) continue;
    const out = rects.find((r) => r.left < -SLACK || r.right > innerWidth + SLACK);
    if (out) found.push(`outside: “${text}” in ${named(element)}`);
    const box = element.closest("button, td, th, .btn, .tag, .badge, .chk, .cact, .bet3, .clause");
    const edge = box?.getBoundingClientRect();
    if (edge && rects.some((r) => r.left < edge.left - SLACK || r.right > edge.right + SLACK
      || r.top < edge.top - r.height / 3 || r.bottom > edge.bottom + r.height / 3))
      found.push(`over its edge: “${text}” in ${named(box)}`);
    words.push({ text, element, rects, layer: layerOf(element) });
  }
  for (let one = 0; one < words.length; one++)
    for (let other = one + 1; other < words.length; other++) {
      const [a, b] = [words[one], words[other]];
      if (a.layer !== b.layer || a.element.contains(b.element) || b.element.contains(a.element)) continue;
      const across = a.rects.some((p) => b.rects.some((q) => {
        const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        return wide > 3 && high > 0.45 * Math.min(p.height, q.height);
      }));
      if (across) found.push(`across: “${a.text}” (${named(a.element)}) and “${b.text}” (${named(b.element)})`);
    }
  return [...new Set(found)];
}"""


def illegible(page: Page) -> list[str]:
    """What cannot be read on the page as it stands; what can be scrolled into view can be read."""
    found: list[str] = page.evaluate(_SCRIPT)
    return found
