"""Commands for whoever runs a room: settings, payments, tokens, webhooks."""
