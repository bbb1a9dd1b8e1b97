"""From bytes to text: the encoding that was said, the one that the file's own mark proves, or UTF-8."""

from __future__ import annotations

from pegp_lite.problems.sensors.errors import DataError
from pegp_lite.problems.sensors.files import SAVE_AS, DataFile, open_data, with_its_mark
from pegp_lite.problems.sensors.sheet.read_options import ReadOptions

_UNSEEN = dict.fromkeys(map(ord, "\u200b\u200e\u200f\u202a\u202c\u2060\ufeff"))  # Windows copies them with dates


def text_of(file: DataFile, options: ReadOptions) -> str:
    """The whole text; one that is too large, or in another encoding than said, is refused."""
    with open_data(file) as stream:
        content = stream.read(options.most_bytes + 1)
    if len(content) > options.most_bytes:
        size = options.most_bytes / (1 << 20)
        raise DataError(
            f"{file} is larger than {size:,.0f} MiB of text; keep fewer sensors or days, or average to longer steps"
        )
    encoding = options.encoding or ("utf-16" if with_its_mark(content) else "utf-8")
    is_utf8 = encoding.lower().replace("-", "") == "utf8"
    try:
        return content.decode("utf-8-sig" if is_utf8 else encoding).translate(_UNSEEN).rstrip("\x1a")  # DOS's end
    except LookupError:
        raise DataError(f"--encoding must name an encoding such as utf-8, cp1252 or utf-16, got {encoding!r}") from None
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = content[error.start : error.start + 1].hex()
        what = "UTF-8" if is_utf8 else encoding
        raise DataError(
            f"{file}, line {line:,}: byte {found} is not {what} text; if the file comes from Windows, try "
            f"--encoding cp1252 (cp1250 in Central Europe, cp1251 for Cyrillic letters, cp932 in Japan, gb18030 in "
            f"China), or save it as UTF-8: {SAVE_AS}",
            line=line,
            found=found,
            options=("encoding",),
        ) from None
