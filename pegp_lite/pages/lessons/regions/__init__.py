"""Page 09: a map of the toy's settings, who wins where, and which of the paper's claims hold."""
