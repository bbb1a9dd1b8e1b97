"""Every file of the zoo gives its table, or a sentence that says where the fault is and which option helps."""

from __future__ import annotations

import csv_abroad
import csv_exports
import csv_newcomers
import csv_portals
import csv_slips
import csv_zoo
import numpy as np
import pytest
from csv_zoo import HOURS, START, VALUES, Animal

from pegp_lite.problems.sensors.errors import DataError
from pegp_lite.problems.sensors.reading import read_table
from pegp_lite.problems.sensors.sheet.derived import by_numbers
from pegp_lite.problems.sensors.sheet.read_options import ReadOptions

FOLDERS = (csv_zoo, csv_exports, csv_slips, csv_newcomers, csv_portals, csv_abroad)
READABLE = [animal for folder in FOLDERS for animal in folder.readable()]
FAULTY = [animal for folder in FOLDERS for animal in folder.faulty()]


def named(animals: list[Animal]) -> list[object]:
    return [pytest.param(each, id=each.name) for each in animals]


@pytest.mark.parametrize("animal", named(READABLE))
def test_a_file_that_can_be_read_gives_its_table(animal: Animal) -> None:
    found = read_table(animal.content, ReadOptions(**animal.options), title="zoo.csv")
    wanted = VALUES if animal.values is None else animal.values
    assert found.table.sensors == found.understanding.sensors == animal.sensors
    assert found.table.unit == animal.unit
    assert found.table.bin_minutes == 60
    assert found.table.times[0] == np.datetime64(START)
    np.testing.assert_allclose(found.table.readings[:HOURS], wanted, rtol=1e-9)
    assert np.isnan(found.table.readings[HOURS:]).all()
    for name, value in animal.understood.items():
        assert getattr(found.understanding, name) == value, name
    said = " ".join(found.understanding.sentences())
    for words in animal.said:
        assert words in said


@pytest.mark.parametrize("animal", named(FAULTY))
def test_a_file_that_cannot_be_read_is_refused_with_place_and_remedy(animal: Animal) -> None:
    with pytest.raises(DataError) as caught:
        read_table(animal.content, ReadOptions(**animal.options), title="zoo.csv")
    message = str(caught.value)
    assert "zoo.csv" in message
    assert animal.fault is not None
    for words in animal.fault:
        assert words in message, message
    assert len(message) < 500
    assert "\n" not in message
    assert set(animal.helps) <= set(caught.value.options), (message, caught.value.options)


def test_the_zoo_is_large() -> None:
    names = [each.name for each in (*READABLE, *FAULTY)]
    assert len(names) >= 200
    assert len(set(names)) == len(names)


def test_of_many_columns_in_few_rows_none_is_a_sum_by_accident() -> None:
    values = np.arange(200) ** 2 % 9973 + np.array([[31.0, 73, 115, 157, 62, 104, 146, 188]]).T
    assert by_numbers([f"s{k}" for k in range(200)], values) == [None] * 200
