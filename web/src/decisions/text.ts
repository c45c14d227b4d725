import type { Voice } from "../i18n/messages";
import type { Key } from "../i18n/sections";

/** What the house did, in the reader's language; a deed that a newer room has is told in general. */
export function decisionText(kind: string, about: string, voice: Voice): string {
  const key = `decision.of.${kind}`;
  const what = voice.knows(key) ? (voice.say as (key: Key) => string)(key as Key) : voice.say("decision.unknown");
  return about ? `${what} ${voice.say("decision.about", { about })}` : what;
}
