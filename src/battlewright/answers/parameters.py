"""Parameters: what a question, a set-up or an answer of a guide takes, declared once as Pydantic fields.

A command line makes options of them, a page a form, a study a name that can be varied; all of them read what was given
with ``Parameters.read``, so that the same wrong value gets the same sentence everywhere:

>>> from typing import Annotated
>>> def test(score: Annotated[int, option("The characteristic's score.", 1, 10)], ties: bool = False) -> None: ...
>>> parameters_of(test).read({"score": "4", "ties": True})
{'score': 4, 'ties': True}
>>> parameters_of(test).read({"score": 12})
Traceback (most recent call last):
battlewright.engine.errors.WrongValue: score must be a whole number from 1 to 10, not 12.

Any field of Pydantic will do: ``Annotated[int, Field(ge=1, le=10)]``, or a field of a model. A ``Literal`` is one of
its words; an ``IntEnum`` is given by the word for it. Other ``choices`` are only suggested.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from types import MethodType
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast, get_args
from weakref import WeakKeyDictionary

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, with_config
from pydantic.errors import PydanticUserError
from pydantic.fields import FieldInfo
from typing_extensions import TypedDict

from battlewright.engine.errors import UnknownError, WrongValue, did_you_mean, shorten
from battlewright.engine.record_text import number_of, word_of
from battlewright.engine.text import listed

if TYPE_CHECKING:
    from battlewright.engine.shelf import Shelf

MISSING: Any = inspect.Parameter.empty
"""The default of a parameter that must be given."""
LARGEST = 2**31 - 1
"""The largest whole number where no other limit is declared: records have 32 bits."""
LONGEST, LONGEST_PATH, LONGEST_LIST = 500, 4096, 100_000
"""The most characters of a text where no other limit is declared, of the name of a file, and of names with commas."""
Kind = Literal["whole", "number", "flag", "text", "texts"]
KINDS: Mapping[str, Kind] = {"integer": "whole", "number": "number", "boolean": "flag", "string": "text"}
"""The kinds of values, by the types of JSON Schema."""
CALLED: Mapping[Kind, str] = {
    "whole": "a whole number",
    "number": "a number",
    "flag": "true or false",
    "text": "a text",
    "texts": "a list of texts",
}
UNSAID = {"string_too_short", "string_pattern_mismatch", "multiple_of", "too_short", "too_long"}
"""The faults that ``Parameter.wanted`` does not tell of; Pydantic's own message does."""


# Declaring a parameter


@dataclass(frozen=True)
class Form:
    """What a command line and a form need of a parameter besides its Pydantic field, on which it hangs as
    ``json_schema_extra``.

    ``options`` replace the option that is made of its name; a ``positional`` one is typed without an option, and shown
    as its ``placeholder``. Whether it is the name of a file; the ``choices`` that are suggested; the range of ``usual``
    numbers, with the step between two; the ``parts`` of a text such as ``melee=4,weapon=sword``, by their names.
    """

    options: tuple[str, ...] = ()
    positional: bool = False
    placeholder: str = ""
    is_file: bool = False
    choices: tuple[str, ...] = ()
    usual: tuple[float, float, float] | None = None
    parts: Mapping[str, FieldInfo] = field(default_factory=dict)

    def __call__(self, schema: dict[str, Any]) -> None:
        """Add what JSON Schema has no word for, as Pydantic asks for it."""
        schema |= {"usual": list(self.usual)} if self.usual else {}


def option(
    help: str = "",
    least: float | None = None,
    most: float | None = None,
    *options: str,
    longest: int | None = None,
    example: str = "",
    **form: Any,
) -> FieldInfo:
    """Declare a parameter that is typed after an option: its help and its limits; ``form`` are fields of ``Form``."""
    examples, longest = [example] if example else None, LONGEST_PATH if form.get("is_file") else longest
    extra: Any = Form(options, **form)
    made: FieldInfo = Field(
        description=help, ge=least, le=most, max_length=longest, examples=examples, json_schema_extra=extra
    )
    return made


def argument(help: str, placeholder: str = "", **form: Any) -> FieldInfo:
    """Declare a parameter that is typed by its position; ``form`` is as in ``option``."""
    return option(help, positional=True, placeholder=placeholder, **form)


def form_of(field: FieldInfo) -> Form:
    """Return what a field has for command lines and forms."""
    return field.json_schema_extra if isinstance(field.json_schema_extra, Form) else Form()


# Reading what was given


@dataclass(frozen=True)
class Parameter:
    """A parameter that was declared; ``default`` is ``MISSING`` if it must be given. ``words`` is the enumeration whose
    words are given for it."""

    name: str
    type: Any
    field: FieldInfo
    default: Any = MISSING
    words: type[IntEnum] | None = None

    @property
    def help(self) -> str:
        """What it means."""
        return self.field.description or ""

    @property
    def form(self) -> Form:
        """What a command line and a form need besides."""
        return form_of(self.field)

    @property
    def is_required(self) -> bool:
        """Whether it must be given."""
        return self.default is MISSING

    @cached_property
    def _adapter(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.type, config=ConfigDict(allow_inf_nan=False, str_max_length=LONGEST))

    @cached_property
    def schema(self) -> dict[str, Any]:
        """Its JSON Schema."""
        return self._adapter.json_schema()

    @cached_property
    def _value(self) -> dict[str, Any]:
        """The schema of a value, without null; of one entry, where there may be several."""
        schema, found = self.schema, [each for each in self.schema.get("anyOf", ()) if each != {"type": "null"}]
        value = found[0] if len(found) == 1 else schema
        inner = value["items"] if isinstance(value.get("items"), dict) else value
        place = str(inner.get("$ref", "")).rpartition("/")[2]
        return {**schema.get("$defs", {}).get(place, inner), "array": inner is not value}

    @cached_property
    def kind(self) -> Kind | None:
        """What it takes; None: something that nobody types, such as a table."""
        kind = KINDS.get(self._value.get("type", ""))
        return kind if not self._value["array"] else "texts" if kind == "text" else None

    @property
    def is_several(self) -> bool:
        """Whether it takes any number of texts."""
        return self.kind == "texts"

    @property
    def _allowed(self) -> list[Any]:
        """The only values that it takes; empty if it takes others as well."""
        return list(self._value.get("enum", [self._value["const"]] if "const" in self._value else []))

    @property
    def words_allowed(self) -> tuple[str, ...]:
        """The only words that it takes; empty if it takes others as well."""
        return tuple(self._allowed) if self.kind in ("text", "texts") else ()

    @property
    def choices(self) -> tuple[str, ...]:
        """The words to choose from; it may take others too, such as the name of a file."""
        return self.form.choices or self.words_allowed

    @property
    def least(self) -> float | None:
        """The least number that it takes, if one is declared."""
        above = self._value.get("exclusiveMinimum") if self.kind == "whole" else None
        return cast("float | None", self._value.get("minimum", None if above is None else math.floor(above) + 1))

    @property
    def most(self) -> float | None:
        """The largest number that it takes, if one is declared."""
        below = self._value.get("exclusiveMaximum") if self.kind == "whole" else None
        return cast("float | None", self._value.get("maximum", None if below is None else math.ceil(below) - 1))

    @property
    def options(self) -> tuple[str, ...]:
        """The options after which it is typed."""
        return self.form.options or (f"--{self.name.replace('_', '-')}",)

    @property
    def wanted(self) -> str:
        """What it must be, as part of a sentence: ``a whole number from 1 to 10``."""
        if self._allowed:
            return listed([each if isinstance(each, str) else shown(each) for each in self._allowed])
        value, called, least, most = self._value, CALLED[self.kind or "text"], self.least, self.most
        if self.kind == "whole":
            least, most = -LARGEST if least is None else least, LARGEST if most is None else most
        if least is not None and most is not None:
            return f"{called} from {least:,} to {most:,}"
        limits = {"of at least": least, "of more than": value.get("exclusiveMinimum")}
        limits |= {"of at most": most, "of less than": value.get("exclusiveMaximum")}
        said = " and ".join(f"{word} {limit:,}" for word, limit in limits.items() if limit is not None)
        return f"{called} {said}".strip()

    def read(self, given: object) -> Any:
        """Return the value that was given as a text or as data, checked; raise a sentence about one that is wrong."""
        value = self._of_kind(given)
        if value is None:
            raise self._refuse(given)
        try:
            made = self._adapter.validate_python(value)
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            context = fault.get("ctx", {})
            if fault["type"] == "string_too_long":
                raise self._wrong(f"{self.name} may have at most {context['max_length']:,} characters.") from None
            if fault["type"] == "value_error":
                raise self._wrong(f"{self.name} {context['error']}.") from None
            if fault["type"] in UNSAID:
                raise self._wrong(f"{self.name}: {fault['msg']}.") from None
            raise self._refuse(value[fault["loc"][0]] if self.is_several and fault["loc"] else given) from None
        return made if self.words is None else self.words(number_of(self.words, made))

    def _of_kind(self, given: object) -> Any:
        """Return a value of the right kind, whatever its limits; None if it is of another."""
        if self.kind == "flag":
            return given if isinstance(given, bool) else {"true": True, "false": False}.get(str(given))
        if self.kind in ("whole", "number"):
            number = _number(given)
            if self.kind == "number" or number is None:
                return number
            is_whole = number == int(number) and (abs(number) <= LARGEST or None not in (self.least, self.most))
            return int(number) if is_whole else None
        texts = given if isinstance(given, list | tuple) and self.is_several else (given,)
        if not all(isinstance(each, str) for each in texts):
            return None
        known = {each.lower(): each for each in self.words_allowed}
        read = tuple(known.get(each.strip().lower(), each) for each in texts)
        return read if self.is_several else read[0]

    def _refuse(self, given: object) -> WrongValue:
        if isinstance(given, list | tuple) and self.is_several:
            given = next((each for each in given if not isinstance(each, str)), given)
        hint = did_you_mean(given, self.words_allowed) if isinstance(given, str) else ""
        return self._wrong(f"{self.name} must be {self.wanted}, not {shown(given)}.{hint}")

    def _wrong(self, text: str) -> WrongValue:
        return WrongValue(text, self.name)


def _number(given: object) -> int | float | None:
    """Return the finite number that was given, perhaps as a text; None if it is none."""
    if isinstance(given, str):
        text = given.strip()
        if re.fullmatch(r"[+-]?[0-9]{1,60}", text):
            return int(text)
        if not re.fullmatch(r"[+-]?([0-9]{1,60}\.?[0-9]{0,60}|\.[0-9]{1,60})([eE][+-]?[0-9]{1,3})?", text):
            return None
        given = float(text)
    if isinstance(given, bool) or not isinstance(given, int | float):
        return None
    return given if isinstance(given, int) or math.isfinite(given) else None


def shown(given: object) -> str:
    """Return what was given as a sentence shows it: a number alike as a text and as data."""
    match given:
        case bool():
            return str(given).lower()
        case int():
            return str(given) if abs(given) < 10**60 else "a number of more than 60 digits"
        case str() if re.fullmatch(r"[+-]?[0-9]{61,}", given.strip()):
            return "a number of more than 60 digits"
        case str() if re.fullmatch(r"true|false|(?i:[+-]?(inf|nan|[0-9.]{1,60}(e[+-]?[0-9]{1,9})?))", given.strip()):
            return given.strip()
        case str():
            return shorten(given)
        case list() | tuple():
            return "a list"
        case Mapping():
            return "a table"
    return "null" if given is None else str(given)


class Parameters(dict[str, Parameter]):
    """The parameters of a function or a model, by their names, in their order."""

    def read(self, given: Mapping[str, object]) -> dict[str, Any]:
        """Return the values that were given (null: left out), checked; raise a sentence about what is wrong.

        A value may be a text, as on a command line or in an address (``"3"``, ``"true"``), or data (``3``, ``true``).
        """
        for name in given:
            if name not in self:
                raise UnknownError("parameter", name, self)
        for name, each in self.items():
            if each.is_required and given.get(name) is None:
                raise WrongValue(f"{name} is missing; it must be {each.wanted}.", name)
        return {name: self[name].read(value) for name, value in given.items() if value is not None}

    def fields(self, shelves: Iterable[Shelf[Any]] = ()) -> list[FormField]:
        """Return the fields of a form; the names on a shelf are choices for the parameter that is called like it."""
        names = {word: shelf.names for shelf in shelves for word in (shelf.kind, shelf.singular)}
        return [_form_field(each, names.get(each.name, ())) for each in self.values()]


# Where they are declared

_read: WeakKeyDictionary[Any, Parameters] = WeakKeyDictionary()


def parameters_of(declared: Callable[..., object] | type[BaseModel]) -> Parameters:
    """Return the parameters of a function or a method (without ``self``), those that a callable has as its attribute
    ``parameters``, or the fields of a model that can be typed. They are read once."""
    own = getattr(declared, "parameters", None)
    if isinstance(own, Parameters):
        return own
    target = declared.__func__ if isinstance(declared, MethodType) else declared
    if target not in _read:
        is_model = isinstance(target, type) and issubclass(target, BaseModel)
        _read[target] = _of_model(cast("type[BaseModel]", target)) if is_model else _of_function(target)
    return _read[target]


def _of_function(function: Callable[..., object]) -> Parameters:
    found = Parameters()
    for name, each in inspect.signature(function, eval_str=True).parameters.items():
        if name != "self" and each.kind not in (each.VAR_KEYWORD, each.VAR_POSITIONAL):
            info = FieldInfo.from_annotation(each.annotation)
            kind, words = _worded(info.annotation)
            found[name] = Parameter(name, Annotated[kind, info], info, each.default, words)
    return found


def _worded(annotation: Any) -> tuple[Any, type[IntEnum] | None]:
    """Return an annotation with the words of an enumeration in its place, and the enumeration."""
    for each in get_args(annotation) or (annotation,):
        if isinstance(each, type) and issubclass(each, IntEnum):
            words = Literal[tuple(word_of(each, kind) for kind in each)]  # type: ignore[valid-type]
            return words if annotation is each else words | None, each
    return annotation, None


def _of_model(model: type[BaseModel]) -> Parameters:
    found = Parameters()
    for name, info in model.model_fields.items():
        default = MISSING if info.is_required() else info.get_default(call_default_factory=True, validated_data={})
        alias = info.validation_alias if isinstance(info.validation_alias, str) else name
        about: Any = Field(description=info.description, json_schema_extra=info.json_schema_extra)
        made = Parameter(alias, Annotated[info.annotation, *info.metadata, about], info, default)
        try:
            if made.kind is not None:
                found[alias] = made
        except PydanticUserError:  # nobody types a table, or what has no schema
            continue
    return found


def optional(parameter: Parameter) -> Parameter:
    """Return a parameter that may be left out."""
    return replace(parameter, default=None) if parameter.is_required else parameter


# Forms


@with_config(ConfigDict(use_attribute_docstrings=True))
class FormField(TypedDict):
    """A field of a form: a parameter of a question or a set-up, or a part of one, such as the melee of
    ``melee=4,weapon=sword``."""

    name: str
    """Its name."""
    kind: Kind
    """What it takes: a whole number, a number, a flag, a text, or several texts."""
    help: str
    """What it means, as a sentence."""
    required: bool
    """Whether it must be given."""
    default: bool | int | float | str | list[str] | None
    """Its value when it is left out; null: as its help says."""
    least: float | None
    """The least number that it takes; null: none is declared."""
    most: float | None
    """The largest number that it takes; null: none is declared."""
    usual: tuple[float, float, float] | None
    """The range of usual numbers: the least, the largest, and the step between two."""
    choices: list[str]
    """The words to choose from; it may take others too, such as the name of a file."""
    positional: bool
    """Whether it is what a command names without an option: the rosters of a battle, the sheets of a duel."""
    is_file: bool
    """Whether it is the name of a file that is sent with it."""
    example: str
    """A text that one might type, or nothing."""
    parts: list[FormField]
    """The parts of a text that is put together from them."""


def _form_field(parameter: Parameter, names: Iterable[str] = ()) -> FormField:
    default, form = parameter.default, parameter.form
    if parameter.is_required:
        default = None
    elif isinstance(default, IntEnum):
        default = word_of(type(default), default)
    return {
        "name": parameter.name,
        "kind": parameter.kind or "text",
        "help": parameter.help,
        "required": parameter.is_required,
        "default": list(default) if isinstance(default, tuple) else default,
        "least": parameter.least,
        "most": parameter.most,
        "usual": form.usual,
        "choices": [*(parameter.choices or names)],
        "positional": form.positional,
        "is_file": form.is_file,
        "example": str((parameter.field.examples or [""])[0]),
        "parts": [
            _form_field(Parameter(name, Annotated[str if form_of(part).choices else int, part], part, None))
            for name, part in form.parts.items()
        ],
    }
