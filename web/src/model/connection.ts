import type { Duration, Instant } from "./basics";
import type { RoomClock } from "./table/clock";

/** The line to the room; `lost` counts since when, and until when the seat waits in the running hand. */
export type Connection =
  | { readonly state: "connecting"; readonly clock: RoomClock }
  | { readonly state: "open"; readonly clock: RoomClock; readonly backSince: Instant | null }
  | { readonly state: "lost"; readonly clock: RoomClock; readonly since: Instant; readonly returnBy: Instant | null };

export type ConnectionChange =
  | { readonly kind: "connected"; readonly clock: RoomClock; readonly at: Instant }
  | { readonly kind: "connectionDropped"; readonly at: Instant; readonly returnBy: Instant | null }
  | { readonly kind: "clockMeasured"; readonly clock: RoomClock };

/** How a lost line is told: the seat waits, for so long in this hand, or longer than anybody could say. */
export type LostLine =
  | { readonly kind: "kept" }
  | { readonly kind: "waits"; readonly left: Duration }
  | { readonly kind: "long" };

/** `at` is room time; once the time to return is over, nobody is told that nothing of it is left: the room may be away. */
export function lostLine(returnBy: Instant | null, at: Instant): LostLine {
  if (returnBy === null) return { kind: "kept" };
  return returnBy > at ? { kind: "waits", left: returnBy - at } : { kind: "long" };
}

export const CONNECTING: Connection = { state: "connecting", clock: { offset: 0, roundTrip: 0 } };

export function reduceConnection(connection: Connection, change: ConnectionChange): Connection {
  switch (change.kind) {
    case "connected":
      return { state: "open", clock: change.clock, backSince: connection.state === "lost" ? change.at : null };
    case "connectionDropped":
      // The first moment counts, however often the line drops again before it is back.
      if (connection.state === "lost") return connection;
      return { state: "lost", clock: connection.clock, since: change.at, returnBy: change.returnBy };
    case "clockMeasured":
      return { ...connection, clock: change.clock };
  }
}
