"""Files are read so that every fault has its file, line and field."""

from __future__ import annotations

import datetime
import json
import os
import time
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
import tomli_w
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator
from pydantic_core import PydanticCustomError

from battlewright.engine.errors import Fault, SetupError
from battlewright.engine.line_numbers import DEEPEST, Kind, Place
from battlewright.engine.source import LARGEST, Source, check, parse, plain_text, read
from battlewright.engine.source import given as given_texts

pytestmark = pytest.mark.plain


class Colour(Enum):
    red = "red"
    blue = "blue"


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Group(Part):
    name: str = Field(default="Guard", min_length=2, max_length=8)
    atk: int = Field(default=1, ge=0, le=10)
    defence: int = Field(default=1, alias="def", gt=0, lt=9)
    saves_with: Literal["def", "will"] = "def"
    might: float = 0.5
    elite: bool = False

    @field_validator("name")
    @classmethod
    def not_nobody(cls, name: str) -> str:
        if name == "Nobody":
            raise ValueError("may not be Nobody")
        return name


class Wall(Part):
    kind: Literal["wall"]
    height: int


class Ford(Part):
    kind: Literal["ford"]
    depth: int


class Force(Part):
    title: str
    groups: list[Group] = Field(default=[], min_length=1, max_length=2)
    leader: Group | None = None
    reserves: dict[str, Group] = {}
    terrain: list[Annotated[Wall | Ford, Field(discriminator="kind")]] = []
    colour: Colour = Colour.red
    code: str = Field(default="A1", pattern="^[A-Z][0-9]$")
    motto: Literal["now or never"] = "now or never"
    steps: Annotated[int, Field(multiple_of=3)] = 3
    tags: set[str] = Field(default=set(), max_length=1)
    allies: set[str] = Field(default={"East", "West"}, min_length=2)
    day: datetime.date = datetime.date(2000, 1, 1)
    pair: tuple[Group, Group] | None = None
    upkeep: int | Literal["free"] = 0
    banner: str = "plain"

    @field_validator("banner")
    @classmethod
    def banner_has_no_words(cls, banner: str) -> str:
        if " " in banner:
            raise PydanticCustomError("banner", "has words on it")
        return banner

    @model_validator(mode="after")
    def title_is_not_the_leaders_name(self) -> Force:
        if self.leader and self.leader.name == self.title:
            raise ValueError("the title and the leader need different names")
        return self


def fault_of(text: str, kind: Kind) -> Fault:
    """The only fault of a text that cannot be read."""
    with pytest.raises(SetupError) as caught:
        parse(text, "force", kind)
    (fault,) = caught.value.faults
    assert fault.file == "force"
    return fault


def faults_of(text: str, kind: Kind = "toml") -> list[tuple[int, str, str]]:
    """All that is wrong with a force, apart from its file."""
    with pytest.raises(SetupError) as caught:
        check(parse(text, "force", kind), Force)
    assert {fault.file for fault in caught.value.faults} == {"force"}
    return [(fault.line, fault.field, fault.message) for fault in caught.value.faults]


def message_of(line: str) -> str:
    """What is wrong with a single field of a force, written under the title."""
    ((number, field, message),) = faults_of(f"title = 'North'\n{line}\n")
    assert (number, field) == (2, line.split(" ")[0])
    return message


def places(data: Any, here: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every place in the data with its value, apart from the whole."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield (*here, key), value
        yield from places(value, (*here, key))


# Reading


def test_a_toml_file_is_read_under_the_name_it_was_given(tmp_path: Path) -> None:
    path = tmp_path / "north.toml"
    path.write_text("title = 'North'\n[[groups]]\natk = 3\n")
    source = read(path)
    assert source.name == str(path)
    assert source.text == path.read_text()
    assert source.data == {"title": "North", "groups": [{"atk": 3}]}
    assert source.lines == {("title",): 1, ("groups",): 2, ("groups", 0): 2, ("groups", 0, "atk"): 3}


def test_a_json_file_is_read_by_its_suffix_in_any_case(tmp_path: Path) -> None:
    path = tmp_path / "north.JSON"
    path.write_text('{\n  "title": "North",\n  "groups": [\n    {"atk": 3}\n  ]\n}\n')
    source = read(str(path))
    assert source.data == {"title": "North", "groups": [{"atk": 3}]}
    assert source.lines == {("title",): 2, ("groups",): 3, ("groups", 0): 4, ("groups", 0, "atk"): 4}


@pytest.mark.parametrize("name", ["north.toml", "north.json"])
def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path, name: str) -> None:
    text = "a = 1" if name.endswith("toml") else '{"a": 1}'
    (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert read(tmp_path / name).text == text


def test_lines_that_end_as_on_windows_count_once() -> None:
    assert parse("a = 1\r\n\r\nb = 2\r\n", "force", "toml").lines == {("a",): 1, ("b",): 3}
    assert parse('{\r\n"a": 1,\r\n"b": 2}', "force", "json").lines == {("a",): 2, ("b",): 3}


@pytest.mark.parametrize("name", ["north.yaml", "north", ".toml", "", "toml", "north.toml.doc"])
def test_another_suffix_is_refused_with_those_allowed(name: str) -> None:
    with pytest.raises(SetupError) as caught:
        read(name)
    message = "the file must be TOML or JSON, with a name that ends in .toml or .json"
    assert caught.value.faults == (Fault(name, 0, "", message),)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("# mine\n\nname = 'x' # y\n", {"name": "x"}),
        ("[name]\nx = 1", {"name": {"x": 1}}),
        ("'a b'.c = 1", {"a b": {"c": 1}}),
        ('{"name": "x"}', {"name": "x"}),
        (' {\n"name": "x"}', {"name": "x"}),
        ('[{"name": "x"}]', {"name": "x"}),
        ("Night Watch\nname = 'x'", None),
        ("[Night Watch]\nGuard", None),
        ("- {x}", None),
        ("", None),
    ],
)
def test_a_plain_text_may_be_toml_or_json(text: str, data: object) -> None:
    with given_texts({"it.txt": text}):
        assert plain_text("it.txt", "things", 1000) == (text if data is None else None)
        assert plain_text("it.toml", "things", 1000) is None
        if data is None:
            with pytest.raises(SetupError, match="the file must be TOML or JSON"):
                read("it.txt", "things")
        else:
            assert read("it.txt", "things").data == data


def refusal(path: Path | str) -> Fault:
    with pytest.raises(SetupError) as caught:
        read(path)
    (fault,) = caught.value.faults
    assert fault.file == str(path)
    return fault


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.toml").message == "there is no such file"


def test_a_directory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    assert refusal(tmp_path / "folder.toml").message == "this is a directory, not a file"


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    assert refusal(tmp_path / "pipe.toml").message == "this is not an ordinary file"


@pytest.mark.parametrize("name", ["a\0b.toml", "a" * 5000 + ".toml", __file__ + "/a.toml"])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    assert refusal(name).line == 0


def test_bytes_that_are_not_utf_8_are_refused_at_their_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes("a = 1\nb = 'Zoë'\n".encode("latin-1"))
    assert refusal(path) == Fault(str(path), 2, "", "the file must be text in UTF-8, and this byte is not")


def test_a_file_of_one_mebibyte_is_read_and_a_larger_one_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_text("a = 1\n#".ljust(LARGEST, "#"))
    assert read(path).data == {"a": 1}
    path.write_text("a = 1\n#".ljust(LARGEST + 1, "#"))
    assert refusal(path).message == "the file may have at most 1 MiB, and this one is larger"


def test_a_kind_of_file_has_a_limit_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_text("a = 1\n#".ljust(2049, "#"))
    with pytest.raises(SetupError, match="a file of hats may have at most 2 KiB, and this one is larger") as caught:
        read(path, "hats", 2048)
    assert caught.value.is_too_long
    with given_texts({"large.toml": path.read_text()}), pytest.raises(SetupError, match="at most 2 KiB"):
        read("large.toml", "hats", 2048)
    assert read(path, "hats", 2049).data == {"a": 1}


# Texts that cannot be read


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("a = 1\nb = 2\nc d\n", 3, "(at line 3, column 3)"),
        ("a = 1\na = 2\n", 2, "Cannot overwrite a value"),
        ("a = 1\nb = [\n1,\n", 3, "(at end of document)"),
        ("a = 1\nb =", 2, "(at end of document)"),
        ("a = 1\n" + "prose " * 50, 2, "Expected '=' after a key"),
        ("a = 2000-02-31", 1, "Invalid date"),
        ("a = 1\nb = '" + "x" * 20, 2, "(at "),
    ],
)
def test_a_slip_in_toml_is_reported_at_its_line_in_the_readers_words(text: str, line: int, part: str) -> None:
    fault = fault_of(text, "toml")
    assert fault.line == line
    assert fault.message.startswith("this is not valid TOML: ")
    assert part in fault.message


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ('{\n"a": 1,\n"b" 2}', 3, "Expecting ':' delimiter (at line 3, column 5)"),
        ('{\n"a": 1,\n\n\n', 2, "Expecting property name"),
        ("", 1, "Expecting value"),
        ('{"a": 1}\n}', 2, "Extra data"),
        ("{'a': 1}", 1, "Expecting property name"),
    ],
)
def test_a_slip_in_json_is_reported_at_its_line_in_the_readers_words(text: str, line: int, part: str) -> None:
    fault = fault_of(text, "json")
    assert fault.line == line
    assert fault.message.startswith("this is not valid JSON: ")
    assert part in fault.message


@pytest.mark.parametrize(
    ("text", "shown"), [("[1]", "a list"), ("3", "3"), ('"a"', "'a'"), ("null", "null"), ("true", "true")]
)
def test_json_that_is_not_one_object_is_refused(text: str, shown: str) -> None:
    message = f"the whole of the file must be one object in braces {{...}}, not {shown}"
    assert fault_of(text, "json") == Fault("force", 1, "", message)


def test_a_key_given_twice_in_json_is_refused_at_the_second() -> None:
    text = '{"groups": [\n{"atk": 1},\n{"atk": 1,\n"def": 2,\n"\\u0061tk": {"x": 2}}]}'
    assert fault_of(text, "json") == Fault("force", 5, "groups[1].atk", "is given twice")


def test_a_key_may_stand_in_two_objects_of_json() -> None:
    assert parse('{"a": {"x": 1}, "b": {"x": 1}, "c": [{"x": 1}, {"x": 1}]}', "force", "json").data["b"] == {"x": 1}


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_json_has_no_numbers_without_end(word: str) -> None:
    fault = fault_of(f'{{"a": "{word}",\n"b": [1,\n{word}]}}', "json")
    assert fault == Fault("force", 3, "", f"this is not valid JSON: {word} is not a number that JSON allows")


@pytest.mark.parametrize(
    ("text", "kind"),
    [("# {}\na = '{}'\nb = {}", "toml"), ("\n\na = 0x{}", "toml"), ('{"a": "{}",\n\n"b": -{}}', "json")],
)
def test_a_whole_number_of_thousands_of_digits_is_refused_at_its_line(text: str, kind: Kind) -> None:
    fault = fault_of(text.replace("{}", "9" * 5000), kind)
    assert (fault.line, fault.message.split(": ")[1]) == (3, "a whole number may have at most 4300 digits")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"a": "\\ud83d\\ude00",\n"\\ud800": 1}', "json"),
        ('{"a": "\\\\ud800",\n"b": ["\\udc00"]}', "json"),
        ("a = \"\\U0001F600\"\nb = '\ud800'", "toml"),
    ],
)
def test_half_of_a_character_is_refused_at_its_line(text: str, kind: Kind) -> None:
    fault = fault_of(text, kind)
    assert (fault.line, fault.message.split(": ")[1]) == (
        2,
        "a text holds half of a character, which UTF-8 cannot hold",
    )
    str(fault).encode()


@pytest.mark.parametrize(
    ("before", "open_", "close", "kind"),
    [
        ("{\n" + '"a":', "[", "]", "json"),
        ("\n", '{"a":', "}", "json"),
        ("\na=", "[", "]", "toml"),
        ("\na=", "{a=", "}", "toml"),
        ("\n", "a.", "=1", "toml"),
        ("\n[", "a.", "]", "toml"),
    ],
)
@pytest.mark.parametrize("depth", [DEEPEST + 1, 400_000])
def test_tables_and_lists_too_deep_in_each_other_are_refused(
    before: str, open_: str, close: str, kind: Kind, depth: int
) -> None:
    fault = fault_of(f"{before}{open_ * depth}a{close * depth}", kind)
    assert fault == Fault("force", 2, "", f"tables and lists may stand at most {DEEPEST} deep within each other")


@pytest.mark.parametrize(("text", "kind"), [("a.b = {}", "toml"), ('{"a": {"b": {}}}', "json")])
def test_tables_and_lists_may_stand_as_deep_as_allowed(text: str, kind: Kind) -> None:
    nested = "[" * (DEEPEST - 2) + "1" + "]" * (DEEPEST - 2)
    assert max(map(len, parse(text.replace("{}", nested), "force", kind).lines)) == DEEPEST


@pytest.mark.parametrize("kind", ["toml", "json"])
def test_a_reader_that_runs_out_of_stack_is_a_fault(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object, **__: object) -> None:
        raise RecursionError

    monkeypatch.setattr("tomllib.loads", give_up)
    monkeypatch.setattr("json.loads", give_up)
    assert "deep within each other" in fault_of("{}", kind).message


# Lines


TOML = '''\
# "title" = [
title = "a \\" # b"  # = 3
'quo.ted' = 'c\\'
"esc\\u0061pe\\"d" = 1
long = """
[not.a.table]
x = \\"""
"y""" # z = 1
raw = \'\'\'
[[nor.this]]
''\'\'\'
a.b . "c.d" = 1.5
a.e = 07:32:00
[ a . f ]
list = [
  1,  # [
  "]", [
    2], {x = 1, y.z = [3,
  4]},
]  # }
empty = []
none = {}
[[groups]]
atk = 1979-05-27 07:32:00
[[groups.traits]]
x = 1
[groups.traits.deep]
x = 2
[[groups.traits]]
x = 3
[[groups]]
[[groups.traits]]
x = 4
[groups.side]
y = 5
[later.inner]
[later]
z = 6
'''

LINES: dict[Place, int] = {
    ("title",): 2,
    ("quo.ted",): 3,
    ('escape"d',): 4,
    ("long",): 5,
    ("raw",): 9,
    ("a",): 12,
    ("a", "b"): 12,
    ("a", "b", "c.d"): 12,
    ("a", "e"): 13,
    ("a", "f"): 14,
    ("a", "f", "list"): 15,
    ("a", "f", "list", 0): 16,
    ("a", "f", "list", 1): 17,
    ("a", "f", "list", 2): 17,
    ("a", "f", "list", 2, 0): 18,
    ("a", "f", "list", 3): 18,
    ("a", "f", "list", 3, "x"): 18,
    ("a", "f", "list", 3, "y"): 18,
    ("a", "f", "list", 3, "y", "z"): 18,
    ("a", "f", "list", 3, "y", "z", 0): 18,
    ("a", "f", "list", 3, "y", "z", 1): 19,
    ("a", "f", "empty"): 21,
    ("a", "f", "none"): 22,
    ("groups",): 23,
    ("groups", 0): 23,
    ("groups", 0, "atk"): 24,
    ("groups", 0, "traits"): 25,
    ("groups", 0, "traits", 0): 25,
    ("groups", 0, "traits", 0, "x"): 26,
    ("groups", 0, "traits", 0, "deep"): 27,
    ("groups", 0, "traits", 0, "deep", "x"): 28,
    ("groups", 0, "traits", 1): 29,
    ("groups", 0, "traits", 1, "x"): 30,
    ("groups", 1): 31,
    ("groups", 1, "traits"): 32,
    ("groups", 1, "traits", 0): 32,
    ("groups", 1, "traits", 0, "x"): 33,
    ("groups", 1, "side"): 34,
    ("groups", 1, "side", "y"): 35,
    ("later",): 37,
    ("later", "inner"): 36,
    ("later", "z"): 38,
}


def test_every_way_to_write_toml_has_its_lines() -> None:
    assert parse(TOML, "force", "toml").lines == LINES


def test_every_way_to_write_json_has_its_lines() -> None:
    text = '\n{ "a\\"]" : [\n1.5,\n{}, [\n], {"b": "{\\"c\\": 1",\n"\\u00e9\\/": -1e+3} ],\n"" : null, "d"\n: 2}\n'
    assert parse(text, "force", "json").lines == {
        ('a"]',): 2,
        ('a"]', 0): 3,
        ('a"]', 1): 4,
        ('a"]', 2): 4,
        ('a"]', 3): 5,
        ('a"]', 3, "b"): 5,
        ('a"]', 3, "é/"): 6,
        ("",): 7,
        ("d",): 7,
    }


@pytest.mark.parametrize("quotes", ['"""', "'''"])
@pytest.mark.parametrize("more", [0, 1, 2])
def test_a_long_text_may_end_in_quotes_of_its_own(quotes: str, more: int) -> None:
    source = parse(f"a = [{quotes}x{quotes}{quotes[:more]}, 2,\n3]", "force", "toml")
    assert source.data == {"a": ["x" + quotes[:more], 2, 3]}
    assert source.lines == {("a",): 1, ("a", 0): 1, ("a", 1): 1, ("a", 2): 2}


def test_a_place_without_a_line_has_that_of_the_nearest_around_it() -> None:
    source = parse(TOML, "force", "toml")
    assert source.line(("groups", 1, "side", "y")) == 35
    assert source.line(["groups", 1, "side", "gone", 3]) == 34
    assert source.line(("groups", 7, "side")) == 23
    assert source.line(("gone",)) == 1
    assert source.line(()) == 1


KEYS = st.from_regex(r"k[a-z]{0,3}", fullmatch=True) | st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
TRICKY = st.text(st.sampled_from("\"'\\\n#[]{}=:,. a1"), max_size=12)
LEAVES = st.integers(-(10**6), 10**6) | st.booleans() | TRICKY
DATA = st.dictionaries(
    KEYS,
    st.recursive(
        LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=20
    ),
    max_size=5,
)


def assert_lines_are_those_of_the_text(source: Source) -> None:
    """Every place has a line, and what can be found by looking is on that line."""
    found = dict(places(source.data))
    assert source.lines.keys() == found.keys()
    text = source.text.split("\n")
    for place, value in found.items():
        line, key = text[source.line(place) - 1], place[-1]
        if isinstance(key, str) and key.isascii() and key.isalpha():
            assert key in line
        if type(value) is int:
            assert str(value) in line


@given(DATA, st.booleans())
def test_every_place_of_a_toml_file_has_the_line_it_is_on(data: dict[str, Any], multiline: bool) -> None:
    source = parse(tomli_w.dumps(data, multiline_strings=multiline), "force", "toml")
    assert_lines_are_those_of_the_text(source)


@given(DATA, st.sampled_from([None, 0, 2]), st.booleans())
def test_every_place_of_a_json_file_has_the_line_it_is_on(
    data: dict[str, Any], indent: int | None, ascii_only: bool
) -> None:
    source = parse(json.dumps(data, indent=indent, ensure_ascii=ascii_only), "force", "json")
    assert source.data == data
    assert_lines_are_those_of_the_text(source)


@given(st.lists(st.lists(st.integers(0, 99), max_size=3), min_size=1, max_size=4))
def test_each_entry_of_a_list_written_one_to_a_line_has_its_own_line(lists: list[list[int]]) -> None:
    rows = [[f"  {number}," for number in numbers] for numbers in lists]
    text = "a = [\n" + "".join("[\n" + "".join(f"{row}\n" for row in group) + "],\n" for group in rows) + "]\n"
    source, line = parse(text, "force", "toml"), 2
    for index, numbers in enumerate(lists):
        assert source.line(("a", index)) == line
        for number in range(len(numbers)):
            assert source.lines["a", index, number] == line + 1 + number
        line += len(numbers) + 2


# Any text at all


def assert_read_or_refused(text: str, kind: Kind) -> None:
    try:
        source = parse(text, "force", kind)
    except SetupError as error:
        (fault,) = error.faults
        assert fault.message
        assert 1 <= fault.line <= text.count("\n") + 1
    else:
        assert source.lines.keys() == dict(places(source.data)).keys()


KINDS: st.SearchStrategy[Kind] = st.sampled_from(["toml", "json"])
BITS = st.text(st.sampled_from("\"'\\\n\r#[]{}=:,. ab1_-u0"), max_size=30)


@given(st.text() | BITS, KINDS)
@example('""""""=1', "toml")
@example('a="""""""', "toml")
@example('"\\q"=1', "toml")
@example("a=''''''''", "toml")
@example('{"\\ud800": 1}', "json")
def test_any_text_is_read_or_refused(text: str, kind: Kind) -> None:
    assert_read_or_refused(text, kind)


@given(st.data(), KINDS, BITS)
def test_a_good_file_with_a_slip_in_it_is_read_or_refused(choose: st.DataObject, kind: Kind, slip: str) -> None:
    text = TOML if kind == "toml" else json.dumps(parse(TOML, "force", "toml").data, indent=1, default=str)
    start = choose.draw(st.integers(0, len(text)))
    end = choose.draw(st.integers(start, min(len(text), start + 20)))
    assert_read_or_refused(text[:start] + slip[:4] + text[end:], kind)


@given(st.binary(max_size=40), st.sampled_from(["f.toml", "f.json"]))
def test_any_file_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, raw: bytes, name: str) -> None:
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(raw)
    try:
        data = read(path).data
    except SetupError as error:
        assert len(error.faults) == 1
    else:
        assert isinstance(data, dict)


# What a model refuses


def test_a_good_file_becomes_the_model() -> None:
    force = check(parse("title = 'North'\n[[groups]]\natk = 3\ndef = 2", "force", "toml"), Force)
    assert (force.title, force.groups[0].atk, force.groups[0].defence) == ("North", 3, 2)


def test_all_faults_are_reported_at_once_in_the_order_of_the_lines() -> None:
    text = (
        "code = 'x'\n[[groups]]\natk = 12\nname = 'Nobody'\n[[groups]]\natk = 'three'\ndeff = 2\n[leader]\natk = -1\n"
    )
    assert faults_of(text) == [
        (1, "title", "is missing"),
        (1, "code", "must match the pattern ^[A-Z][0-9]$, not 'x'"),
        (3, "groups[0].atk", "must be at most 10, not 12"),
        (4, "groups[0].name", "may not be Nobody"),
        (6, "groups[1].atk", "must be a whole number, not 'three'"),
        (
            7,
            "groups[1].deff",
            "is not a known field (known: name, atk, def, saves_with, might, elite); did you mean 'def'?",
        ),
        (9, "leader.atk", "must be at least 0, not -1"),
    ]


def test_json_has_the_same_faults_at_its_own_lines() -> None:
    text = '{\n"groups": [\n{"atk": 1},\n{\n"atk": null}\n]}'
    assert faults_of(text, "json") == [
        (1, "title", "is missing"),
        (5, "groups[1].atk", "must be a whole number, not null"),
    ]


def test_a_missing_field_is_reported_at_its_table() -> None:
    text = "title = 'North'\n\n[[terrain]]\nkind = 'wall'\nheight = 1\n[[terrain]]\nkind = 'ford'\n"
    assert faults_of(text) == [(6, "terrain[1].depth", "is missing")]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("steps = 4", "must be a multiple of 3, not 4"),
        ("steps = 1.5", "must be a whole number, not 1.5"),
        ("steps = true", "must be a multiple of 3, not true"),
        ("steps = {}", "must be a whole number, not a table"),
        ("steps = []", "must be a whole number, not a list"),
        ("colour = 'green'", "must be one of 'red', 'blue', not 'green'"),
        ("motto = 'later'", "must be 'now or never', not 'later'"),
        ("groups = []", "must have at least 1 entry, not 0"),
        ("groups = [{}, {}, {}]", "must have at most 2 entries, not 3"),
        ("groups = 3", "must be a list, not 3"),
        ("tags = ['a', 'b', 'b']", "must have at most 1 entry, not 3"),
        ("allies = ['East', 'East']", "must have at least 2 entries, not 1"),
        ("leader = 'Ann'", "must be a table of named fields, not 'Ann'"),
        ("reserves = 2000-01-01", "must be a table of named fields, not 2000-01-01"),
        ("code = 7", "must be text, not 7"),
    ],
)
def test_a_message_says_what_is_allowed_and_what_was_there(line: str, message: str) -> None:
    assert message_of(line) == message


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("name = 'X'", "must have at least 2 characters, not 1"),
        ("name = 'Longbowmen'", "must have at most 8 characters, not 10"),
        ("def = 0", "must be more than 0, not 0"),
        ("def = 9", "must be less than 9, not 9"),
        ("saves_with = 'dex'", "must be one of 'def', 'will', not 'dex'"),
        ("might = 'much'", "must be a number, not 'much'"),
        ("elite = 'perhaps'", "must be true or false, not 'perhaps'"),
    ],
)
def test_a_message_of_a_group_names_the_group(entry: str, message: str) -> None:
    assert faults_of(f"title = 'North'\n[[groups]]\n[[groups]]\n{entry}") == [
        (4, f"groups[1].{entry.split(' ')[0]}", message)
    ]


def test_the_error_of_a_model_as_a_whole_is_told_in_its_own_words() -> None:
    text = "\ntitle = 'Ann'\nleader.name = 'Ann'"
    assert faults_of(text) == [(1, "", "the title and the leader need different names")]


def test_an_error_type_without_a_sentence_of_ours_keeps_pydantics() -> None:
    assert message_of("day = 'x'") == "must be a valid date or datetime, input is too short, not 'x'"
    assert message_of("banner = 'To arms'") == "has words on it"


def test_pydantics_marks_of_a_union_are_no_part_of_the_field() -> None:
    text = "title = 'North'\n[[terrain]]\nkind = 'ford'\ndepth = 'x'\nheigth = 1\n"
    assert faults_of(text) == [
        (4, "terrain[0].depth", "must be a whole number, not 'x'"),
        (5, "terrain[0].heigth", "is not a known field (known: kind, depth)"),
    ]


def test_each_side_of_a_plain_union_is_told() -> None:
    assert faults_of("title = 'North'\nupkeep = 'x'") == [
        (2, "upkeep", "must be a whole number, not 'x'"),
        (2, "upkeep", "must be 'free', not 'x'"),
    ]


@pytest.mark.parametrize(
    ("table", "message"),
    [("", "is missing"), ("kind = 'bog'", "must be one of 'wall', 'ford', not 'bog'")],
)
def test_a_tag_that_picks_no_model_is_the_fault_of_its_field(table: str, message: str) -> None:
    ((line, field, said),) = faults_of(f"title = 'North'\n[[terrain]]\n{table}")
    assert (line, field, said) == (3 if table else 2, "terrain[0].kind", message)


@pytest.mark.parametrize("table", ["[leader]", "[reserves.left]", "[[groups]]"])
def test_an_unknown_field_is_told_with_the_known_ones_of_its_own_table(table: str) -> None:
    ((line, _, message),) = faults_of(f"title = 'North'\n{table}\nspeed = 1")
    assert (line, message) == (3, "is not a known field (known: name, atk, def, saves_with, might, elite)")


def test_an_unknown_field_in_a_pair_and_at_the_top_are_told_too() -> None:
    first, second = faults_of("titel = 1\ntitle = 'North'\npair = [{},\n{attk = 1}]")
    assert first[:2] == (1, "titel")
    assert first[2].startswith("is not a known field (known: title, groups, ")
    assert first[2].endswith("); did you mean 'title'?")
    assert second[:2] == (4, "pair[1].attk")
    assert second[2].endswith("; did you mean 'atk'?")


def test_a_key_that_is_not_a_plain_word_is_quoted_in_the_field() -> None:
    text = "title = 'North'\n[reserves.'left wing']\natk = 11\n[reserves.left-wing]\natk = 11"
    assert [field for _, field, _ in faults_of(text)] == ["reserves['left wing'].atk", "reserves.left-wing.atk"]


def test_long_values_and_keys_are_shortened() -> None:
    assert message_of(f"code = '{'A' * 500}'") == f"must match the pattern ^[A-Z][0-9]$, not '{'A' * 17}...{'A' * 18}'"
    assert len(message_of(f"steps = 1{'0' * 500}")) < 80
    ((_, field, _),) = faults_of(f"title = 'North'\n[reserves.{'k' * 500}]\natk = 11")
    assert len(field) < 70


@pytest.mark.parametrize("line", ["[a{}]", "a{} = 1"])
def test_of_thousands_of_faults_fifty_are_told_and_the_others_counted(line: str) -> None:
    text = "title = 'North'\n" + "\n".join(line.format(number) for number in range(25_000))
    source, began = parse(text, "north.toml", "toml"), time.process_time()
    with pytest.raises(SetupError) as caught:
        check(source, Force)
    assert time.process_time() - began < 5  # comparing every fault with every other took minutes
    told = str(caught.value).splitlines()
    assert told[0] == "25,000 faults in the set-up:"
    assert told[1].startswith("  north.toml:2: a0: is not a known field (known: title, ")
    assert len(told) == 1 + 50 + 1
    assert told[-1] == "  and 24,950 more"
    assert len(caught.value.shown) == 50


def test_a_list_with_faulty_entries_is_not_called_too_short_as_well() -> None:
    ((_, field, _),) = faults_of("title = 'North'\n[[groups]]\natk = 99")
    assert field == "groups[0].atk"
