"""Files that the server gives away as downloads: verifiers of PFP-1 that need neither the server nor anything of this program."""
