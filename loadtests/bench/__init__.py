"""Benches: ratios to a bare reference in the same run, because the machine's own speed says nothing."""
