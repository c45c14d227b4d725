import { bring } from "../i18n/languages";
import { words } from "../i18n/words/en/table";
import "./tournament/words";

bring("table", words);
