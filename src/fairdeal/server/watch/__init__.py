"""What the server watches in a running room: voids, and whether dealing stays fair."""
