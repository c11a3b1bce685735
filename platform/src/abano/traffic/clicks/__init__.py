"""Click ids of advertisements, and visits: stored so that a booking can be attributed to a paid click."""
