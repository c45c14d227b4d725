"""From states and events of machines to messages on the wire."""
