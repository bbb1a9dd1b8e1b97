"""The two renderers of one description: matplotlib for files, the browser for the hand."""
