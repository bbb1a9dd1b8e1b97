"""The games to play: built from formulas (toy) or from sensor readings (an office, your own table)."""

from pegp_lite.problems.sensors.contest import SensorGame, sensor_game
from pegp_lite.problems.sensors.intel import intel
from pegp_lite.problems.sensors.office import synthetic_office
from pegp_lite.problems.sensors.table import DataError, SensorTable
from pegp_lite.problems.toy import toy

__all__ = ["DataError", "SensorGame", "SensorTable", "intel", "sensor_game", "synthetic_office", "toy"]
