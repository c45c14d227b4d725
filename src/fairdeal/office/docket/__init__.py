"""The docket: the machine of what staff ask for, sign and do."""
