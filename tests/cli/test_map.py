"""The map of a table, and the command that draws it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from battlewright.cli.map import Map
from battlewright.geometry.scene import Mark, Scene, Shape
from battlewright.systems.skirmish.guide.scene import shapes_of
from battlewright.systems.skirmish.setup.files import TABLES, EffectPart, TableSetup, read_table
from tests.cli.helpers import Command

SQUARE = ((8000, 8000), (12000, 8000), (12000, 12000), (8000, 12000))


def drawn(scene: Scene, ascii_only: bool = False) -> list[str]:
    return [line.plain for line in Map(scene, ascii_only).lines()]


def a_piece(top: int, bottom: int = 0, ladders: tuple[int, ...] = (), explodes: bool = False) -> Shape:
    return Shape(SQUARE, bottom, top, frozenset(ladders), explodes)


def table(*shapes: Shape, **more: object) -> Scene:
    return Scene(24000, 24000, shapes, **more)  # type: ignore[arg-type]


def test_a_table_of_24_inches_has_48_columns_and_24_rows_with_inches_along_two_edges() -> None:
    lines = drawn(table())
    assert lines[0] == "   ┌" + "─" * 48 + "┐"
    assert [line[:4] for line in lines[1:25:2]] == ["   │"] * 12
    assert [line[:4] for line in lines[2:26:2]] == [f"{inch:2} ┤" for inch in range(22, -1, -2)]
    assert lines[-1].split() == [str(inch) for inch in range(0, 25, 2)]
    assert len(lines) == 27


@pytest.mark.parametrize(("width", "depth"), [(6, 6), (12, 30), (24, 24), (36, 36), (48, 24), (72, 72)])
def test_every_table_fits_a_terminal_of_80_columns(width: int, depth: int) -> None:
    lines = drawn(Scene(width * 1000, depth * 1000, ()))
    assert max(map(len, lines)) <= 68
    assert len(lines) <= 33


@pytest.mark.parametrize(("top", "sign"), [(1000, "░"), (2000, "▒"), (4000, "▓"), (6000, "█")])
def test_terrain_is_drawn_by_its_height_where_it_stands(top: int, sign: str) -> None:
    lines = drawn(table(a_piece(top)))
    assert lines[14][4 + 16 : 4 + 24] == sign * 8  # y from 10 to 11
    assert sign not in lines[12] + lines[17]
    assert (str(top // 1000) in lines[15][20:28]) == (top > 1000)


def test_a_floor_with_room_below_a_ladder_and_what_explodes_have_signs_of_their_own() -> None:
    floor = Map(table(a_piece(3000, bottom=2500, ladders=(0,))))
    assert "══HHHH══" in "".join(line.plain for line in floor.lines())
    assert [part[0] for part in floor.legend()] == ["═", "H"]
    assert "!!!!!!!!" in "".join(drawn(table(a_piece(1300, explodes=True))))


def test_a_chimney_on_a_roof_is_no_floor_with_room_below() -> None:
    chimney = Shape(((9000, 9000), (10000, 9000), (10000, 10000), (9000, 10000)), 3000, 5000, frozenset(), False)
    lines = drawn(table(a_piece(3000), chimney))
    assert lines[15][4 + 18 : 4 + 20] == "██"
    assert "═" not in "".join(lines)


def test_models_stand_where_they_are_and_who_acts_is_in_capitals() -> None:
    marks = (Mark("a1", 12000, 2500, 0, active=True), Mark("b10", 6000, 20500, 1))
    lines = drawn(table(marks=marks))
    assert lines[22][4 + 23 : 4 + 25] == "A1"
    assert lines[4][4 + 11 : 4 + 14] == "b10"


def test_no_model_hides_another() -> None:
    marks = tuple(Mark(f"a{number}", 12000, 12000, 0) for number in range(1, 10))
    text = "".join(drawn(table(marks=marks)))
    assert all(f"a{number}" in text for number in range(1, 10))


def test_dust_the_circle_and_the_zone_are_drawn() -> None:
    dusty = table(dust=((5000, 5000),), hold=(12000, 12000, 4000), zones={0: (0, 24000, 0, 4000)})
    lines = drawn(dusty)
    assert lines[20][4 + 8 : 4 + 12] == lines[19][4 + 8 : 4 + 12] == "****"
    assert "o" in lines[9]
    assert lines[13][4 + 16] == lines[12][4 + 31] == "o"
    assert lines[21] == "   │" + "·" * 48 + "│"
    assert [part[0] for part in Map(dusty).legend()] == ["*", "o", "·"]


def test_a_thin_wall_is_never_lost_between_cells() -> None:
    for low in range(8000, 9000, 100):
        wall = Shape(((4000, low), (9000, low), (9000, low + 200), (4000, low + 200)), 0, 800, frozenset(), False)
        assert "░░░░░░░░░░" in "".join(drawn(table(wall))), low


@pytest.mark.parametrize("name", TABLES.names)
def test_every_shipped_table_can_be_drawn_with_plain_characters(name: str) -> None:
    setup = read_table(name)
    lines = drawn(Scene(24000, 24000, shapes_of(setup)), ascii_only=True)
    assert all(line.isascii() for line in lines)
    assert any(set(line) & set(":%#@=") for line in lines)


def test_what_a_scenario_says_of_a_thing_counts_before_the_table() -> None:
    setup = TableSetup.model_validate(
        {"name": "T", "pieces": [{"name": "Keg", "box": [8, 8, 4, 4], "top": 1, "effect": "explosion", "radius": 1}]}
    )
    assert shapes_of(setup)[0].explodes
    assert not shapes_of(setup, {"Keg": EffectPart(effect="dust")})[0].explodes


def test_tables_are_drawn_with_what_stands_on_them(battlewright: Command) -> None:
    ran = battlewright("tables", "rooftops")
    assert (ran.code, ran.err) == (0, "")
    for part in ("Rooftops (rooftops)", '24" by 24"', "22 ┤", "▓▓▓HHHHH", "H a ladder", 'Bell house 5"', "explodes"):
        assert part in ran.out
    assert battlewright("tables").out.count("┌") == len(TABLES.names)


def test_tables_as_json_hold_every_field(battlewright: Command) -> None:
    data = json.loads(battlewright("tables", "ruins", "bridge", "--json").out)
    assert [entry["table"] for entry in data] == ["ruins", "bridge"]
    assert {"name", "about", "width", "depth", "pieces"} <= set(data[0])


def test_the_faults_of_several_tables_come_together(battlewright: Command, tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('name = "One"\nwidth = 3\n')
    (tmp_path / "two.toml").write_text('name = "Two"\n[[pieces]]\nbox = [1, 1, 2, 2]\ntop = 0\ncolour = 3\n')
    ran = battlewright("tables", str(tmp_path / "one.toml"), str(tmp_path / "two.toml"), "nowhere")
    assert (ran.code, ran.out) == (2, "")
    for part in ("one.toml:2: width", "two.toml", "colour", "Unknown table 'nowhere'"):
        assert part in ran.err
