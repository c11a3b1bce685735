"""Public writes: the caller, whether the write is counted, rate limits and consent."""
