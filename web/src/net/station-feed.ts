import type { Told } from "../model/basics";
import type * as wire from "../protocol/messages";
import type { Command } from "./commands";
import type { Line } from "./line";

/** Live tables as their dealers and pit bosses see them, and the answers to what they do there. */
export class StationFeed {
  constructor(private readonly line: Line) {}

  heard(message: wire.StationMessage): void {
    if (message.type === "stations") {
      this.line.receive([{ to: "station", change: { kind: "stationsListed", rows: message.tables } }]);
    } else {
      this.line.receive([{ to: "station", change: { kind: "stationShown", station: message.station } }]);
    }
  }

  /** Whether an answer was to something said at a station; it is told there. */
  answered(command: Command | undefined, told: Told | null): boolean {
    if (command?.kind !== "station") return false;
    const answer = { about: command.saying.type, told, at: this.line.now() };
    this.line.receive([{ to: "station", change: { kind: "stationAnswered", answer } }]);
    return true;
  }
}
