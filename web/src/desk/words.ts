import { bring } from "../i18n/languages";
import { words } from "../i18n/words/en/desk";

bring("desk", words);
