"""The live casino: roulette, blackjack with bet-behind, baccarat."""
