import type { Line } from "./line";
import type { Heard } from "./socket";
import { bandOf } from "./wire-tournament-table";

/** HexaPro lobbies that are looked at: what can be drawn there, and how often it was. */
export class HexaProFeed {
  constructor(private readonly line: Line) {}

  heard(message: Heard): void {
    if (message.type === "hexapro") {
      const { row, odds, chances, rule, drawn } = message.lobby;
      const lobby = { id: row.id, bands: odds.map(bandOf), total: chances, rule, drawn };
      this.line.receive([{ to: "hexapro", change: { kind: "hexaLobby", lobby } }]);
    } else if (message.type === "hexaproNumbers") {
      const { lobby, drawn } = message;
      this.line.receive([{ to: "hexapro", change: { kind: "hexaCounts", lobby, drawn } }]);
    }
  }
}
