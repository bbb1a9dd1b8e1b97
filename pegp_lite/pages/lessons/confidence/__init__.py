"""Page 01: confidence bands of rival priors, and how often the truth stays inside."""
