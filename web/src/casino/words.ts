import { bring } from "../i18n/languages";
import { words } from "../i18n/words/en/casino";

bring("casino", words);
