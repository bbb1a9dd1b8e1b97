"""Page 03: a whole run of PE-GP-UCB, step by step."""
