"""The game of choosing: schedules, policies, the loop and what it leaves behind."""
