"""Load, ratios and attacks against a running product on this machine."""
