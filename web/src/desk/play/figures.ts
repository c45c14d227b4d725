import { formatAmount } from "../../format/amount";
import type { Voice } from "../../i18n/messages";
import { moneyText } from "../text";

/** An amount of a table: money where it has a currency, otherwise chips. */
export function amountText(
  amount: number,
  currency: string | null,
  voice: Voice,
  { signed = false }: { signed?: boolean } = {},
): string {
  if (currency !== null) return moneyText(amount, undefined, voice, { signed });
  return formatAmount(amount, { locale: voice.locale, unit: { kind: "chips" }, signed });
}
