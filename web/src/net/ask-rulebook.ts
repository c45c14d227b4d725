/** The rulebook and its words. */
import { ready } from "../model/basics";
import type { Change } from "../model/model";
import {
  type Catalogue,
  type Comparison,
  LANGUAGES,
  type Language,
  type Operator,
  type Rule,
  type RuleWords,
  type ValueWords,
} from "../model/rulebook";
import type { Command } from "./commands";
import { type Api, asking } from "./http";

type RulebookCommand = Extract<Command, { kind: "readRulebook" | "readOperator" | "readValues" | "compareEditions" }>;

interface RulebookAnswer {
  readonly editions?: readonly { readonly id: string; readonly title: string; readonly date: string | null }[];
  readonly chapters: Catalogue["chapters"];
  readonly rules: Readonly<Record<string, Omit<Rule, "tests"> & { readonly tests?: readonly string[] }>>;
}

interface ComparisonAnswer {
  readonly before: string;
  readonly after: string;
  readonly differences: readonly {
    readonly path: string;
    readonly about?: string;
    readonly change: "effect" | "wording";
    readonly before: string | null;
    readonly after: string | null;
    readonly rules: readonly string[];
  }[];
  readonly same: number;
}

export async function askRulebook(api: Api, command: RulebookCommand): Promise<readonly Change[]> {
  if (command.kind === "compareEditions") return compare(api, command);
  if (command.kind === "readOperator") return readOperator(api);
  if (command.kind === "readValues") return readValues(api, command.language);
  const [book, ...words] = await Promise.all([
    api.get<RulebookAnswer>("/api/rulebook"),
    ...LANGUAGES.map((language) => api.get<Record<string, RuleWords>>(`/api/rulebook/words/${language}`)),
  ]);
  if (!book.ok) return [loaded({ state: "failed", told: book.told })];
  const rules = Object.entries(book.value.rules).map(([id, rule]) => [id, { ...rule, tests: rule.tests ?? [] }]);
  const known = LANGUAGES.flatMap((language, index) => {
    const answer = words[index];
    return answer?.ok ? [[language, answer.value]] : [];
  });
  const catalogue: Catalogue = {
    editions: (book.value.editions ?? []).map(({ id, title, date }) => ({ id, name: title, date })),
    chapters: book.value.chapters,
    rules: Object.fromEntries(rules),
    words: Object.fromEntries(known),
    ownCases: [],
  };
  return [loaded(ready(catalogue))];
}

type Loaded = Extract<Change, { to: "rulebook" }>["change"];
const loaded = (catalogue: Extract<Loaded, { kind: "catalogueLoaded" }>["catalogue"]): Change => ({
  to: "rulebook",
  change: { kind: "catalogueLoaded", catalogue },
});

async function readValues(api: Api, language: Language): Promise<readonly Change[]> {
  const answer = await api.get<ValueWords>(`/api/rulebook/values/${language}`);
  return answer.ok ? [{ to: "rulebook", change: { kind: "valuesLoaded", language, words: answer.value } }] : [];
}

async function readOperator(api: Api): Promise<readonly Change[]> {
  const answer = await api.get<Operator>("/api/operator");
  const operator = answer.ok ? ready(answer.value) : ({ state: "failed", told: answer.told } as const);
  return [{ to: "rulebook", change: { kind: "operatorLoaded", operator } }];
}

async function compare(
  api: Api,
  { before, after, language }: Extract<Command, { kind: "compareEditions" }>,
): Promise<readonly Change[]> {
  const answer = await api.get<ComparisonAnswer>(asking("/api/rulebook/compare", { before, after, language }));
  const comparison = answer.ok ? ready(comparisonOf(answer.value)) : ({ state: "failed", told: answer.told } as const);
  return [{ to: "rulebook", change: { kind: "comparisonLoaded", comparison } }];
}

function comparisonOf({ before, after, differences, same }: ComparisonAnswer): Comparison {
  return {
    before,
    after,
    same,
    differences: differences.map((each) => ({
      rule: each.rules[0] ?? "",
      effect: each.change === "effect",
      path: each.path,
      about: each.about ?? each.path,
      before: each.before ?? "–",
      after: each.after ?? "–",
    })),
  };
}
