"""A CSV as people have it: what is recognised, what is asked, and never a silent guess."""
