"""Page 04: the regret bound's terms and the proof's ledger."""
