"""Readings come in as they are: counted, binned, or refused with the place of the fault."""

from __future__ import annotations

import gzip
from datetime import date

import numpy as np
import pytest
from intel_files import PLACES, RAW, TABLE, needs_readings

from pegp_lite.problems.sensors.lab_text import parse_block
from pegp_lite.problems.sensors.table import DataError, ReadReport, SensorTable

LAB = """\
2004-03-01 00:00:10.5 1 1 20.0 40 100 2.6
2004-03-01 00:09:59.999999 2 1 22.0 40 100 2.6
2004-03-01 00:10:00 3 1 23.5 40 100 2.6
2004-03-01 00:03:00.1 1 2 18.0 40 100 2.6
2004-03-02 12:00:00.1 9 2 19.0 40 100 2.6
"""
CSV = """\
time,a,b
2004-03-01 00:00:00,20,21
2004-03-01 00:10:00,20.5,
2004-03-02 00:00:00,19,18
"""


def put(tmp_path, text: str | bytes, name: str = "data.txt"):
    path = tmp_path / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def read(tmp_path, text: str | bytes, **more) -> SensorTable:
    return SensorTable.read(put(tmp_path, text), **more)


def report(table: SensorTable) -> ReadReport:
    assert table.report is not None
    return table.report


def test_lab_rows_become_ten_minute_means_of_whole_days(tmp_path):
    table = read(tmp_path, LAB)
    assert table.sensors == ("1", "2")
    assert table.days == (date(2004, 3, 1), date(2004, 3, 2))
    assert table.readings.shape == (288, 2)
    np.testing.assert_allclose(table.readings[[0, 1, 216], [0, 0, 1]], [21, 23.5, 19])
    assert np.isfinite(table.readings).sum() == 4
    assert table.readings[0, 1] == 18
    assert report(table).rows == report(table).used == 5
    assert report(table).disordered == 1
    assert not table.synthetic
    assert table.source == "Intel lab data.txt"
    assert len(table.checksum) == 64


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ("2004-03-01 00:00:30 1 1 20.0 40  2.6", "short"),
        ("2004-03-01 00:00:30 1 20.0 40 100 2.6", "short"),
        ("2004-03-01", "short"),
        ("2004-03-01 00:00:30 1 1 20.0 40 100 2.6 7", "long"),
        ("2004-03-01 00:00:30 1 1 2x.0 40 100 2.6", "garbled"),
        ("2004-03-01 00:00:30 1 1 nan 40 100 2.6", "garbled"),
        ("2004-03-01 00:00:30 1 1 1e999 40 100 2.6", "garbled"),
        ("2004-03-01 00:00:30 1 1 2.0.0 40 100 2.6", "garbled"),
        ("2004-03-01 00:00:30 1 1 20.0 40 1#0 2.6", "garbled"),
        ("2004-03-01 00:00:30 1 1.5 20.0 40 100 2.6", "garbled"),
        ("2004-02-30 00:00:30 1 1 20.0 40 100 2.6", "garbled"),
        ("2004-13-01 00:00:30 1 1 20.0 40 100 2.6", "garbled"),
        ("2004-03-01 24:00:30 1 1 20.0 40 100 2.6", "garbled"),
        ("2004-03-01 00:00:30.12.4 1 1 20.0 40 100 2.6", "garbled"),
        ("04-03-01 00:00:30 1 1 20.0 40 100 2.6", "garbled"),
        ("2004-03-01 00:00:30 1 1 122.153 40 100 2.6", "out_of_range"),
        ("2004-03-01 00:00:30 1 33117 20.0 40 100 2.6", "outside_sensors"),
        ("2004-03-01 00:00:10.5 1 1 20.0 40 100 2.6", "duplicates"),
    ],
)
def test_a_row_that_cannot_be_used_is_counted_once_and_changes_nothing(tmp_path, row, kind):
    table = read(tmp_path, LAB + row + "\n")
    counts = report(table)
    kinds = ("short", "long", "garbled", "out_of_range", "outside_sensors", "duplicates")
    assert {name: getattr(counts, name) for name in kinds} == {name: int(name == kind) for name in kinds}
    assert (counts.rows, counts.used, counts.dropped) == (6, 5, 1)
    assert counts.first_line[kind] == 6
    assert "line 6" in str(counts)
    np.testing.assert_array_equal(table.readings, read(tmp_path, LAB).readings)


def test_two_readings_of_one_mote_at_one_instant_are_averaged_and_told(tmp_path):
    table = read(tmp_path, LAB + "2004-03-01 00:00:10.5 1 1 24.0 40 100 2.6\n")
    assert report(table).same_time == 1
    assert table.readings[0, 0] == 22


def test_line_ends_and_a_cut_last_line_do_no_harm(tmp_path):
    windows = read(tmp_path, LAB.replace("\n", "\r\n").rstrip())
    np.testing.assert_array_equal(windows.readings, read(tmp_path, LAB).readings)


def test_the_block_reader_agrees_with_a_slow_one():
    rng = np.random.default_rng(4)
    rows, wanted = [], []
    for _ in range(400):
        time = np.datetime64("1999-12-31T00:00:00.000000") + rng.integers(10**14)
        temperature = f"{rng.normal(0, 40):.{rng.integers(0, 6)}f}"
        rows.append(f"{str(time).replace('T', ' ')} {rng.integers(99)} {rng.integers(60)} {temperature} 1 2 3")
        wanted.append((time.astype(np.int64), int(rows[-1].split()[3]), float(temperature)))
    parsed = parse_block(("\n".join(rows) + "\n").encode())
    assert list(zip(parsed.micros, parsed.mote, parsed.temperature, strict=True)) == wanted


@pytest.mark.parametrize("block", [b"\n", b"", b"   \n\n", b"\x00\xff\n"])
def test_a_block_without_rows_has_none(block):
    parsed = parse_block(block)
    assert len(parsed.line) == 0


def test_packed_and_plain_files_read_the_same(tmp_path):
    packed = SensorTable.read(put(tmp_path, gzip.compress(CSV.encode()), "anything"))
    np.testing.assert_array_equal(packed.readings, read(tmp_path, CSV).readings)


def test_a_csv_keeps_its_columns_and_counts_its_gaps(tmp_path):
    table = read(tmp_path, CSV, unit="C")
    assert table.sensors == ("a", "b")
    np.testing.assert_array_equal(table.readings[[0, 1, 144]], [[20, 21], [20.5, np.nan], [19, 18]])
    assert report(table).missing == 1
    assert "1 cell empty (first: line 3)" in str(report(table))


@pytest.mark.parametrize("name", ["Timestamp", "date", "bin_start", "", "anything"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_time_column_is_found_by_name_or_place(tmp_path, name, separator):
    table = read(tmp_path, CSV.replace("time", name, 1).replace(",", separator))
    assert table.sensors == ("a", "b")


def test_the_time_column_may_stand_last(tmp_path):
    table = read(tmp_path, "a,b,time\n1,2,2004-03-01 00:00\n3,4,2004-03-02T00:10\n", unit="V")
    np.testing.assert_array_equal(table.readings[[0, 145]], [[1, 2], [3, 4]])


def test_finer_rows_are_averaged_and_coarser_ones_get_longer_bins(tmp_path):
    fine = "time,a,b\n" + "".join(f"2004-03-0{d} 00:0{m}:00,{m},1\n" for d in (1, 2) for m in range(10))
    assert read(tmp_path, fine, unit="V").readings[0, 0] == 4.5
    hourly = "time,a,b\n" + "".join(f"2004-03-0{d} {h:02}:00:00,{h},1\n" for d in (1, 2) for h in range(24))
    table = read(tmp_path, hourly, unit="V")
    assert table.bin_minutes == 60
    assert "Rows are 60 min apart" in str(table.report)
    with pytest.raises(DataError, match=r"rows are 60 min apart.*take bin_minutes=60"):
        read(tmp_path, hourly, bin_minutes=10)


def test_disordered_and_repeated_rows_are_put_right_and_told(tmp_path):
    shuffled = "time,a,b\n2004-03-02 00:00,19,18\n2004-03-01 00:00,20,21\n2004-03-01 00:10,20.5,\n"
    table = read(tmp_path, shuffled + "2004-03-01 00:10,20.5,\n2004-03-01 00:00,22,21\n")
    assert (report(table).disordered, report(table).duplicates, report(table).same_time) == (2, 1, 1)
    np.testing.assert_array_equal(table.readings[[0, 1]], [[21, 21], [20.5, np.nan]])


def test_times_with_an_offset_keep_their_own_wall_clock(tmp_path):
    table = read(tmp_path, "time,a,b\n2004-03-01T00:00+01:00,1,2\n2004-03-02T00:00:00+01:00,3,4\n", unit="V")
    assert table.days == (date(2004, 3, 1), date(2004, 3, 2))
    moved = read(tmp_path, "time,a,b\n2004-03-27T12:00+01:00,1,2\n2004-03-28T12:00+02:00,3,4\n", unit="V")
    assert "changes at line 3" in str(moved.report)
    assert np.isfinite(moved.readings[144 + 66]).all()
    zulu = read(tmp_path, "time,a,b\n2004-03-01 00:00Z,1,2\n2004-03-02 00:00Z,3,4\n", unit="V")
    assert zulu.readings[0, 0] == 1


def test_readings_out_of_range_are_blanked_and_counted(tmp_path):
    table = read(tmp_path, CSV + "2004-03-02 00:10,122.1,18\n", value_range=(10, 50))
    assert report(table).out_of_range == 1
    assert np.isnan(table.readings[145, 0])
    assert read(tmp_path, CSV + "2004-03-02 00:10,122.1,18\n").readings[145, 0] == 122.1


@pytest.mark.parametrize(
    ("shift", "said"),
    [
        (lambda c: c * 1.8 + 32, "Fahrenheit"),
        (lambda c: c + 273.15, "Kelvin"),
        (lambda c: c + 900, "name the unit"),
    ],
)
def test_a_unit_that_does_not_fit_is_said(tmp_path, shift, said):
    rows = "".join(f"2004-03-0{d} 00:00,{shift(20):.2f},{shift(22):.2f}\n" for d in (1, 2))
    assert said in str(read(tmp_path, "time,a,b\n" + rows, unit="C").report)
    assert said not in str(read(tmp_path, "time,a,b\n" + rows).report)
    assert read(tmp_path, "time,a,b\n" + rows).unit == ""


DAY2 = "2004-03-02 00:00,1,2\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty"),
        (" \n\n", "the file is empty"),
        (b"\x00\x01\x02\xff" * 99, "not text"),
        (b"PK\x03\x04rest", "spreadsheet"),
        ("time,a,b\n".encode("utf-16-le"), "UTF-16"),
        ("time,a,b\n".encode("utf-16")[:-1], "not utf-16 text"),
        ("time,é,b\n2004-03-01,1,2\n".encode("latin-1"), "not UTF-8"),
        (b"\x1f\x8b" + b"\x08" + b"\x00" * 20, "damaged"),
        (gzip.compress(CSV.encode() * 999, mtime=0)[:200], "cut short or damaged"),
        ("just some prose\nand more\n", "line 1: a header with a time column"),
        ("time,a,b\n", "no row below it"),
        ("2004-03-01 00:00,1,2\n" + DAY2, "line 1: column names were wanted"),
        ("name,a,b\nkitchen,1,2\n", r'line 2, column "name": a time such as .* got .kitchen'),
        ("time,a,b\n10780,1,2\n10781,1,2\n", "line 2.*a time such as"),
        ("time,a,b\n03/04/2004 10:00,1,2\n", "line 2.*3 April 2004.* or 4 March 2004"),
        ("time,a,b\n2004-03-01 25:00,1,2\n", "line 2.*a time such as"),
        ("time,a,b\n2004-03-01 00:00,1,warm\n" + DAY2, r'line 2, column "b": a number was wanted, got .warm'),
        ("time,a,b\n2004-03-01 00:00,1,inf\n" + DAY2, r'line 2, column "b": a number was wanted'),
        ("time;a;b\n2004-03-01 00:00;1,5;2\n2004-03-02 00:00;1.5;2\n", r"line 3.*another decimal mark"),
        ("time,a,b\n2004-03-01 00:00,1\n" + DAY2, "line 2: 2 cells where the header has 3"),
        ("time,a\n2004-03-01 00:00,1\n", r"one sensor only \(.a.\)"),
        ("time,a,a\n2004-03-01 00:00,1,2\n", "columns 2 and 3 are both named"),
        ("time,a,,c\n2004-03-01 00:00,1,2,3\n", "column 3 has no name"),
        ("from,to,a,b\n2004-03-01 00:00,2004-03-01 01:00,1,2\n", "both look like the time"),
        ("time,a,b\n2004-03-01 00:00,1,2\n", r"covers 1 day \(2004-03-01\)"),
        ("time,a,b\n2004-03-01 00:00,,nan\n2004-03-02 00:00,NA,\n", 'no sensor.*"a": it is empty'),
        ("time,a,b\n2004-03-01 00:00Z,1,2\n" + DAY2, "line 2 gives its offset from UTC and line 3 does not"),
        (
            "time,a,b\n2004-03-01 00:00,1,2\n2999-03-01 00:00,1,2\n2999-03-01 00:01,1,2\n",
            "lines 2 and 4.*one of these",
        ),
        ("time,a,b\n" + "".join(f"2004-03-{d:02} 00:00,1,2\n" for d in (1, 5, 9, 13)), "4 days apart"),
        ("time,a,b\n2004-03-01 00:00,1," + "9" * 200_000 + "\n", "field larger"),
        ("time,a,b\n2004-03-01 00:00,1," + ",9" * 2_000_000 + "\n", "line 2: over"),
        ('time,a,b\n2004-03-01 00:00,1,"2\n', "cannot be read as CSV"),
        (LAB.replace("2.6", "") * 2, "none of its 10 rows could be used; 10 short"),
        (LAB.replace(" 1 2 ", " 1 1 ").replace(" 9 2 ", " 9 1 "), "one sensor only"),
        ("x" * 9_000_000, "CSV|line 1"),
        (LAB + "x" * 20_000_000, "line 6: over"),
    ],
    ids=lambda value: ascii(value)[:50],  # pytest's own would be megabytes long
)
def test_a_file_that_cannot_be_used_is_refused_with_what_and_where(tmp_path, text, said):
    with pytest.raises(DataError, match=said) as caught:
        read(tmp_path, text)
    assert "data.txt" in str(caught.value)
    assert len(str(caught.value)) < 500


def test_missing_files_and_folders_are_refused(tmp_path):
    with pytest.raises(DataError, match="no such file"):
        SensorTable.read(tmp_path / "absent.csv")
    with pytest.raises(DataError, match="is a folder"):
        SensorTable.read(tmp_path)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"bin_minutes": 7}, "divides the day's 1440, got 7"),
        ({"bin_minutes": 0}, "got 0"),
        ({"bin_minutes": 2.5}, "got 2.5"),
        ({"value_range": (5, 5)}, "must rise"),
        ({"value_range": 5}, "two numbers"),
        ({"value_range": (80, 90)}, r"not one usable reading: all 5 lie outside 80\.\.90"),
        ({"sensors": ["a", "z"]}, "no column z"),
        ({"positions": {"q": (1, 2)}}, "none of data.txt's sensors"),
    ],
)
def test_bad_settings_are_refused(tmp_path, more, said):
    with pytest.raises(DataError, match=said):
        read(tmp_path, CSV, **more)


def test_sensors_can_be_named_so_that_other_columns_may_hold_text(tmp_path):
    table = read(tmp_path, CSV.replace("time,a", "time,room,a").replace("00,", "00,hall,"), sensors=["a", "b"])
    assert table.sensors == ("a", "b")


def test_positions_follow_the_sensors(tmp_path):
    places = put(tmp_path, "b 3 4\na 1 2\n", "places.txt")
    np.testing.assert_array_equal(read(tmp_path, CSV, positions=places).positions, [[1, 2], [3, 4]])
    with pytest.raises(DataError, match=r"places\.txt, line 2: `name x y` was wanted"):
        read(tmp_path, CSV, positions=put(tmp_path, "b 3 4\na 1\n", "places.txt"))


def test_a_table_picks_days_and_sensors(tmp_path):
    table = read(tmp_path, CSV)
    assert table.day("2004-03-02").times[0] == np.datetime64("2004-03-02")
    assert table.day(date(2004, 3, 1)).days == (date(2004, 3, 1),)
    assert table.select(["b"]).sensors == ("b",)
    assert table.select(first_day="2004-03-02").readings.shape == (144, 2)
    np.testing.assert_allclose(table.coverage, [3 / 288, 2 / 288])
    assert table.select(min_coverage=2.5 / 288).sensors == ("a",)
    assert table.day_coverage[date(2004, 3, 2)] == 2 / 288
    with pytest.raises(DataError, match="has no 2004-05-01; it holds 2004-03-01 to 2004-03-02"):
        table.day("2004-05-01")
    with pytest.raises(DataError, match='a day such as "2004-03-14" was wanted'):
        table.day("Sunday")
    with pytest.raises(DataError, match="has no sensor z"):
        table.select(["z"])


def test_a_table_is_read_only_and_whole():
    times = np.datetime64("2004-03-01", "s") + np.arange(3) * np.timedelta64(600, "s")
    table = SensorTable(times, ("a", "b"), np.zeros((3, 2)))
    with pytest.raises(ValueError, match="read-only"):
        table.readings[0, 0] = 1
    for wrong, said in (
        ({"times": times[::-1]}, "equal steps"),
        ({"times": times[[0, 0, 1]]}, "equal steps"),
        ({"times": times[:1]}, "at least two"),
        ({"sensors": ("a", "a")}, "come twice: a"),
        ({"readings": np.zeros((3, 3))}, r"3 x 2 \(bins x sensors\), got 3 x 3"),
        ({"readings": np.full((3, 2), np.inf)}, "finite"),
        ({"positions": np.zeros((3, 2))}, "positions must be 2 x 2"),
    ):
        with pytest.raises(DataError, match=said):
            SensorTable(**{"times": times, "sensors": ("a", "b"), "readings": np.zeros((3, 2))} | wrong)


@needs_readings
def test_the_raw_rows_agree_with_the_table():
    raw = SensorTable.read(RAW, positions=PLACES)
    counts = report(raw)
    assert (counts.rows, counts.short, counts.garbled, counts.long) == (476_518, 15_255, 0, 0)
    assert counts.used + counts.short + counts.out_of_range == counts.rows
    assert counts.out_of_range > 0
    assert "Never heard from: 5, 15, 28." in str(counts)
    assert np.isfinite(raw.positions).all()
    table = SensorTable.read(TABLE)
    assert table.readings.shape == (2016, 52)
    assert (table.coverage >= 0.7).sum() == 46
    shared = [name for name in raw.sensors if name in table.sensors]
    same_days = table.select(shared, "2004-03-04", "2004-03-08")
    ours = raw.select(shared)
    np.testing.assert_array_equal(ours.times, same_days.times)
    difference = np.abs(ours.readings - same_days.readings)
    difference = difference[np.isfinite(difference)]
    assert len(difference) > 36_000
    assert np.percentile(difference, 99) <= 0.03


@needs_readings
def test_thin_days_are_told():
    assert "2004-03-10 (34%), 2004-03-11 (43%)" in str(SensorTable.read(TABLE).report)
