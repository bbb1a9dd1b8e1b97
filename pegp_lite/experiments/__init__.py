"""The games to play: built from formulas (toy) or from sensor readings (an office, your own table)."""

from pegp_lite.experiments.intel import intel
from pegp_lite.experiments.office import synthetic_office
from pegp_lite.experiments.sensor_game import SensorGame, sensor_game
from pegp_lite.experiments.sensors import DataError, SensorTable
from pegp_lite.experiments.toy import toy

__all__ = ["DataError", "SensorGame", "SensorTable", "intel", "sensor_game", "synthetic_office", "toy"]
