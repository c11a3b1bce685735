"""What knows no domain and no framework: configuration, errors, clock, money, ids, texts."""
