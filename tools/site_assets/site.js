// Finding on a rulebook page: rules that do not hold the typed words are hidden, chapter counts follow.
"use strict";

const field = document.querySelector(".find input");

if (field) {
  const told = document.querySelector(".find output");
  const nothing = document.querySelector(".nothing");
  const rules = [...document.querySelectorAll("section.rule")].map((node) => ({ node, text: node.textContent.toLowerCase() }));

  const find = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const rule of rules) {
      const fits = words.every((word) => rule.text.includes(word));
      rule.node.hidden = !fits;
      found += fits;
    }
    for (const chapter of document.querySelectorAll("section.chapter")) {
      const left = chapter.querySelectorAll("section.rule:not([hidden])").length;
      chapter.hidden = left === 0;
      const link = document.querySelector(`.chapters a[href="#${chapter.id}"]`);
      if (link) {
        link.querySelector("small").textContent = left;
        link.parentElement.classList.toggle("empty", left === 0);
      }
    }
    told.textContent = words.length ? `${found} ${told.dataset.found}` : "/";
    nothing.hidden = found > 0;
  };

  field.addEventListener("input", find);
  addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
    } else if (event.key === "Escape" && document.activeElement === field) {
      field.value = "";
      find();
    }
  });
  find();
}

document.querySelector(".tabs [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
