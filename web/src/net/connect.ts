import type { FromWorker } from "../fair/talk";
import type { OpenWorker } from "./fair-feed";
import { Api } from "./http";
import type { Link } from "./link";
import { LiveLink } from "./live";
import type { SocketPorts, Wire } from "./socket";

/** Random enough never to meet another; a page that came over plain http has no `randomUUID`. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The worker that checks deals, fetched when the first table shows that its players cut. */
const openWorker: OpenWorker = (hear) => {
  const worker = new Worker(new URL("../fair/worker.ts", import.meta.url), { type: "module", name: "fair" });
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
  return (told) => worker.postMessage(told);
};

/** The room this page came from. */
export function connect(): Link {
  const ports: SocketPorts = {
    dial: () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`) as Wire,
    now: () => Date.now(),
    after: (ms, act) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    newId,
  };
  const link = new LiveLink(new Api((path, init) => fetch(path, init)), ports, openWorker);
  addEventListener("online", () => link.hurry());
  document.addEventListener("visibilitychange", () => !document.hidden && link.hurry());
  return link;
}
