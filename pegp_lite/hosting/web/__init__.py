"""What a browser fetches: pages, the files they consist of, and what their scripts ask for."""
