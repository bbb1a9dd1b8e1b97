"""Gaussian processes: kernels, priors and what data make of them."""
