"""Serving the pages to a class: Voilà, with the doors shut that a public server must not leave open."""
