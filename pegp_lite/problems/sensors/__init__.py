"""Games made from sensor readings: tables, files, days and where readings come from."""
