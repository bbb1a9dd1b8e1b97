"""Page 10: your own data."""
