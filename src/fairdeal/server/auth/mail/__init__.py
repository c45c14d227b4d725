"""E-mails to account owners: templates and sending."""
