"""
The rulebook: all rules of all editions, their words, and the editions' values with the rule each comes from.

The data and everything that reads or compares it is pure; `fairdeal.rulebook.loader` opens the files.
"""
