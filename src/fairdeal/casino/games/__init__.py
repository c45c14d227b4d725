"""Roulette, baccarat and blackjack as rules of their own, without a table."""
