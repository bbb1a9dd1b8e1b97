"""Page 05: the paper's toy experiment, live."""
