"""What players ask about tournaments: tickets, results, draws."""
