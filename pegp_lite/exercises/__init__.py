"""Checks for the notebooks to write code in: each blank is looked at beside the package and answered in a sentence."""
