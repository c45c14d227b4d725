import type { App } from "../app/app.svelte";
import { ruleInQuestion } from "../model/casino/line";
import type { Stroke } from "../model/keys";
import { doubleChips, isOpen, placeBet, repeatLast, undoChips } from "./betting";
import type { CasinoGame, GameProps } from "./games";

/** Does what a key means at a casino table; `true` if it meant something. */
export function pressKey(app: App, stroke: Stroke, props: GameProps, game: CasinoGame | null): boolean {
  if (stroke.ctrlKey || stroke.metaKey || stroke.altKey) return false;
  if (game?.keys?.(app, stroke, props)) return true;
  const { table, ui } = props;
  const key = stroke.key.toLowerCase();
  switch (key) {
    case "escape":
      ui.unread = null;
      return ui.close();
    case "w":
      ui.explain(ruleInQuestion(table, app.roomSecond));
      return true;
    case "/":
      if (app.isPhone) ui.show("chat");
      queueMicrotask(() => document.getElementById(`say-${table.id}`)?.focus());
      return true;
    case "i":
      return read(app, props, game?.mine);
    case "g":
      return read(app, props, game?.results);
    default:
      return table.own?.layout ? pressChips(app, stroke, props) : false;
  }
}

function read(app: App, { table }: GameProps, words: CasinoGame["mine"]): boolean {
  if (words) app.live.say(table.id, words(app, table));
  return words !== undefined;
}

/** Keys of tables where chips are laid and then placed. */
function pressChips(app: App, stroke: Stroke, { table, ui }: GameProps): boolean {
  const chip = /^[1-9]$/.test(stroke.key) ? table.rules.limits.chips[Number(stroke.key) - 1] : undefined;
  if (chip !== undefined) {
    ui.chip = chip;
    return true;
  }
  if (!isOpen(table) || stroke.repeat) return false;
  switch (stroke.key.toLowerCase()) {
    case "z":
      undoChips(app, table);
      return true;
    case "x":
      undoChips(app, table, true);
      return true;
    case "d":
      doubleChips(app, table);
      return true;
    case "l":
      repeatLast(app, table);
      return true;
    case "enter":
      if (!stroke.shiftKey) return false;
      placeBet(app, table);
      return true;
    default:
      return false;
  }
}
