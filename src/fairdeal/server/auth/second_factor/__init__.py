"""The second factor: codes that change every thirty seconds, and codes for the day the telephone is gone."""
