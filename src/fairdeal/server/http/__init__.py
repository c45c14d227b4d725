"""Requests and answers: what is taken in, and what every answer carries."""
