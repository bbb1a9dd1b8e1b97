"""Page 00: a prior thrown out live."""
