"""
A fourth game, made up: red or black, one card.

Everybody at the table backs a colour; one card is dealt, and whoever backed its colour wins as much again. It is here to show that
a game is added from one folder: the table, the room and the codecs know nothing of it.
"""
