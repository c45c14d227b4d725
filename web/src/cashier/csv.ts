import type { StatementLine } from "../model/wallet";

/** The statement as CSV: one head line, dates as ISO, amounts with a point, whatever the language of the page. */
export function csvOf(lines: readonly StatementLine[], what: (line: StatementLine) => string): string {
  const rows = lines.map((line) => [
    new Date(line.at).toISOString(),
    line.wallet,
    line.kind,
    what(line),
    line.tournament ? line.about : "",
    decimal(line.amount),
    decimal(line.balance),
    line.rule ?? "",
  ]);
  return [["at", "wallet", "kind", "what", "tournament", "amount", "balance", "rule"], ...rows]
    .map((row) => row.map(quoted).join(","))
    .join("\r\n");
}

/** A text that a spreadsheet takes for a formula is kept a text. */
function quoted(text: string): string {
  const safe = /^[=@\t\r]|^[+-](?!\d)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function decimal(cents: number): string {
  const size = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${size.slice(0, -2)}.${size.slice(-2)}`;
}
