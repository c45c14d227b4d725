/** The worker that checks deals: it has the device's generator, its store, and pages of the room; the page has neither. */
import { FairDesk } from "./desk";
import { macBy, verifierBy } from "./signatures";
import { openStore } from "./store";
import type { FromWorker, ToWorker } from "./talk";

const { subtle } = crypto as { readonly subtle?: SubtleCrypto };

const NOT_FOUND = 404;

async function read(path: string): Promise<string | null> {
  try {
    const answer = await fetch(path, { credentials: "same-origin" });
    if (answer.ok) return await answer.text();
    return answer.status === NOT_FOUND ? "" : null;
  } catch {
    return null;
  }
}

const ready = openStore().then((store) => {
  const desk = new FairDesk({
    signature: verifierBy(subtle),
    mac: macBy(subtle),
    draw: (size) => crypto.getRandomValues(new Uint8Array(size)),
    now: () => Date.now(),
    store,
    post: (told: FromWorker) => postMessage(told),
    read,
    later: (after, act) => void setTimeout(() => void act(), after),
  });
  void desk.tidy().then(() => desk.remind());
  return desk;
});

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  void ready.then((desk) => desk.take(data));
});
