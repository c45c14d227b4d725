import { closed } from "../i18n/sentences";
import { speakAll, speakTurn, turnSeconds } from "../i18n/speech";
import { wordTold } from "../i18n/told";
import { keyLabel } from "../model/keys";
import { waitingForMe } from "../model/model";
import { roomTime } from "../model/table/clock";
import { speakNews } from "../table/tournament/news";
import type { App } from "./app.svelte";
import type { Heard } from "./room.svelte";
import "../table/words";

/** Tells screen readers what happened at one of my tables. */
export function tell(app: App, heard: Heard): void {
  const { table, happened } = heard;
  const several = app.room.model.order.length > 1;
  const said = [speakAll(happened, app.speaker(table), several ? table.name : null), ...noticed(app, heard)];
  app.live.say(table.id, said.filter(Boolean).join(" "));
  const urgent = heard.turnStarted ? turnSentence(app, heard) : speakNews(app, heard.before, table);
  if (urgent !== "") app.live.interrupt(urgent);
  else if (waitingForMe(app.room.model, 0).length === 0) app.live.calm();
}

/** What is only mine: a refusal, where to read why, a pre-action that died. */
function noticed(app: App, { table, notice, died }: Heard): string[] {
  const speaker = app.speaker(table);
  const said: string[] = [];
  if (notice?.kind === "refusal") said.push(closed(wordTold(notice.told, app.voice, speaker.figures)));
  if (notice?.told.rule) {
    said.push(app.say("speak.why", { rule: notice.told.rule, key: keyLabel(app.settings.value.keys.why) }));
  }
  if (died !== null) said.push(app.say("speak.died", { amount: speaker.amount(died) }));
  return said;
}

function turnSentence(app: App, { table }: Heard): string {
  const at = roomTime(app.clock.read(), app.room.model.connection.clock);
  const said = speakTurn(table, turnSeconds(table, at), app.speaker(table));
  return app.room.model.order.length > 1 ? `${table.name}: ${said}` : said;
}
