"""TOML and JSON files, validated so that all faults are reported at once, with file, line and field."""

from __future__ import annotations

import difflib
import json
import os
import re
import reprlib
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from battlewright.engine.errors import MOST_SHOWN, BattlewrightError, Fault, SetupError, UnknownError
from battlewright.engine.line_numbers import DEEPEST, Kind, Place, Positions, TooDeep, line_where
from battlewright.engine.text import bytes_of

M = TypeVar("M", bound=BaseModel)

LARGEST = 1024 * 1024
PLAIN = (".txt", ".text", ".md")
"""The endings of the names of plain texts."""
_given: ContextVar[Mapping[str, str] | None] = ContextVar("given", default=None)
"""The texts that stand for files, where no file may be read."""
_noted: ContextVar[dict[str, str] | None] = ContextVar("noted", default=None)
"""Where the texts of files that are read are noted."""


@dataclass(frozen=True)
class Source:
    """A parsed file: its data, and the line of each field."""

    name: str
    text: str
    data: dict[str, Any]
    lines: dict[Place, int]

    def line(self, path: Sequence[str | int]) -> int:
        """Return the line of a field, or of the nearest enclosing table or list."""
        place = tuple(path)
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)

    def part(self, key: str) -> Source:
        """Return one table of the file as a source, with its lines."""
        inside = {place[1:]: line for place, line in self.lines.items() if place[:1] == (key,)}
        return Source(self.name, self.text, self.data[key], inside)

    def without(self, fields: Iterable[str]) -> Source:
        """Return the file without some fields; ``characters.rank`` is one of each entry of a list."""
        data = dict(self.data)
        for field in fields:
            key, _, inner = field.partition(".")
            if inner and isinstance(data.get(key), list):
                data[key] = [
                    {name: value for name, value in each.items() if name != inner} if isinstance(each, dict) else each
                    for each in data[key]
                ]
            elif not inner:
                data.pop(key, None)
        return Source(self.name, self.text, data, self.lines)


def read(path: str | os.PathLike[str], listed: str = "", largest: int = LARGEST) -> Source:
    """Read a .toml or .json file of at most ``largest`` bytes, or a plain text that is TOML or JSON. With the name of a
    kind ``listed``, JSON may also be a list with one such object."""
    name = os.fspath(path)
    suffix = Path(name).suffix.lower()
    if suffix not in (".toml", ".json", *PLAIN):
        _refuse_kind(name)
    text = text_of(name, listed, largest)
    kind: Kind | None = "json" if suffix == ".json" else "toml" if suffix == ".toml" else _kind_of(text)
    return parse(text, name, kind, listed) if kind else _refuse_kind(name)


def plain_text(path: str, listed: str, largest: int) -> str | None:
    """Return the text of a file that is neither TOML nor JSON, by its name and by what is in it; None for others."""
    if Path(path).suffix.lower() not in PLAIN:
        return None
    text = text_of(path, listed, largest)
    return text if _kind_of(text) is None else None


_NAME = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_KEY = rf"\s*{_NAME}(?:\s*\.\s*{_NAME})*\s*"


def _kind_of(text: str) -> Kind | None:
    """Return whether a text looks like TOML or like JSON, by its first line with anything but a comment."""
    first = next((line for line in map(str.strip, text.splitlines()) if line and line[0] != "#"), "")
    if re.match(r"\{|\[\s*(\{|$)", first):
        return "json"
    return "toml" if re.match(rf"{_KEY}=|\[\[?{_KEY}\]\]?(#|$)", first) else None


def text_of(name: str, listed: str = "", largest: int = LARGEST) -> str:
    """Return the text of a file."""
    raw = _contents(name, largest)
    if len(raw) > largest:
        what = f"a file of {listed}" if listed else "the file"
        fault = Fault(name, 0, "", f"{what} may have at most {bytes_of(largest)}, and this one is larger")
        raise SetupError([fault], is_too_long=True)
    try:
        text = raw.decode("utf-8-sig")
        if (noting := _noted.get()) is not None:
            noting[name] = text
        return text
    except UnicodeDecodeError as error:
        _refuse(name, raw.count(b"\n", 0, error.start) + 1, "the file must be text in UTF-8, and this byte is not")


def parse(text: str, name: str, kind: Kind, listed: str = "") -> Source:
    """Parse a TOML or JSON text. The name stands for it in faults; ``listed`` is as in ``read``."""
    try:
        positions = Positions(text, kind)
        data = tomllib.loads(text) if kind == "toml" else json.loads(text, parse_constant=_no_constant)
        _must_be_writable(text, data)
    except (TooDeep, RecursionError) as error:
        line = error.line if isinstance(error, TooDeep) else 1
        _refuse(name, line, f"tables and lists may stand at most {DEEPEST} deep within each other")
    except ValueError as error:
        line, message = _unreadable(text, error)
        _refuse(name, line, f"this is not valid {kind.upper()}: {message}")
    lines = positions.lines
    if listed and isinstance(data, list) and data and all(isinstance(each, dict) for each in data):
        if len(data) > 1:
            what = f"this is a list of {len(data)} {listed}, and one is needed"
            _refuse(name, 1, f"{what}; keep one object {{...}} of it")
        data, lines = data[0], {place[1:]: line for place, line in lines.items() if place[:1] == (0,)}
    if not isinstance(data, dict):
        _refuse(name, 1, f"the whole of the file must be one object in braces {{...}}, not {_shown(data)}")
    if kind == "json" and positions.repeated:
        place, line = positions.repeated[0]
        _refuse(name, line, "is given twice", _dotted(place))
    return Source(name, text, data, lines)


def check(source: Source, model: type[M]) -> M:
    """Validate the data against the model. Raises SetupError with all faults, in line order."""
    try:
        return model.model_validate(source.data)
    except ValidationError as error:
        found = _really_at_fault(error.errors(include_url=False))
    placed = sorted(((_place_of(source, details), details) for details in found), key=lambda each: source.line(each[0]))
    faults = [
        Fault(source.name, source.line(place), _dotted(place), _message(details, model, is_shown=count < MOST_SHOWN))
        for count, (place, details) in enumerate(placed)
    ]
    raise SetupError(list(dict.fromkeys(faults)))


def _really_at_fault(found: list[ErrorDetails]) -> list[ErrorDetails]:
    """Leave out lists that seem too short only because of faulty entries, which Pydantic does not count."""
    around = {each["loc"][:depth] for each in found for depth in range(len(each["loc"]))}
    return [each for each in found if each["type"] != "too_short" or each["loc"] not in around]


def all_together(value: object, handler: Callable[[object], M], more: Iterable[tuple[Place, str]]) -> M:
    """Combine the faults of a model's fields with ``more`` faults of the whole; for a wrap validator."""
    found: list[InitErrorDetails] = []
    made: M | None = None
    try:
        made = handler(value)
    except ValidationError as error:
        found = [_again(details) for details in error.errors(include_url=False)]
    for place, message in more:
        kind = PydanticCustomError("whole", "{message}", {"message": message})
        found.append(InitErrorDetails(type=kind, loc=place, input=value))
    if made is None or found:
        raise ValidationError.from_exception_data("faults", found)
    return made


def _again(details: ErrorDetails) -> InitErrorDetails:
    if details["type"] in ("value_error", "whole"):
        message = details["msg"].removeprefix("Value error, ")
        kind = PydanticCustomError("whole", "{message}", {"message": message})
        return InitErrorDetails(type=kind, loc=details["loc"], input=details["input"])
    return InitErrorDetails(
        type=details["type"], loc=details["loc"], input=details["input"], ctx=details.get("ctx", {})
    )


def _refuse_kind(name: str) -> NoReturn:
    _refuse(name, 0, "the file must be TOML or JSON, with a name that ends in .toml or .json")


def _refuse(name: str, line: int, message: str, field: str = "") -> NoReturn:
    raise SetupError([Fault(name, line, field, message)]) from None


@contextmanager
def given(texts: Mapping[str, str]) -> Iterator[None]:
    """Take these texts for files, by their names, and read no file from the disk meanwhile."""
    token = _given.set(texts)
    try:
        yield
    finally:
        _given.reset(token)


@contextmanager
def noted() -> Iterator[dict[str, str]]:
    """Note the texts of the files that are read from the disk meanwhile, by the names that they are read by."""
    texts: dict[str, str] = {}
    token = _noted.set(texts)
    try:
        yield texts
    finally:
        _noted.reset(token)


def exists(name: str) -> bool:
    """Return whether there is a file of this name (among the texts that stand for files, where there are such)."""
    texts = _given.get()
    return Path(name).exists() if texts is None else name in texts


def given_text(name: str) -> str | None:
    """Return the text that stands for a file; None where files are read from the disk."""
    texts = _given.get()
    if texts is not None and name not in texts:
        _refuse(name, 0, "there is no such file")
    return None if texts is None else texts[name]


def _contents(name: str, largest: int) -> bytes:
    """Return the bytes of a file, or one more than may be read."""
    text = given_text(name)
    if text is not None:
        return text.encode()
    try:
        path = Path(name)
        if path.exists() and not path.is_file():
            _refuse(name, 0, "this is a directory, not a file" if path.is_dir() else "this is not an ordinary file")
        with path.open("rb") as file:
            return file.read(largest + 1)
    except FileNotFoundError:
        _refuse(name, 0, "there is no such file")
    except (OSError, ValueError) as error:
        _refuse(name, 0, f"the file cannot be read: {getattr(error, 'strerror', None) or error}")


class _Constant(ValueError):
    """NaN, Infinity or -Infinity, which Python's parser would accept."""


def _no_constant(word: str) -> NoReturn:
    raise _Constant(word)


def _must_be_writable(text: str, data: object) -> None:
    """Raise ValueError for values that parse but cannot be printed: huge numbers and lone surrogates."""
    json.dumps([text, data], ensure_ascii=False, default=str).encode()


def _has_half_a_character(token: str) -> bool:
    try:
        (token + json.loads(token) if token[0] == '"' else token).encode()
    except ValueError as error:
        return isinstance(error, UnicodeEncodeError)
    return False


def _unreadable(text: str, error: ValueError) -> tuple[int, str]:
    """Return the line and the reason of a parser's error."""
    message, last = str(error), text.rstrip().count("\n") + 1
    if isinstance(error, _Constant):
        return line_where(text, lambda token: token == message), f"{message} is not a number that JSON allows"
    if isinstance(error, json.JSONDecodeError):
        return min(error.lineno, last), f"{error.msg} (at line {error.lineno}, column {error.colno})"
    if isinstance(error, tomllib.TOMLDecodeError):
        place = re.search(r"\(at line (\d+), column \d+\)$", message)
        return min(int(place[1]), last) if place else last, message
    if isinstance(error, UnicodeEncodeError):
        return line_where(text, _has_half_a_character), "a text holds half of a character, which UTF-8 cannot hold"
    most = sys.get_int_max_str_digits()
    long = line_where(text, lambda token: token[0] in "+-0123456789" and len(token) > most // 2)
    return long, f"a whole number may have at most {most} digits"


_MUST = {
    "greater_than": "be more than {gt}",
    "greater_than_equal": "be at least {ge}",
    "less_than": "be less than {lt}",
    "less_than_equal": "be at most {le}",
    "multiple_of": "be a multiple of {multiple_of}",
    "finite_number": "be a finite number",
    "string_pattern_mismatch": "match the pattern {pattern}",
    **dict.fromkeys(("int_type", "int_parsing", "int_parsing_size", "int_from_float"), "be a whole number"),
    **dict.fromkeys(("float_type", "float_parsing"), "be a number"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "be true or false"),
    **dict.fromkeys(("string_type", "string_sub_type"), "be text"),
    **dict.fromkeys(("list_type", "tuple_type", "set_type", "frozen_set_type"), "be a list"),
    **dict.fromkeys(
        ("dict_type", "mapping_type", "model_type", "model_attributes_type", "dataclass_type"),
        "be a table of named fields",
    ),
}


def _place_of(source: Source, error: ErrorDetails) -> Place:
    """Return the place of an error in the data."""
    loc, kind, context = error["loc"], error["type"], error.get("ctx", {})
    if kind.startswith("union_tag_") and str(context["discriminator"]).startswith("'"):
        loc = (*loc, str(context["discriminator"]).strip("'"))
    return _place(source.data, loc, named=kind in ("missing", "union_tag_not_found"))


def _place(data: Any, loc: Place, *, named: bool) -> Place:
    """Return the parts of Pydantic's loc that occur in the data, without its tags; if ``named``, keep the last."""
    kept: list[str | int] = []
    for number, part in enumerate(loc, start=1):
        found = part in data if isinstance(data, dict) else isinstance(data, list) and part in range(len(data))
        if found:
            data = data[part]
            kept.append(part)
        elif named and number == len(loc):
            kept.append(part)
    return tuple(kept)


def _message(error: ErrorDetails, model: type[BaseModel], *, is_shown: bool) -> str:
    """Return what is wrong and what is allowed, to follow the field's name. Of a fault that is only counted, the
    nearest known name is not looked for: that takes longer than all the rest."""
    kind, value, context = error["type"], error["input"], error.get("ctx", {})
    match kind:
        case "missing" | "union_tag_not_found":
            return "is missing"
        case "extra_forbidden":
            known = _known(model, error["loc"][:-1]) if is_shown else ()
            return _unknown(str(error["loc"][-1]), known)
        case "value_error" | "assertion_error":
            return str(context["error"]) or error["msg"]
        case "literal_error" | "enum":
            return f"must be {_choice(context['expected'])}, not {_shown(value)}"
        case "union_tag_invalid":
            return f"must be {_choice(context['expected_tags'])}, not {_shown(context['tag'])}"
        case "too_short" | "string_too_short":
            return f"must have at least {_counted(context['min_length'], kind)}, not {_length(error)}"
        case "too_long" | "string_too_long":
            return f"must have at most {_counted(context['max_length'], kind)}, not {_length(error)}"
        case _ if kind in _MUST:
            return f"must {_MUST[kind].format(**context)}, not {_shown(value)}"
        case _ if error["msg"].startswith("Input should "):
            return f"must {error['msg'].removeprefix('Input should ')}, not {_shown(value)}"
    return error["msg"]


def _choice(expected: str) -> str:
    """Return the allowed values as Pydantic lists them, with a comma for the last "or"."""
    listed, several = re.subn(r" or ('(?:[^'\\]|\\.)*'|[^\s']+)$", r", \1", expected)
    return f"one of {listed}" if several or "', '" in listed else listed


def _counted(number: int, kind: str) -> str:
    one, many = ("character", "characters") if kind.startswith("string") else ("entry", "entries")
    return f"{number} {one if number == 1 else many}"


def _length(error: ErrorDetails) -> object:
    """Return the length that was refused. Pydantic gives that of a set, but not that of a text."""
    counted, value = error.get("ctx", {}).get("actual_length"), error["input"]
    return len(value) if counted is None and isinstance(value, Sized) else counted


def _unknown(name: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    listed = f" (known: {', '.join(known)})" if known else ""
    return f"is not a known field{listed}" + (f"; did you mean {near[0]!r}?" if near else "")


def _known(model: type[BaseModel], loc: Place) -> list[str]:
    """Return the model's fields at a place. Where a union is possible, the tag in loc selects the model."""
    kinds: list[object] = [model]
    for part in loc:
        within = [inner for kind in kinds for inner in _within(kind, part)]
        kinds = within or [kind for kind in kinds if _is_tagged(kind, part)] or kinds
    return list(dict.fromkeys(name for kind in kinds for name in _fields(kind)))


def _fields(kind: object) -> dict[str, object]:
    """Return the types of a model's fields, by the names that a file uses."""
    if not (isinstance(kind, type) and issubclass(kind, BaseModel)):
        return {}
    named = {name: info.validation_alias or name for name, info in kind.model_fields.items()}
    return {alias: kind.model_fields[name].annotation for name, alias in named.items() if isinstance(alias, str)}


def _within(kind: object, part: str | int) -> Iterator[object]:
    """Yield the possible types one level further in."""
    origin = get_origin(kind)
    if part in _fields(kind):
        yield from _plain(_fields(kind)[str(part)])
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        yield from _plain(get_args(kind)[-1])
    elif isinstance(origin, type) and isinstance(part, int):
        for argument in get_args(kind):
            yield from _plain(argument)


def _plain(annotation: object) -> Iterator[object]:
    """Yield the types that an annotation allows, without Annotated and Union."""
    if get_origin(annotation) is Annotated:
        yield from _plain(get_args(annotation)[0])
    elif get_origin(annotation) in (Union, UnionType):
        for argument in get_args(annotation):
            yield from _plain(argument)
    else:
        yield annotation


def _is_tagged(kind: object, tag: str | int) -> bool:
    literals = [get_args(field) for field in _fields(kind).values() if get_origin(field) is Literal]
    return getattr(kind, "__name__", "") == tag or any(tag in values for values in literals)


def _dotted(place: Place) -> str:
    """Return a place as people write it, such as groups[2].atk."""
    plain = re.compile(r"[\w-]{1,40}")
    steps = (f".{part}" if isinstance(part, str) and plain.fullmatch(part) else f"[{_shown(part)}]" for part in place)
    return "".join(steps).removeprefix(".")


_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxlong = 40


def _shown(value: object) -> str:
    """Return a value as a message shows it, in about 40 characters."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case dict():
            return "a table"
        case list():
            return "a list"
        case str() | int():
            return _SHORT.repr(value)
    return str(value)


def read_together(*wanted: tuple[str | None, Callable[[str], Any]]) -> list[Any]:
    """Read several files, each with its own reader (None for one without a name); report the faults of all at once."""
    found: list[Any] = []
    faults: list[Fault] = []
    for name, read in wanted:
        try:
            found.append(None if name is None else read(name))
        except SetupError as error:
            if error.is_too_long:
                raise
            faults.extend(error.faults)
        except UnknownError as error:
            faults.append(Fault(name or "", 0, "", str(error)))
    if len(faults) == 1 and not faults[0].line and not faults[0].field:
        raise BattlewrightError(faults[0].message if faults[0].message.startswith("Unknown") else str(faults[0]))
    if faults:
        raise SetupError(list(dict.fromkeys(faults)))
    return found
