import type { Attachment } from "svelte/attachments";

/** Rows by keys: arrows go from one to the next, Enter opens the one that has the focus, and `G` presses its button. */
export function rowKeys(): Attachment<HTMLElement> {
  return (list) => {
    const rows = () => [...list.querySelectorAll<HTMLElement>("[data-row]")];
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
      const all = rows();
      const at = all.findIndex((row) => row.contains(document.activeElement));
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        const next = all[at < 0 ? 0 : at + (event.key === "ArrowDown" ? 1 : -1)];
        if (!next) return;
        event.preventDefault();
        next.querySelector<HTMLElement>("[data-open]")?.focus();
        next.scrollIntoView({ block: "nearest" });
      } else if (event.key.toLowerCase() === "g" && at >= 0) {
        event.preventDefault();
        all[at]?.querySelector<HTMLElement>(".abtn")?.click();
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  };
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}
