"""What staff can ask for, as the API takes it and the command line writes it down: forms become deeds."""
