"""Payments by a provider over HTTP: orders to it, signed notices from it, and a sandbox that plays one."""
