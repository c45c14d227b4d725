import { bring } from "../i18n/languages";
import { words } from "../i18n/words/en/table";

/** Marks stand at tables first. */
bring("table", words);
