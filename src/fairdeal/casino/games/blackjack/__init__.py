"""Blackjack with bets behind: hands and wagers, and how it is played at a table."""
