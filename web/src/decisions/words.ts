import { bring } from "../i18n/languages";
import { words } from "../i18n/words/en/decisions";

bring("decisions", words);
