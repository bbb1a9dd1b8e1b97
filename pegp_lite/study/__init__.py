"""Many games put together: compared on the same luck, summarised, kept."""
