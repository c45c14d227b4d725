"""Tests of PFP-1: the protocol, its proofs, and those who would cheat."""
