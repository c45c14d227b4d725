"""The table of all deeds, by kind; a deed that is not here cannot be asked for, written or tested."""

from collections.abc import Mapping
from typing import Final

from fairdeal.office.deed import Deed
from fairdeal.office.deeds import holds, house, money, people, play, rulebook

DEEDS: Final[Mapping[str, type[Deed]]] = {
    each.kind: each
    for each in (
        money.Credit,
        money.Debit,
        money.Annul,
        money.Settle,
        money.Reverse,
        money.ApprovePayout,
        money.RefusePayout,
        money.PayoutSent,
        holds.Hold,
        holds.Release,
        holds.Extend,
        holds.Seize,
        holds.AnswerComplaint,
        people.Suspend,
        people.LiftSuspension,
        people.BanFromGame,
        people.BanFromFormat,
        people.BlockFromChat,
        people.CloseReturning,
        people.CloseForfeiting,
        people.RefuseRegistration,
        people.SetHouseLimit,
        people.DemandRecording,
        people.Disclose,
        house.GiveRoles,
        play.MakeHandVoid,
        play.CloseTable,
        play.PauseTournament,
        play.ResumeTournament,
        play.CancelTournament,
        play.DisqualifyPlayer,
        play.CloseLobby,
        play.MakeGameVoid,
        rulebook.ReviseRulebook,
        rulebook.Announce,
        rulebook.EndAnnouncement,
    )
}
