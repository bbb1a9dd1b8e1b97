"""Page 02: an observation in both bands or in one, and the sums that reject a prior."""
