"""Routes of the casino: rounds of the caller, shoes to check, and figures for the house."""
