"""
The durable names of everything that tables, floors, players, tournaments and the casino write.

A tag never changes, because stored streams contain it. If a class is renamed or moved, only the right side of its line here changes.
A new event gets a new line; one that is no longer made keeps its line, so that stored streams can still be read.
"""

from typing import Final

from fairdeal.cash.floor import events as floor
from fairdeal.cash.player import events as player
from fairdeal.cash.table import events as table
from fairdeal.casino import chat
from fairdeal.casino.table import events as casino
from fairdeal.casino.table import station_events as station
from fairdeal.casino.table.fair import events as casino_fair
from fairdeal.hexapro.lobby import events as lobby
from fairdeal.play.fair import events as fair
from fairdeal.tournament.dealer import events as dealer
from fairdeal.tournament.director import events as director
from fairdeal.tournament.director import outcomes as outcome
from fairdeal.tournament.programme import events as programme

# Of every poker table that deals by the players' cut.
FAIR: Final[dict[str, type]] = {
    "pids_given": fair.PidsGiven,
    "hand_locked": fair.HandLocked,
    "hand_proven": fair.HandProven,
    "void_proven": fair.VoidProven,
}

CASH_TABLE: Final[dict[str, type]] = {
    "table_opened": table.TableOpened,
    "sat_down": table.SatDown,
    "entry_chosen": table.EntryChosen,
    "sat_out": table.SatOut,
    "sat_in": table.SatIn,
    "big_blind_sit_out_set": table.BigBlindSitOutSet,
    "auto_top_up_set": table.AutoTopUpSet,
    "topped_up": table.ToppedUp,
    "leave_asked": table.LeaveAsked,
    "left": table.Left,
    "hand_opened": table.HandOpened,
    "hand_ended": table.HandEnded,
    "top_up_applied": table.TopUpApplied,
    "top_up_returned": table.TopUpReturned,
    "refill_passed": table.RefillPassed,
    "blind_missed": table.BlindMissed,
    "hand_voided": table.HandVoided,
    "periods_shifted": table.PeriodsShifted,
    "rulebook_adopted": table.RulebookAdopted,
    "table_closing": table.TableClosing,
    "table_closed": table.TableClosed,
    **FAIR,
}

FLOOR: Final[dict[str, type]] = {
    "table_opened": floor.TableOpened,
    "queue_joined": floor.QueueJoined,
    "queue_left": floor.QueueLeft,
    "turned_away": floor.TurnedAway,
    "buy_in_asked": floor.BuyInAsked,
    "reservation_ended": floor.ReservationEnded,
    "seat_given": floor.SeatGiven,
    "seat_freed": floor.SeatFreed,
    "went_away": floor.WentAway,
    "came_back": floor.CameBack,
    "table_closing": floor.TableClosing,
    "table_closed": floor.TableClosed,
    "rulebook_adopted": floor.RulebookAdopted,
    "table_followed": floor.TableFollowed,
    "periods_shifted": floor.PeriodsShifted,
}

PLAYER: Final[dict[str, type]] = {
    "seated": player.Seated,
    "return_counted": player.ReturnCounted,
    "choice_counted": player.ChoiceCounted,
    "obligation_incurred": player.ObligationIncurred,
    "obligation_used": player.ObligationUsed,
    "departed": player.Departed,
    "sit_out_noted": player.SitOutNoted,
    "sat_in_noted": player.SatInNoted,
    "big_blind_option_noted": player.BigBlindOptionNoted,
    "big_blind_option_spread": player.BigBlindOptionSpread,
    "sit_out_spread": player.SitOutSpread,
    "absence_expired": player.AbsenceExpired,
    "exclusion_set": player.ExclusionSet,
    "account_closed_set": player.AccountClosedSet,
    "periods_shifted": player.PeriodsShifted,
}

DIRECTOR: Final[dict[str, type]] = {
    "announced": director.Announced,
    "lots_fixed": director.LotsFixed,
    "lots_drawn": director.LotsDrawn,
    "setup_changed": director.SetupChanged,
    "start_delayed": director.StartDelayed,
    "entered": director.Entered,
    "unregistered": director.Unregistered,
    "filled": director.Filled,
    "started": director.Started,
    "registration_closed": director.RegistrationClosed,
    "prizes_fixed": director.PrizesFixed,
    "table_opened": director.TableOpened,
    "hand_ordered": director.HandOrdered,
    "hand_recorded": director.HandRecorded,
    "hand_reordered": director.HandReordered,
    "sat_out": director.SatOut,
    "sat_in": director.SatIn,
    "chips_bought": director.ChipsBought,
    "re_buys_decided": director.ReBuysDecided,
    "eliminated": director.Eliminated,
    "moved": director.Moved,
    "table_broken": director.TableBroken,
    "table_gone": director.TableGone,
    "final_table_reached": director.FinalTableReached,
    "level_started": director.LevelStarted,
    "pause_called": director.PauseCalled,
    "break_skipped": director.BreakSkipped,
    "pause_began": director.PauseBegan,
    "pause_ended": director.PauseEnded,
    "hand_for_hand_began": director.HandForHandBegan,
    "round_began": director.RoundBegan,
    "hand_for_hand_ended": director.HandForHandEnded,
    "periods_shifted": director.PeriodsShifted,
    "halted": director.Halted,
    "resumed": director.Resumed,
    "chips_adjusted": director.ChipsAdjusted,
    "prize_paid": outcome.PrizePaid,
    "prize_forfeited": outcome.PrizeForfeited,
    "bounty_won": outcome.BountyWon,
    "bounties_kept": outcome.BountiesKept,
    "vip_claimed": outcome.VipClaimed,
    "vip_paid": outcome.VipPaid,
    "finished": outcome.Finished,
    "phase_ended": outcome.PhaseEnded,
    "phase_received": outcome.PhaseReceived,
    "advance_noted": outcome.AdvanceNoted,
    "winner_refused": outcome.WinnerRefused,
    "ticket_answered": outcome.TicketAnswered,
    "disqualified": outcome.Disqualified,
    "cancelled": outcome.Cancelled,
    "closed": outcome.Closed,
    "end_reported": outcome.EndReported,
}

DEALER: Final[dict[str, type]] = {
    "deal_opened": dealer.DealOpened,
    "deal_ended": dealer.DealEnded,
    "deal_voided": dealer.DealVoided,
    "table_shut": dealer.TableShut,
    **FAIR,
}

PROGRAMME: Final[dict[str, type]] = {
    "schedule_published": programme.SchedulePublished,
    "tournament_listed": programme.TournamentListed,
    "tournament_full": programme.TournamentFull,
    "tournament_over": programme.TournamentOver,
}

HEXAPRO_LOBBY: Final[dict[str, type]] = {
    "registered": lobby.Registered,
    "unregistered": lobby.Unregistered,
    "draw_committed": lobby.DrawCommitted,
    "place_given": lobby.PlaceGiven,
    "draw_seed_promised": lobby.DrawSeedPromised,
    "draw_locked": lobby.DrawLocked,
    "draw_seed_revealed": lobby.DrawSeedRevealed,
    "draw_waited": lobby.DrawWaited,
    "draw_proven": lobby.DrawProven,
    "game_started": lobby.GameStarted,
    "game_ended": lobby.GameEnded,
    "alert_raised": lobby.AlertRaised,
    "settlement_ordered": lobby.SettlementOrdered,
    "game_voided": lobby.GameVoided,
    "lobby_closed": lobby.LobbyClosed,
    "lobby_opened": lobby.LobbyOpened,
}

# Of casino tables whose rounds and shoes are drawn by PFP-1.
CASINO_FAIR: Final[dict[str, type]] = {
    "chain_opened": casino_fair.ChainOpened,
    "casino_pids_given": casino_fair.CasinoPidsGiven,
    "chance_locked": casino_fair.ChanceLocked,
    "shoe_keyed": casino_fair.ShoeKeyed,
    "chance_proven": casino_fair.ChanceProven,
    "scan_log_opened": casino_fair.ScanLogOpened,
    "scans_proven": casino_fair.ScansProven,
}

# A casino game has events of its own and brings their tags (`casino.games`).
CASINO_TABLE: Final[dict[str, type]] = {
    "joined": casino.Joined,
    "left": casino.Left,
    "betting_opened": casino.BettingOpened,
    "betting_closed": casino.BettingClosed,
    "window_lapsed": casino.WindowLapsed,
    "shoe_shuffled": casino.ShoeShuffled,
    "burned": casino.Burned,
    "card_dealt": casino.CardDealt,
    "outcome_known": casino.OutcomeKnown,
    "round_settled": casino.RoundSettled,
    "round_voided": casino.RoundVoided,
    **CASINO_FAIR,
    "step_finished": station.StepFinished,
    "card_unread": station.CardUnread,
    "card_refused": station.CardRefused,
    "held": station.Held,
    "released": station.Released,
    "correction_proposed": station.CorrectionProposed,
    "corrected": station.Corrected,
    "correction_dismissed": station.CorrectionDismissed,
    "pit_called": station.PitCalled,
    "dealer_changed": station.DealerChanged,
    "shuffle_asked": station.ShuffleAsked,
    "time_given_back": station.TimeGivenBack,
    "message_reported": chat.MessageReported,
    "chat_blocked": chat.ChatBlocked,
    "message_removed": chat.MessageRemoved,
    "recovered": station.Recovered,
}
