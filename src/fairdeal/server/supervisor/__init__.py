"""The processes of `fairdeal serve`: a supervisor, which forks the room and its writer and does nothing else."""
