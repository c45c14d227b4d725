import { bring } from "../i18n/languages";
import { words } from "../i18n/words/en/table";
import { words as tourney } from "../i18n/words/en/tourney";

bring("table", words);
bring("tourney", tourney);
