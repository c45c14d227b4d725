import { bring } from "../i18n/languages";
import { words } from "../i18n/words/en/marks";

bring("marks", words);
