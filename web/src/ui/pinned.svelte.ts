import type { Attachment } from "svelte/attachments";

const NEAR_PX = 60;

/** Keeps a list at its end as it grows, unless the reader has scrolled up. */
export function pinned(grows: () => unknown): Attachment<HTMLElement> {
  return (element) => {
    let atEnd = true;
    const look = () => {
      atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    };
    element.addEventListener("scroll", look, { passive: true });
    $effect(() => {
      grows();
      if (atEnd) element.scrollTop = element.scrollHeight;
    });
    return () => element.removeEventListener("scroll", look);
  };
}
