"""Small tools that know no domain: money, clock, ids, API models, JSON."""
