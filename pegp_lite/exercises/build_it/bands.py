"""Blanks of `1_build_it`: the two numbers that the theory fixes in advance."""

from __future__ import annotations

import numpy as np

from pegp_lite.bandit.schedules import confidence_width, noise_allowance
from pegp_lite.exercises.blank import Blank, Slip, calling

width = Blank(
    "width",
    confidence_width,
    calling((1, 40, 0.1), (7, 361, 0.5)),
    "beta_t = sqrt(2 log(2 N pi^2 t^2 / delta)), with `np.log` and `np.pi`.",
    (
        Slip(
            lambda t, n, delta: 2 * np.log(2 * n * np.pi**2 * t**2 / delta),
            "the root is missing: beta counts standard deviations, and its square is what you have.",
        ),
        Slip(
            lambda t, n, delta: np.sqrt(2 * np.log(2 * n * np.pi**2 * t / delta)), "t is squared inside the logarithm."
        ),
        Slip(
            lambda t, n, delta: np.sqrt(2 * np.log(n * np.pi**2 * t**2 / delta)),
            "the 2 in the logarithm is missing.",
        ),
        Slip(
            lambda t, n, delta: np.sqrt(np.log(2 * n * np.pi**2 * t**2 / delta)),
            "the 2 before the logarithm is missing.",
        ),
        Slip(
            lambda t, n, delta: np.sqrt(2 * np.log10(2 * n * np.pi**2 * t**2 / delta)),
            "the paper's log is the natural one: `np.log`, not `np.log10`.",
        ),
        Slip(
            lambda t, n, delta: np.sqrt(2 * np.log(2 * np.pi**2 * t**2 / delta)),
            "the number of points is missing: the band has to hold at all of them at once.",
        ),
        Slip(
            lambda t, n, delta: np.sqrt(2 * np.log(2 * n * np.pi * t**2 / delta)), "pi is squared inside the logarithm."
        ),
        Slip(lambda t, n, delta: np.sqrt(2 * np.log(2 * n * t**2 / delta)), "pi squared is missing in the logarithm."),
        Slip(
            lambda t, n, delta: np.sqrt(2 * np.log(6 * n * np.pi**2 * t**2 / delta)),
            "delta goes in as it is; that a third of it is meant for the bands is in the formula already.",
        ),
        Slip(
            lambda t, n, delta: np.sqrt(2) * np.log(2 * n * np.pi**2 * t**2 / delta),
            "the root goes over all of it, the logarithm included.",
        ),
        Slip(
            lambda t, n, delta: np.sqrt(2 * np.log(2 * n * np.pi**2 * t**2 * delta)),
            "delta divides: a smaller risk wants a wider band.",
        ),
        Slip(lambda t, n, delta: np.sqrt(2 * np.log(2 * n * np.pi**2 * t**2)), "delta is missing in the logarithm."),
        Slip(
            lambda t, n, delta: np.sqrt(2 * np.log(2 * n * np.pi**2 * t**2) / delta),
            "delta stands outside the logarithm; it belongs inside, under the fraction.",
        ),
        Slip(
            lambda t, n, delta: np.sqrt(2 * np.log(2 * n * np.pi**2 * t**2)) / delta,
            "delta stands outside the logarithm; it belongs inside, under the fraction.",
        ),
        Slip(
            lambda t, n, delta: np.sqrt(2 * np.log((2 * n * np.pi * t) ** 2 / delta)),
            "only pi and t are squared, not 2 N.",
        ),
        Slip(
            lambda t, n, delta: np.sqrt(2 * np.log2(2 * n * np.pi**2 * t**2 / delta)),
            "the paper's log is the natural one: `np.log`, not `np.log2`.",
        ),
        Slip(
            lambda t, n, delta: 2 * np.sqrt(np.log(2 * n * np.pi**2 * t**2 / delta)),
            "the 2 stands before the root; it belongs under it.",
        ),
        *(
            Slip(
                lambda t, n, delta, by=by: np.sqrt(2 * np.log(2 * n * np.pi**2 * (t + by) ** 2 / delta)),
                "the step is `t` itself, neither the one before nor the one after.",
            )
            for by in (1, -1)
        ),
    ),
    "the same as `confidence_width`.",
)

allowance = Blank(
    "allowance",
    noise_allowance,
    calling((1, 3, 0.1, 0.1), (7, 11, 0.5, 0.3)),
    "xi_t = 2 R^2 log(|U| pi^2 t^2 / delta), where R is `noise_std` and |U| the number of priors.",
    (
        Slip(
            lambda t, n, R, delta: 2 * R * np.log(n * np.pi**2 * t**2 / delta),
            "the noise enters squared, `noise_std**2`.",
        ),
        Slip(
            lambda t, n, R, delta: np.sqrt(2 * R**2 * np.log(n * np.pi**2 * t**2 / delta)),
            "no root here: line 12 takes it, after multiplying by how often the prior was trusted.",
        ),
        Slip(lambda t, n, R, delta: R**2 * np.log(n * np.pi**2 * t**2 / delta), "the 2 in front is missing."),
        Slip(
            lambda t, n, R, delta: 2 * R**2 * np.log(2 * n * np.pi**2 * t**2 / delta),
            "the 2 inside the logarithm belongs to beta, not here.",
        ),
        Slip(lambda t, n, R, delta: 2 * R**2 * np.log(n * np.pi**2 * t / delta), "t is squared inside the logarithm."),
        Slip(lambda t, n, R, delta: 2 * R**2 * np.log(n * np.pi * t**2 / delta), "pi is squared inside the logarithm."),
        Slip(
            lambda t, n, R, delta: 2 * R**2 * np.log(n * np.pi**2 * t**2 * delta),
            "delta divides: a smaller risk allows the noise more.",
        ),
        Slip(
            lambda t, n, R, delta: 2 * R**2 * np.log(np.pi**2 * t**2 / delta),
            "the number of priors is missing: the promise is made for all of them.",
        ),
        Slip(
            lambda t, n, R, delta: (2 * R) ** 2 * np.log(n * np.pi**2 * t**2 / delta),
            "only the noise is squared, not the 2 in front: `2 * noise_std**2`.",
        ),
        Slip(lambda t, n, R, delta: 2 * np.log(n * np.pi**2 * t**2 / delta), "the noise is missing: `noise_std**2`."),
        Slip(
            lambda t, n, R, delta: 2 * R**2 * np.log(n * np.pi**2 * t**2) / delta,
            "delta stands outside the logarithm; it belongs inside, under the fraction.",
        ),
        Slip(
            lambda t, n, R, delta: 2 * R**2 * np.log10(n * np.pi**2 * t**2 / delta),
            "the paper's log is the natural one: `np.log`, not `np.log10`.",
        ),
        Slip(lambda t, n, R, delta: 2 * R**2 * np.log(n * t**2 / delta), "pi squared is missing in the logarithm."),
        Slip(
            lambda t, n, R, delta: 2 * np.sqrt(R) * np.log(n * np.pi**2 * t**2 / delta),
            "the noise enters squared, `noise_std**2`, and not by its root.",
        ),
    ),
    "the same as `noise_allowance`.",
)
