"""The blanks of `1_build_it`: each piece of PE-GP-UCB beside the package's, with the mistakes people make in it."""

from pegp_lite.exercises.build_it.bands import allowance, width
from pegp_lite.exercises.build_it.covariances import fading, kernel
from pegp_lite.exercises.build_it.fits import posterior_mean, posterior_std
from pegp_lite.exercises.build_it.trusting import choose, rejects
from pegp_lite.exercises.build_it.whole import Notes, step

__all__ = [
    "Notes",
    "allowance",
    "choose",
    "fading",
    "kernel",
    "posterior_mean",
    "posterior_std",
    "rejects",
    "step",
    "width",
]
