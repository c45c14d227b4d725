import type { Account } from "../model/account";
import type { Told } from "../model/basics";
import type { Change } from "../model/model";
import { askHttp, enter, start } from "./ask";
import { isMoneyAct, moneyAsked } from "./ask-money";
import type { Command } from "./commands";
import { type Api, NO_CONNECTION } from "./http";
import type { Screen } from "./link";

/** Forms of the account, which are answered one at a time. */
const FORMS: ReadonlySet<Command["kind"]> = new Set([
  "changePassword",
  "forgotPassword",
  "resetPassword",
  "enrolSecondFactor",
  "confirmSecondFactor",
  "dropSecondFactor",
  "closeAccount",
  "sendAddressLetter",
  "confirmAddress",
] as const);
const ENTRANCES: ReadonlySet<Command["kind"]> = new Set([
  "logIn",
  "secondFactor",
  "createAccount",
  "enterAsGuest",
] as const);

const proofIs = (proof: Account["proof"]): readonly Change[] => [
  { to: "account", change: { kind: "proofChanged", proof } },
];

/** What the socket must do when somebody came or went. */
export interface Comings {
  /** Somebody else sits here now. */
  entered(): void;
  /** The same player, with a new session. */
  renewed(): void;
}

/** Who sits here, and everything that pages of data answer instead of the socket. */
export class Session {
  #renews = false;
  #proved: (shown: boolean) => void = () => {};

  constructor(
    private readonly api: Api,
    private readonly screen: Pick<Screen, "receive">,
    private readonly comings: Comings,
  ) {
    api.prove = () => this.#wantProof();
  }

  /** A password is being changed, which ends the session on purpose. */
  get renews(): boolean {
    return this.#renews;
  }

  /** Reads who sits here and what they have. */
  async start(): Promise<void> {
    this.screen.receive(await start(this.api));
  }

  async ask(command: Command): Promise<void> {
    this.screen.receive(asked(command));
    const renews = command.kind === "changePassword";
    if (renews) this.#renews = true;
    const { changes, entered } = await askHttp(this.api, command);
    if (renews) this.#renewed(changes);
    this.screen.receive(changes);
    if (entered) this.comings.entered();
  }

  /** Enters as a guest, where nobody sits here; tells why that was refused. */
  async enterAsGuest(): Promise<Told | null> {
    const { changes, entered } = await enter(this.api, { kind: "enterAsGuest", name: "" });
    this.screen.receive(changes);
    if (entered) this.comings.entered();
    return entered ? null : refusalIn(changes);
  }

  /** A new password brings a new session; the socket of the old one has ended. */
  #renewed(changes: readonly Change[]): void {
    this.#renews = false;
    if (changes.every((each) => each.to !== "account" || !("refused" in each.change) || each.change.refused === null))
      this.comings.renewed();
  }

  /** The page asks who is here; what waits for the answer goes on when there is one. */
  #wantProof(): Promise<boolean> {
    this.#proved(false);
    this.screen.receive(proofIs({ busy: false, refused: null }));
    return new Promise((resolve) => {
      this.#proved = resolve;
    });
  }

  async prove({ secret }: Extract<Command, { kind: "prove" }>): Promise<void> {
    if (secret !== null) {
      this.screen.receive(proofIs({ busy: true, refused: null }));
      const answer = await this.api.post("/api/proof", { password: secret, code: secret });
      if (!answer.ok) {
        this.screen.receive(proofIs({ busy: false, refused: answer.told }));
        return;
      }
    }
    this.screen.receive(proofIs(null));
    this.#proved(secret !== null);
  }
}

/** What a form shows while it waits. */
function asked(command: Command): readonly Change[] {
  if (FORMS.has(command.kind)) return [{ to: "account", change: { kind: "accountAsked", about: command.kind } }];
  if (ENTRANCES.has(command.kind)) return [{ to: "account", change: { kind: "entranceAsked" } }];
  return isMoneyAct(command) ? [moneyAsked(command)] : [];
}

function refusalIn(changes: readonly Change[]): Told {
  for (const each of changes)
    if (each.to === "account" && each.change.kind === "entranceRefused") return each.change.told;
  return NO_CONNECTION;
}
