"""How much memory there is, asked before a large array is made: a sentence comes sooner than a killed process."""

from __future__ import annotations

from pathlib import Path

WORTH_ASKING = 2**26  # bytes; a smaller array is simply made
GROUPS = Path("/sys/fs/cgroup")  # where Linux says what a container may use: version 2 and version 1
LIMITS = (("memory.max", "memory.current"), ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"))


def require_room(size: int, what: str, instead: str) -> None:
    """MemoryError where `size` bytes do not fit: `what` needs them, and `instead` says what to do."""
    if size < WORTH_ASKING:
        return
    room = memory_left()
    if room is not None and size > room:
        raise MemoryError(f"{what} needs {in_words(size)} of memory, but {in_words(room)} are left; {instead}")


def memory_left() -> int | None:
    """Bytes that this process may still take, by the machine and by its container; None where nobody says."""
    found = [left for left in (_of_the_machine(), *map(_of_a_group, LIMITS)) if left is not None]
    return min(found, default=None)


def in_words(size: int) -> str:
    """Bytes as a person says them: `745 MiB`, `74.5 GiB`."""
    return f"{size / 2**20:.0f} MiB" if size < 2**30 else f"{size / 2**30:.1f} GiB"


def _of_the_machine() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    said = dict(line.split(":", 1) for line in lines if ":" in line)
    return int(said["MemAvailable"].split()[0]) * 1024 if "MemAvailable" in said else None


def _of_a_group(names: tuple[str, str]) -> int | None:
    try:
        limit, used = ((GROUPS / name).read_text().strip() for name in names)
    except OSError:
        return None
    return max(0, int(limit) - int(used)) if limit.isdigit() else None
