import "../casino/words";
import { bring } from "../i18n/languages";
import { words } from "../i18n/words/en/station";

bring("station", words);
