"""What a reader may grab: one description a control, from which its widget and its clean-up are made.

A visitor's browser can send any value to a widget, past the limits drawn on the page, and an address can hold
anything at all. So every value goes through `clean`, which returns something inside the limits whatever arrives.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import ipywidgets as widgets
import traitlets

from pegp_lite.pages.looks import alike

__all__ = ["Choice", "Control", "Levels", "Preset", "Several", "Slider", "Switch", "Written"]


@dataclass(frozen=True, kw_only=True)
class Control:
    """A named quantity with a first value; subclass it for a control of a kind of your own.

    `name`: of the setting, also in the address. `label`: beside the widget. `help`: a sentence that tells more.
    `symbol`: the paper's letter for it. `more`: kept in the drawer until asked for. `drawn`: set in the figure itself,
    so that it has no widget of its own.

    >>> from pegp_lite.pages.controls import Slider
    >>> length = Slider(name="l", label="length scale", value=0.5, low=0.1, high=2, step=0.1)
    >>> length.read("1.5"), length.clean("nonsense"), length.write(0.25)
    (1.5, 0.5, '0.25')
    """

    name: str
    label: str
    help: str = ""
    symbol: str = ""
    more: bool = False
    drawn: bool = False

    @property
    def first(self) -> Any:
        """The value on arrival and after a reset."""
        raise NotImplementedError

    def widget(self) -> widgets.ValueWidget:
        """The widget a reader grabs."""
        raise NotImplementedError

    def clean(self, value: Any) -> Any:
        """`value` made safe: inside the limits, of the right type, the first value where it makes no sense."""
        raise NotImplementedError

    def write(self, value: Any) -> str:
        """The value as it stands in an address."""
        return str(value)

    def read(self, text: str) -> Any:
        """The value an address holds; ValueError where it is not one."""
        raise NotImplementedError

    def _common(self) -> dict[str, Any]:
        return {
            "description": f"{self.label} <i>{self.symbol}</i>" if self.symbol else self.label,
            "description_allow_html": bool(self.symbol),
            "tooltip": self.help or None,
            "style": {"description_width": "auto"},
            "layout": widgets.Layout(width="auto"),
        }


@dataclass(frozen=True, kw_only=True)
class Slider(Control):
    """A number between `low` and `high` on a grid of `step`, at first `value`.

    `log`: the scale is logarithmic, and the grid is of the exponent. `format`: of the number shown, as in ".2f".

    >>> from pegp_lite.pages.controls import Slider
    >>> Slider(name="T", label="steps", value=50, low=10, high=200).clean(1e9)
    200
    """

    value: float
    low: float
    high: float
    step: float = 1
    log: bool = False
    format: str = ""

    @property
    def first(self) -> float:
        return self.value

    @property
    def whole(self) -> bool:
        """Whether the slider counts."""
        return not self.log and all(float(v).is_integer() for v in (self.low, self.high, self.step, self.value))

    def widget(self) -> widgets.ValueWidget:
        if self.whole:
            return widgets.IntSlider(int(self.value), int(self.low), int(self.high), int(self.step), **self._common())
        form = self.format or (".3g" if self.log else f".{max(0, -math.floor(math.log10(self.step) + 1e-9))}f")
        if self.log:
            low, high = math.log10(self.low), math.log10(self.high)
            return widgets.FloatLogSlider(
                value=self.value, min=low, max=high, step=self.step, readout_format=form, **self._common()
            )
        return widgets.FloatSlider(
            value=self.value, min=self.low, max=self.high, step=self.step, readout_format=form, **self._common()
        )

    def clean(self, value: Any) -> float:
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            return self.value
        if math.isnan(number):
            return self.value
        number = min(max(number, self.low), self.high)
        return round(number) if self.whole else float(f"{number:.10g}")  # 0.21, not 0.21000000000000002

    def write(self, value: Any) -> str:
        return f"{value:.6g}"

    def read(self, text: str) -> float:
        number = float(text)
        if not self.low <= number <= self.high:
            raise ValueError(f"{self.label} must be between {self.low:g} and {self.high:g}")
        return self.clean(number)


@dataclass(frozen=True, kw_only=True)
class Levels(Control):
    """One of some numbers, on a slider: where only these are of interest, such as 0.01, 0.03, 0.1.

    `levels`: the numbers, the first of them shown being `value`. `words`: what stands in place of a number.
    A slider on an even grid would round what an address or a preset sets, and send that back.

    >>> from pegp_lite.pages.controls import Levels
    >>> Levels(name="epsilon", label="forgetting", levels=(0, 0.01, 0.1), value=0.01, words={0: "none"}).clean(0.09)
    0.1
    """

    levels: Sequence[float]
    value: float
    words: Mapping[float, str] = field(default_factory=dict)

    @property
    def first(self) -> float:
        return self.value

    def widget(self) -> widgets.ValueWidget:
        options = [(self.words.get(level, f"{level:g}"), level) for level in self.levels]
        return widgets.SelectionSlider(options=options, value=self.value, **self._common())

    def clean(self, value: Any) -> float:
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            return self.value
        return self.value if math.isnan(number) else min(self.levels, key=lambda level: abs(level - number))

    def write(self, value: Any) -> str:
        return f"{value:g}"

    def read(self, text: str) -> float:
        if float(text) not in self.levels:
            raise ValueError(f"{self.label} must be one of {', '.join(f'{level:g}' for level in self.levels)}")
        return float(text)


@dataclass(frozen=True, kw_only=True)
class Choice(Control):
    """One of several words, the `options`; at first `value`, or the first of them.

    >>> from pegp_lite.pages.controls import Choice
    >>> Choice(name="mask", label="hidden", options=("hill", "none")).clean("everything")
    'hill'
    """

    options: Sequence[str]
    value: str = ""

    @property
    def first(self) -> str:
        return self.value or self.options[0]

    def widget(self) -> widgets.ValueWidget:
        return widgets.Dropdown(options=list(self.options), value=self.first, **self._common())

    def clean(self, value: Any) -> str:
        return value if isinstance(value, str) and value in self.options else self.first

    def read(self, text: str) -> str:
        if text not in self.options:
            raise ValueError(f"{self.label} must be one of {', '.join(self.options)}")
        return text


OWN = "your own"


@dataclass(frozen=True, kw_only=True)
class Preset(Choice):
    """Several settings under one name: choosing it sets them all, and it tells which of them is on view.

    `settings`: by name, what differs from the first values; controls in `aside` have no part in it. It follows from
    the other controls, so no address holds it. Its `options` are these names and "your own", at first `value`.

    >>> from pegp_lite.pages.controls import Preset
    >>> preset = Preset(name="game", label="game", settings={"the paper's": {}, "taller": {"tall": 6.0}})
    >>> preset.matching({"tall": 6.0}, {"tall": 2.0}), preset.matching({"tall": 3.0}, {"tall": 2.0})
    ('taller', 'your own')
    """

    options: Sequence[str] = ()
    settings: Mapping[str, Mapping[str, Any]]
    aside: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", (*self.settings, OWN))

    def meant(self, name: str, first: Mapping[str, Any]) -> dict[str, Any]:
        """All that the settings of this name set."""
        whole = {**first, **self.settings[name]}
        return {each: value for each, value in whole.items() if each not in (self.name, *self.aside)}

    def matching(self, state: Mapping[str, Any], first: Mapping[str, Any]) -> str:
        """The name of these settings."""
        for name in self.settings:
            if all(state[each] == value for each, value in self.meant(name, first).items()):
                return name
        return OWN


@dataclass(frozen=True, kw_only=True)
class Written(Control):
    """Words of the reader's own, or none: what `pattern` allows, which is no line's end unless it says so.

    `offers` are words to choose from, beside whatever else may be written; `wanted` says what is. `empty`: shown while
    nothing is written.

    >>> from pegp_lite.pages.controls import Written
    >>> unit = Written(name="unit", label="unit", pattern="[A-Za-z°]{0,4}", offers=("°C", "kWh"))
    >>> unit.clean("kWh"), unit.clean("<script>")
    ('kWh', '')
    """

    pattern: str = r"[^\x00-\x1f\x7f]{0,80}"
    wanted: str = "at most 80 letters"
    offers: Sequence[str] = ()
    empty: str = ""

    @property
    def first(self) -> str:
        return ""

    def widget(self) -> widgets.ValueWidget:
        return widgets.Combobox(
            value="", options=list(self.offers), placeholder=self.empty, continuous_update=False, **self._common()
        )

    def clean(self, value: Any) -> str:
        return value.strip() if isinstance(value, str) and re.fullmatch(self.pattern, value.strip()) else ""

    def read(self, text: str) -> str:
        if not re.fullmatch(self.pattern, text.strip()):
            raise ValueError(f"{self.label} must be {self.wanted}")
        return text.strip()


@dataclass(frozen=True, kw_only=True)
class Switch(Control):
    """Yes or no, at first `value`.

    >>> from pegp_lite.pages.controls import Switch
    >>> Switch(name="zoomed", label="zoom in").read("yes")
    True
    """

    value: bool = False

    @property
    def first(self) -> bool:
        return self.value

    def widget(self) -> widgets.ValueWidget:
        common = self._common() | {"style": {"description_width": "0"}}
        return widgets.Checkbox(self.value, indent=False, **common)

    def clean(self, value: Any) -> bool:
        return value if isinstance(value, bool) else self.value

    def write(self, value: Any) -> str:
        return "yes" if value else "no"

    def read(self, text: str) -> bool:
        if text not in ("yes", "no"):
            raise ValueError(f"{self.label} must be yes or no")
        return text == "yes"


NOBODY = "none"  # how an address says that nothing is chosen


@dataclass(frozen=True, kw_only=True)
class Several(Control):
    """Some of several words, the `options`, as buttons that stay down: at least `least` of them (0: there may be none).

    At first these are `value`, or all of them.

    >>> from pegp_lite.pages.controls import Several
    >>> Several(name="set", label="experts", options=("Anna", "Ben", "Cleo")).clean(["Cleo", "Anna", "Dora"])
    ('Anna', 'Cleo')
    """

    options: Sequence[str]
    value: Sequence[str] = field(default_factory=tuple)
    least: int = 1

    @property
    def first(self) -> tuple[str, ...]:
        return tuple(self.value) or tuple(self.options)

    def widget(self) -> Buttons:
        return Buttons(self)

    def clean(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list | tuple | set | frozenset):
            return self.first
        wanted = {word for word in value if isinstance(word, str)}
        kept = tuple(option for option in self.options if option in wanted)
        return kept if len(kept) >= self.least and (kept or not value) else self.first

    def write(self, value: Any) -> str:
        return ".".join(str(self.options.index(word)) for word in value) or NOBODY

    def read(self, text: str) -> tuple[str, ...]:
        if text == NOBODY and not self.least:
            return ()
        try:
            words = tuple(self.options[int(part)] for part in text.split("."))
        except (IndexError, ValueError):
            raise ValueError(f"{self.label} must be numbers from 0 to {len(self.options) - 1} with dots") from None
        if self.clean(words) != words:
            raise ValueError(f"{self.label} must name each only once, and at least {self.least}")
        return words


class Held(traitlets.HasTraits):
    """The value of a control that is set in the figure itself."""

    value = traitlets.Any()


class Buttons(widgets.VBox):
    """A row of buttons that stay down: the words chosen, as a tuple in `value`."""

    def __init__(self, control: Several) -> None:
        self.control = control
        words = [{"value": word in control.first, "description": word} for word in control.options]
        self.buttons = alike(widgets.ToggleButton, words, width="auto", min_width="2.6em")
        self._watchers: list[Any] = []
        self._quiet = False
        row = widgets.Box(self.buttons, layout=widgets.Layout(flex_flow="row wrap"))
        super().__init__([widgets.Label(control.label), row])
        for button in self.buttons:
            button.observe(self._pressed, "value")

    @property
    def value(self) -> tuple[str, ...]:
        """The words whose buttons are down."""
        return tuple(button.description for button in self.buttons if button.value)

    @value.setter
    def value(self, words: Sequence[str]) -> None:
        self._quiet = True
        for button in self.buttons:
            button.value = button.description in words
        self._quiet = False
        self._tell()

    def watch(self, callback: Any) -> None:
        """Call `callback` whenever the choice changes."""
        self._watchers.append(callback)

    def _pressed(self, change: Any) -> None:
        if not self._quiet:
            self._tell()

    def _tell(self) -> None:
        for callback in self._watchers:
            callback({"new": self.value})
