import { getContext, setContext } from "svelte";
import type { PersonName } from "../types";

const KEY = Symbol("people");

/** The players that a page is about: deeds that name several choose among them. */
export function offerPeople(people: () => readonly PersonName[]): void {
  setContext(KEY, people);
}

export function peopleHere(): () => readonly PersonName[] {
  return getContext<(() => readonly PersonName[]) | undefined>(KEY) ?? (() => []);
}
