"""The map of the toy's settings: who has the lowest regret in each of them, and which of the five claims hold."""

from pegp_lite.claims.atlas.charted import Atlas, the_map
from pegp_lite.claims.atlas.charting import Cell, chart, play_place
from pegp_lite.claims.atlas.places import CORNERS, SETTINGS, Place, Setting, places

__all__ = ["CORNERS", "SETTINGS", "Atlas", "Cell", "Place", "Setting", "chart", "places", "play_place", "the_map"]
