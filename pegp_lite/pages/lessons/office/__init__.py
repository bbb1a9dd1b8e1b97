"""Page 06: the office's sensors, live, beside the record of the real run."""
