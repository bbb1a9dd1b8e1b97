"""Page 08: you are the algorithm."""
