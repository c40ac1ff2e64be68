"""Cards: records, loading, cache, look-up by name."""
