"""A kind of table that no house has, from one folder: two players put in the same amount, and a coin says who gets both."""
