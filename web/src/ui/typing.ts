/** Whether keys belong to what has the focus: text fields, and anything inside a dialog. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, dialog, [contenteditable]") !== null
  );
}
