/** A multiplier in hundredths of a buy-in, as players write it: 150 is "1.5x". */
export function multiplierText(hundredths: number, locale: string): string {
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false }).format(hundredths / 100)}x`;
}
