"""Click ids of advertisements and visits: kept so that a paid click keeps its identity until the booking."""
