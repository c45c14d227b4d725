import EventsPage from "./EventsPage.svelte";
import TournamentPage from "./TournamentPage.svelte";

export const events = EventsPage;
export const tournament = TournamentPage;
