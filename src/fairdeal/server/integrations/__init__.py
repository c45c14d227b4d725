"""The operator's own systems: tokens with which they ask the room, and webhooks by which they are told."""
