"""The second factor: time-based codes (TOTP) and recovery codes."""
