import type { StationRow, StationView } from "../protocol/messages";
import type { Instant, Told } from "./basics";

/** What a dealer or pit boss sees of live tables; a station is always told whole. */
export interface Stations {
  /** Live tables, once they are known. */
  readonly rows: readonly StationRow[] | null;
  readonly station: StationView | null;
  /** The last thing that was asked and answered, and why it was refused if it was. */
  readonly answer: StationAnswer | null;
}

export interface StationAnswer {
  /** The message that was sent. */
  readonly about: string;
  readonly told: Told | null;
  readonly at: Instant;
}

export type StationChange =
  | { readonly kind: "stationsListed"; readonly rows: readonly StationRow[] }
  | { readonly kind: "stationShown"; readonly station: StationView }
  | { readonly kind: "stationAnswered"; readonly answer: StationAnswer }
  | { readonly kind: "stationLeft" };

export const NO_STATIONS: Stations = { rows: null, station: null, answer: null };

export function reduceStations(stations: Stations, change: StationChange): Stations {
  switch (change.kind) {
    case "stationsListed":
      return { ...stations, rows: change.rows };
    case "stationShown":
      return { ...stations, station: change.station };
    case "stationAnswered":
      return { ...stations, answer: change.answer };
    case "stationLeft":
      return { ...stations, station: null, answer: null };
  }
}
