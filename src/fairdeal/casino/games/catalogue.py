"""All casino games, by name."""

from typing import Final

from fairdeal.casino.games.baccarat.game import BACCARAT
from fairdeal.casino.games.blackjack.game import BLACKJACK
from fairdeal.casino.games.game import Game
from fairdeal.casino.games.roulette.game import ROULETTE

__all__ = ["BACCARAT", "BLACKJACK", "GAMES", "ROULETTE", "game_named"]

GAMES: Final[tuple[Game, ...]] = (ROULETTE, BLACKJACK, BACCARAT)


def game_named(name: str) -> Game:
    """The game of that name; raises `KeyError`."""
    return {game.name: game for game in GAMES}[name]
