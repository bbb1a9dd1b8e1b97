"""From a place of the map to page 05 with the same settings."""

from __future__ import annotations

from urllib.parse import urlencode

from pegp_lite.claims.atlas import Place
from pegp_lite.pages.lessons.toy.model import MASKS, RULES, TIES

PAGE = "05_toy_experiment.ipynb"
HIDDEN, TIED, RULED = ({value: word for word, value in words.items()} for words in (MASKS, TIES, RULES))


def toy_address(place: Place) -> str:
    """Page 05's address with a place's settings."""
    return f"{PAGE}?{urlencode(toy_settings(place))}"


def toy_settings(place: Place) -> dict[str, str]:
    """A place in page 05's words."""
    return {
        "tall": f"{place.short + place.rise:g}",
        "short": f"{place.short:g}",
        "width": f"{place.width:g}",
        "l": f"{place.l:g}",
        "R": f"{place.noise_std:g}",
        "epsilon": f"{place.epsilon:g}",
        "priors": ".".join(map(str, place.competing)),
        "mask": HIDDEN[place.mask],
        "ties": TIED[place.ties],
        "rule": RULED[place.rule],
    }
