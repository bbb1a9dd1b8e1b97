"""A class and its lecturer: votes, scores, an offered view and the desk. Only `--class` (`make serve`) opens it.

| looking for | look in |
|---|---|
| who voted what, and until when a vote can be changed | `votes.py` |
| the scores of the game, worked out here and never believed | `scores.py` |
| all of it together, what a page and what the desk may know, and who waits for news | `room.py` |
| what pages ask | `students.py` |
| what the desk asks, and its secret | `lecturer.py` |
| the class's address and its QR code | `invitation.py` |
"""
