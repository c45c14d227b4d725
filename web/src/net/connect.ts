import { Api } from "./http";
import type { Link } from "./link";
import { LiveLink } from "./live";
import type { SocketPorts, Wire } from "./socket";

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
    newId: () => crypto.randomUUID(),
  };
  const link = new LiveLink(new Api((path, init) => fetch(path, init)), ports);
  addEventListener("online", () => link.hurry());
  document.addEventListener("visibilitychange", () => !document.hidden && link.hurry());
  return link;
}
