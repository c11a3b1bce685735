"""The domains of a company: proved to be its own, and looked at by the worker."""
