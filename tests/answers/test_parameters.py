"""Parameters: declared once as Pydantic fields, read from texts and from data, with one sentence for a wrong value."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypedDict

from battlewright import systems
from battlewright.answers.parameters import FormField, Parameters, argument, option, parameters_of
from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError, SetupError, UnknownError
from battlewright.engine.shelf import Shelf
from battlewright.lab.battle_questions import questions_of
from tests.changes import changed
from tests.toy.pig import PIG

pytestmark = pytest.mark.plain


class Pace(IntEnum):
    WALK = 3
    FALL_BACK = 7


def even(number: int) -> int:
    if number % 2:
        raise ValueError("must be even")
    return number


def declared(
    score: Annotated[int, option("The score.", 1, 10)],
    who: int = 0,
    far: Annotated[float, Field(gt=0, lt=8.5)] = 1,
    ties: bool = False,
    word: Annotated[Literal["first", "second"] | None, option("An edition.", choices=("second",))] = None,
    name: Annotated[str | None, option("A name.", choices=("ruins", "wood"))] = None,
    names: Annotated[tuple[str, ...], argument("Names.", "NAMES")] = (),
    only: Annotated[tuple[Literal["red", "blue"], ...], option("Colours.")] = (),
    pace: Pace = Pace.WALK,
    perhaps: Pace | None = None,
    pair: Annotated[int, AfterValidator(even)] = 0,
    file: Annotated[str, argument("A file.", is_file=True)] = "",
    dice: Literal[1, 2] = 1,
    within: Annotated[int, Field(gt=0, lt=10)] = 1,
    above: Annotated[int, Field(gt=0)] = 1,
    code: Annotated[str, Field(pattern="^a", min_length=2)] = "aa",
    fives: Annotated[int, Field(multiple_of=5)] = 0,
) -> None:
    """Declare one of each kind."""


ALL = parameters_of(declared)


@pytest.mark.parametrize(
    ("name", "text", "data", "value"),
    [
        ("score", "4", 4, 4),
        ("score", " +4 ", 4.0, 4),
        ("score", "4.0", 4, 4),
        ("who", "-7", -7, -7),
        ("far", "2.5", 2.5, 2.5),
        ("far", ".5e1", 5, 5.0),
        ("ties", "true", True, True),
        ("ties", "false", False, False),
        ("word", " First", "first", "first"),
        ("name", "mine.toml", "mine.toml", "mine.toml"),
        ("names", "one", ["one"], ("one",)),
        ("only", "Red", ["red"], ("red",)),
        ("pace", "fall-back", "fall-back", Pace.FALL_BACK),
        ("perhaps", "walk", "walk", Pace.WALK),
        ("file", "x" * 501, "x" * 501, "x" * 501),
    ],
)
def test_a_text_and_data_give_the_same_value(name: str, text: str, data: object, value: object) -> None:
    for given_ in (text, data):
        read = ALL.read({"score": 1, name: given_})[name]
        assert (read, type(read)) == (value, type(value))


WHOLE = "must be a whole number from 1 to 10, not"
ANY = "must be a whole number from -2,147,483,647 to 2,147,483,647, not"
FAR = "must be a number of more than 0 and of less than 8.5, not"


@pytest.mark.parametrize(
    ("name", "given_", "sentence"),
    [
        ("score", "x", f"score {WHOLE} 'x'."),
        ("score", "", f"score {WHOLE} ''."),
        ("score", 12, f"score {WHOLE} 12."),
        ("score", "12", f"score {WHOLE} 12."),
        ("score", 3.5, f"score {WHOLE} 3.5."),
        ("score", "3.5", f"score {WHOLE} 3.5."),
        ("score", True, f"score {WHOLE} true."),
        ("score", "true", f"score {WHOLE} true."),
        ("score", float("nan"), f"score {WHOLE} nan."),
        ("score", "nan", f"score {WHOLE} nan."),
        ("score", float("-inf"), f"score {WHOLE} -inf."),
        ("score", 10**400, f"score {WHOLE} a number of more than 60 digits."),
        ("score", "1" + 400 * "0", f"score {WHOLE} a number of more than 60 digits."),
        ("score", 10**5000, f"score {WHOLE} a number of more than 60 digits."),
        ("score", [4], f"score {WHOLE} a list."),
        ("score", {}, f"score {WHOLE} a table."),
        ("score", "٤", f"score {WHOLE} '٤'."),
        ("score", "1_0", f"score {WHOLE} '1_0'."),
        ("score", "1e" + 999 * "9", f"score {WHOLE} '1e{58 * '9'}'…."),
        ("score", 999 * "x", f"score {WHOLE} '{60 * 'x'}'…."),
        ("who", 2**31, f"who {ANY} 2147483648."),
        ("who", "-1e99", f"who {ANY} -1e99."),
        ("far", "0", f"far {FAR} 0."),
        ("far", 8.5, f"far {FAR} 8.5."),
        ("far", "1e400", f"far {FAR} 1e400."),
        ("far", 10**400, f"far {FAR} a number of more than 60 digits."),
        ("ties", "maybe", "ties must be true or false, not 'maybe'."),
        ("ties", 1, "ties must be true or false, not 1."),
        ("word", "fisrt", "word must be first or second, not 'fisrt'. Did you mean 'first'?"),
        ("word", 1, "word must be first or second, not 1."),
        ("name", 4, "name must be a text, not 4."),
        ("name", ["a", "b"], "name must be a text, not a list."),
        ("name", 501 * "x", "name may have at most 500 characters."),
        ("names", ["a", 3], "names must be a list of texts, not 3."),
        ("names", ["a", 501 * "x"], "names may have at most 500 characters."),
        ("only", ["red", "bleu"], "only must be red or blue, not 'bleu'. Did you mean 'blue'?"),
        ("pace", "fallback", "pace must be walk or fall-back, not 'fallback'. Did you mean 'fall-back'?"),
        ("pace", 7, "pace must be walk or fall-back, not 7."),
        ("perhaps", "run", "perhaps must be walk or fall-back, not 'run'."),
        ("pair", 3, "pair must be even."),
        ("dice", 3, "dice must be 1 or 2, not 3."),
        ("dice", "x", "dice must be 1 or 2, not 'x'."),
        ("within", 10, "within must be a whole number from 1 to 9, not 10."),
        ("above", 0, "above must be a whole number from 1 to 2,147,483,647, not 0."),
        ("code", "ba", "code: String should match pattern '^a'."),
        ("code", "a", "code: String should have at least 2 characters."),
        ("fives", 4, "fives: Input should be a multiple of 5."),
        ("file", 4097 * "x", "file may have at most 4,096 characters."),
    ],
    ids=lambda value: "" if isinstance(value, int) else None,
)
def test_a_wrong_value_gets_one_sentence(name: str, given_: object, sentence: str) -> None:
    with pytest.raises(BattlewrightError) as refused:
        ALL.read({"score": 1, name: given_})
    assert str(refused.value) == sentence


def test_what_is_unknown_or_missing_gets_a_sentence() -> None:
    with pytest.raises(
        UnknownError, match=r"Unknown parameter 'scor'\. Did you mean 'score'\? Known: score, who, far,"
    ):
        ALL.read({"scor": 3})
    for given_ in ({}, {"score": None}, {"who": 3}):
        with pytest.raises(BattlewrightError, match=r"^score is missing; it must be a whole number from 1 to 10.$"):
            ALL.read(given_)


def test_null_leaves_a_parameter_out() -> None:
    assert ALL.read({"score": 3, "who": None, "name": None}) == {"score": 3}


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([*ALL]) | st.text(max_size=8), anything, max_size=4))
def test_whatever_is_given_is_read_or_refused_in_a_sentence(given_: dict[str, Any]) -> None:
    try:
        read = ALL.read(given_)
    except BattlewrightError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 400
        return
    assert read.keys() == {name for name, value in given_.items() if value is not None}
    assert 1 <= read["score"] <= 10


@given(st.integers(-(10**70), 10**70) | st.floats(allow_nan=False, allow_infinity=False, width=32))
def test_a_number_is_treated_alike_as_a_text_and_as_data(number: float) -> None:
    def told(value: object, name: str) -> object:
        try:
            return ALL[name].read(value)
        except BattlewrightError as error:
            return str(error)

    for name in ("score", "who", "far"):
        assert told(number, name) == told(str(number), name)


# Where they are declared


class Feast(BaseModel):
    model_config = ConfigDict(extra="forbid")

    guests: Annotated[int, Field(ge=2, le=12, description="How many come.")]
    loud: bool = False
    defence: Annotated[int, Field(alias="def")] = 4
    dishes: list[str] = []
    mood: Literal["merry", "grave"] = "merry"
    hall: dict[str, int] = {}
    pair: tuple[int, int] = (1, 2)


def test_the_fields_of_a_model_that_can_be_typed_are_parameters() -> None:
    found = parameters_of(Feast)
    assert {name: each.kind for name, each in found.items()} == {
        "guests": "whole", "loud": "flag", "def": "whole", "dishes": "texts", "mood": "text"
    }  # fmt: skip
    read = found.read({"guests": "3", "def": 2, "dishes": ["soup"], "mood": "grave", "loud": "true"})
    assert Feast.model_validate(read).model_dump() == {
        "guests": 3, "loud": True, "defence": 2, "dishes": ["soup"], "mood": "grave", "hall": {}, "pair": (1, 2)
    }  # fmt: skip
    with pytest.raises(BattlewrightError, match=r"^guests must be a whole number from 2 to 12, not 13.$"):
        found.read({"guests": 13})


class Room(BaseModel):
    width: int = 3


@dataclass
class Door:
    width: int = 1


class Window(TypedDict):
    width: int


class House(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    floors: int = 2
    room: Room = Room()
    door: Door = Door()
    window: Window = {"width": 1}
    attic: Room | None = None
    rooms: list[Room] = []
    other: Shelf[Any] | None = None


def test_fields_that_nobody_can_type_are_left_out() -> None:
    assert [*parameters_of(changed(PIG, setup={"model": House}).setup.read)] == ["setup", "floors"]


def test_the_parameters_of_a_method_are_those_without_self() -> None:
    class Guide:
        def reach(self, who: int, pace: Pace, at: int | None = None) -> None: ...

    bound = Guide().reach
    assert parameters_of(Guide.reach) is parameters_of(bound)
    assert [*parameters_of(bound)] == ["who", "pace", "at"]
    assert parameters_of(bound).read({"who": "3", "pace": "walk"}) == {"who": 3, "pace": Pace.WALK}


def test_a_function_is_read_once_and_may_be_forgotten() -> None:
    def ask(who: int) -> None: ...

    assert parameters_of(ask) is parameters_of(ask)
    kept = weakref.ref(ask)
    del ask
    gc.collect()
    assert kept() is None


def test_each_parameter_has_a_json_schema() -> None:
    assert ALL["score"].schema == {"type": "integer", "minimum": 1, "maximum": 10, "description": "The score."}
    assert ALL["pace"].schema["enum"] == ["walk", "fall-back"]
    assert ALL["names"].schema["items"] == {"type": "string", "maxLength": 500}


def test_a_form_has_a_field_for_each_parameter() -> None:
    skirmish = systems.load("skirmish")
    checked = TypeAdapter(list[FormField], config=ConfigDict(extra="forbid"))
    every: list[Parameters] = [ALL, parameters_of(Feast), parameters_of(skirmish.setup.read)]
    every += [parameters_of(question.answer) for question in questions_of(skirmish)]
    for each in every:
        fields = each.fields(skirmish.setup.shelves)
        assert [field["name"] for field in fields] == [*each]
        assert checked.validate_python(json.loads(json.dumps(fields)), strict=False)
    by_name = {field["name"]: field for field in ALL.fields()}
    assert by_name["score"] | {"help": ""} == {
        "name": "score", "help": "", "kind": "whole", "required": True, "default": None, "least": 1, "most": 10,
        "usual": None, "choices": [], "positional": False, "is_file": False, "example": "", "parts": [],
    }  # fmt: skip
    limits = {name: (by_name[name]["least"], by_name[name]["most"]) for name in ("within", "above", "far")}
    assert limits == {"within": (1, 9), "above": (1, None), "far": (None, None)}
    assert by_name["word"]["choices"] == ["second"]
    assert by_name["names"] | {"help": ""} == by_name["names"] | {"help": "", "positional": True, "default": []}
    table = next(field for field in every[2].fields(skirmish.setup.shelves) if field["name"] == "table")
    assert "ruins" in table["choices"]


def test_the_keys_of_a_form_are_described() -> None:
    (schema,) = TypeAdapter(FormField).json_schema()["$defs"].values()
    assert schema["properties"].keys() == FormField.__annotations__.keys()
    assert all(each["description"] for each in schema["properties"].values())


# Systems that declare no reader


def test_a_set_up_comes_from_options_from_a_file_or_from_both(tmp_path: Path) -> None:
    file = tmp_path / "feast.toml"
    file.write_text("guests = 5\nloud = true\ndef = 2\n[hall]\nwidth = 3\n")
    feast = changed(PIG, setup={"model": Feast}).setup.read
    assert [*parameters_of(feast)] == ["setup", "guests", "loud", "def", "dishes", "mood"]
    assert feast(guests=3).setup == Feast(guests=3)
    whole = feast(str(file)).setup
    assert (whole.guests, whole.loud, whole.defence, whole.hall) == (5, True, 2, {"width": 3})
    both = feast(str(file), loud=False, **{"def": 1}).setup
    assert both == Feast.model_validate({"guests": 5, "hall": {"width": 3}, "def": 1})
    with source.given({"mine.json": '{"guests": 99}'}), pytest.raises(SetupError, match="guests: must be at most 12"):
        feast("mine.json")
    with pytest.raises(BattlewrightError, match="Pig has no usual set-up: name a"):
        feast(loud=True)


@pytest.mark.parametrize("name", systems.BUILT_IN)
def test_the_set_up_of_every_system_is_read_without_a_word(name: str) -> None:
    system = systems.load(name)
    read: Callable[..., Any] = system.setup.read
    assert isinstance(read(**parameters_of(read).read({})).setup, system.setup.model)
