"""What passes between a page in a browser and its process, and the book of who is here."""
