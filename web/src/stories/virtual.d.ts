declare module "virtual:rule-words" {
  export const chapters: readonly { readonly key: string; readonly rules: readonly string[] }[];
  export const words: Readonly<
    Record<"en" | "et" | "sv" | "ro", Readonly<Record<string, { title: string; text: string }>>>
  >;
}
