"""How a database comes from one schema to the next; what `schema` says now, these files reach step by step."""
