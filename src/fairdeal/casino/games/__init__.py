"""The games of the casino: `game` is what each tells the table, and each is one value in a folder of its own."""
