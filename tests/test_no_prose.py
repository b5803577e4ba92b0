"""What crosses a boundary is data: pages and the terminal learn nothing from sentences.

Every regular expression of the pages and of ``cli`` is named here with its reason, and so is every text that is taken
apart at words. None of them reads a sentence to learn a fact: what is missing belongs into the data.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "battlewright"
ADDRESS = "an address"
TYPED = "what a person typed"
FIELD = "the path of a field in a file"
REASONS: dict[str, dict[str, str]] = {
    "web/static/main.js": {r"/^\/match\/([\w-]{22})(\/replay)?$/": ADDRESS, '.startsWith("#seat=")': ADDRESS},
    "web/static/builder.js": {
        '.startsWith("shipped:")': "the value of an option of the page's own",
        r"/(\[[^[\]]*\]?|\.?[^.[\]]+|.)$/": FIELD,
        r"/[._[\]']+/g": FIELD,
        r"/^(\w+)\[(\d+)\]\.?(.*)/": FIELD,
    },
    "web/static/library_panel.js": {r"/^#(library|copy)=([\w-]+)$/": ADDRESS},
    "web/static/mine.js": {"/^#(library|copy)=/": ADDRESS},
    "web/static/start.js": {
        r"/\.replay$/": "the name of a file",
        "/^--- battle$/m": "the line of a replay before its moves",
    },
    "web/static/seat.js": {r"/^#seat=([\w-]+)$/": ADDRESS},
    "web/static/lessons.js": {
        '.replaceAll("Click")': "a finger taps where a pointer clicks",
        '.replaceAll("click")': "a finger taps where a pointer clicks",
    },
    "web/static/qr.js": {
        "/0{5,}|1{5,}/g": "the squares of a line of a QR code",
        "/(?=10111010000|00001011101)/g": "the squares of a line of a QR code",
    },
    "web/static/builder_fields.js": {
        r"/^[\w-]+$/": FIELD,
        r"/^(\d+)d(\d+)([+-]\d+)?$/": "dice, as a file has them",
    },
    "web/static/rules.js": {
        r"/^\/match\/([\w-]{22})/": ADDRESS,
        r"/\(([A-Z]\d?\.[A-Z]\d+)\)/g": "the ids of clauses in a sentence are shown as chips",
        r"/\b([A-Z]\d?\.[A-Z]\d+)\b/": "the ids of clauses in a sentence are shown as chips",
    },
    "web/static/invite.js": {
        r"/^(localhost|127\.|\[::1\])/": "the host of an address",
        r"/\.json$/": "the name of a file",
    },
    "web/static/files.js": {r"/[\0\uFFFD]/": "what no text has"},
    "web/static/seating.js": {"/, ([^,]*)$/": "the last of several names, to show"},
    "web/static/several.js": {
        r"/[^\p{L}\p{N}_ .'-]/gu": "a seat is called by a name of a combatant",
        r"/^[^\p{L}\p{N}_]+/u": "a seat is called by a name of a combatant",
    },
    "web/static/text.js": {
        "/ies$/": "one of what a shelf or a field has several of, to show",
        "/s$/": "one of what a shelf or a field has several of, to show",
        "/y$/": "the kind of files that a field takes one of",
        "/^The /": "two letters to show for a name",
        r"/\s+/": "two letters to show for a name",
        r"/^\d+$/": "two letters to show for a name",
        "/[^a-z0-9]+/g": "a file is called by the name that a person typed",
        "/^-|-$/g": "a file is called by the name that a person typed",
    },
    "web/static/master.js": {r"/\s+/": TYPED},
    "web/static/setup.js": {
        '.startsWith("option.")': "the name of a field of the form",
        "/[,;]/": TYPED,
    },
    "web/static/rulebook.js": {
        r"/\s+/": TYPED,
        r"/[.*+?^${}()|[\]\\]/g": "what a person typed, looked for as it is",
        "RegExp": "what a person typed, looked for as it is",
        r"/(\(ruling\))/": "the mark that the catalogue has for a ruling within a clause",
    },
    "systems/skirmish/pages/choices.js": {r"/ \([ab]\d+\)/g": "a name is shown without the id behind it"},
    "systems/skirmish/pages/overlay.js": {
        '.startsWith("name")': "the kind of a mark of the page's own",
    },
    "systems/formations/pages/groups.js": {'.replace(" ")': "a word for a state, as a class"},
    "systems/skirmish/pages/figures.js": {'.replace(" ")': "a word for a state, as a class"},
    "systems/heroes/pages/build_lines.js": {
        r"/^(heroes|foes)\[(\d+)\]\.?(.*)/": FIELD,
        r"/^sheet\./": FIELD,
        "/[._]/g": FIELD,
    },
    "systems/formations/pages/build.js": {'.includes("dazed")': "the word of an effect in a file"},
    "cli/commands.py": {
        ".partition('Examples: ')": "the examples of a docstring, for --help",
        ".replace('VERB')": "the examples of a docstring, for --help",
    },
    "cli/ladder_page.py": {
        ".replace(' ')": "the name of a picture's file",
        ".replace(', ')": "the name of a picture's file",
    },
    "cli/after.py": {".endswith('.json')": "the name of a file"},
    "cli/roll.py": {
        ".removeprefix('+ ')": "the sum that is printed has no sign in front",
    },
    "cli/screen.py": {
        ".split(' ')": "lines are broken between words",
    },
    "cli/join.py": {
        "/match/([A-Za-z0-9_-]{22})/?": ADDRESS,
        r"[\w.-]+|[0-9a-fA-F:.]+": "the host of an address",
    },
    "cli/play.py": {r"(?:^|\0)--(?:resume|after)[\0=]([^\0]+)": TYPED},
    "cli/remote_table.py": {
        r"[\x00-\x09\x0b-\x1f\x7f-\x9f]": "characters that would take over a terminal are not printed",
        "[0-9 ,;]+": TYPED,
        r"\d{1,4}": TYPED,
        "[0-9]{1,6}": TYPED,
        r"chat\s+(.+)": TYPED,
        r"suggest\s+(?P<text>[^:]*?)\s*(?::\s*(?P<line>.+))?": TYPED,
        r"(?P<kind>accept|decline)\s+(?P<number>\d{1,9})\s*(?::\s*(?P<more>.+))?": TYPED,
        r"dice (?P<term>server|physical|either)": TYPED,
        r"change (?P<to>\d{1,9})\s*:\s*(?P<faces>[0-9 ,;]+)": TYPED,
        r"leave (?P<to>master|computer)": TYPED,
        r"end(?: (?P<winner>a|b|draw))?": TYPED,
        r"hand (?P<seat>.+) (?P<to>computer|master)": TYPED,
    },
    "cli/terminal.py": {
        ".split(' ')": TYPED,
        "[0-9 ,;-]+": TYPED,
        r"-?\d{1,9}": TYPED,
        "[0-9]{1,6}": TYPED,
        r"[a-z0-9]+\.[a-z0-9]+": TYPED,
    },
}
CUTS = frozenset(
    {"split", "replace", "replaceAll", "match", "matchAll", "search", "startsWith", "endsWith", "indexOf", "includes"}
    | {"partition", "rpartition", "removeprefix", "removesuffix", "startswith", "endswith", "find", "rsplit"}
)
"""The methods by which a text is taken apart."""
FILES = sorted([*SOURCE.glob("web/static/*.js"), *SOURCE.glob("systems/*/pages/*.js"), *SOURCE.glob("cli/*.py")])


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(SOURCE)) for file in FILES])
def test_no_sentence_is_read_to_learn_a_fact(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = set(patterns_of_python(text) if file.suffix == ".py" else patterns_of_script(text))
    assert found == set(REASONS.get(str(file.relative_to(SOURCE)), {}))


def test_every_file_with_a_reason_is_there() -> None:
    assert set(REASONS) <= {str(file.relative_to(SOURCE)) for file in FILES}


def test_regular_expressions_and_cuts_are_found() -> None:
    script = (
        r'`${a / 2}${b.split(/ \/[/`]/g)}`.replace("x y", "/"); // /none/' + '\nreturn /"/.test("/no/") ? 4 / 2 / 1 : x'
    )
    assert [*patterns_of_script(script)] == [r"/ \/[/`]/g", '.replace("x y")', '/"/']
    assert [*patterns_of_script('new RegExp(a); x.split("/"); /* /b/ */')] == ["RegExp"]
    assert [*patterns_of_python('re.sub("a", b, "c"); again.compile("d")')] == ["a"]


def patterns_of_python(text: str) -> Iterator[str]:
    """Yield the patterns that a module of Python gives to ``re``."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name("re")), args=[ast.Constant(str(pattern)), *_]):
                yield pattern
            case ast.Call(func=ast.Attribute(value=ast.Name("re"))) | ast.ImportFrom(module="re"):
                yield ast.unparse(node)
            case ast.Call(func=ast.Attribute(attr=name), args=[ast.Constant(str(word)), *_]) if name in CUTS:
                if _is_word(word):
                    yield f".{name}({word!r})"


def patterns_of_script(text: str) -> Iterator[str]:
    """Yield the regular expressions of a module of JavaScript, and the words at which it takes texts apart."""
    yield from Script(text).patterns()


class Script:
    """A reader of JavaScript that knows comments, texts, templates and regular expressions apart."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def patterns(self, is_inner: bool = False) -> Iterator[str]:
        """Yield what is looked for, up to the end, or to the brace that ends a part of a template."""
        before: list[str] = ["", "", "", ""]
        depth = 0
        while self.at < len(self.text):
            token = self._token(before[-1])
            depth += (token == "{") - (token == "}")
            if is_inner and depth < 0:
                return
            if token == "`":
                yield from self._template()
            elif (token[:1] == "/" and len(token) > 2) or token == "RegExp":
                yield token
            elif (
                token[:1] in "\"'"
                and before[-3] == "."
                and before[-2] in CUTS
                and before[-1] == "("
                and _has_words(token)
            ):
                yield f".{before[-2]}({token})"
            if token.strip():
                before.append(token)

    def _token(self, before: str) -> str:
        """Return the next token and go past it; a comment is blank."""
        text, start = self.text, self.at
        first = text[start]
        if text.startswith("//", start):
            return self._past(text.find("\n", start), is_blank=True)
        if text.startswith("/*", start):
            return self._past(text.find("*/", start) + 2, is_blank=True)
        if first in "\"'":
            return self._past(self._closing(start, first))
        if first == "/" and (before in ("", "return", "=>") or before[-1] in "(,=:[!&|?{};+-*%<>~^"):
            end = self._closing(start, "/")
            while text[end : end + 1].isalpha():
                end += 1
            return self._past(end)
        end = start + 1
        while (first.isalnum() or first in "_$") and end < len(text) and (text[end].isalnum() or text[end] in "_$"):
            end += 1
        return self._past(end)

    def _past(self, end: int, is_blank: bool = False) -> str:
        start, self.at = self.at, end if end > 0 else len(self.text)
        return " " if is_blank else self.text[start : self.at]

    def _closing(self, start: int, mark: str) -> int:
        """Return the place after the mark that ends what begins here."""
        end, is_class = start + 1, False
        while self.text[end] != mark or is_class:
            if self.text[end] == "\\":
                end += 1
            elif mark == "/":
                is_class = self.text[end] == "[" or (is_class and self.text[end] != "]")
            end += 1
        return end + 1

    def _template(self) -> Iterator[str]:
        """Yield the patterns of the parts of a template, and go past its end."""
        while self.text[self.at] != "`":
            if self.text.startswith("${", self.at):
                self.at += 2
                yield from self.patterns(is_inner=True)
            else:
                self.at += 2 if self.text[self.at] == "\\" else 1
        self.at += 1


def _has_words(token: str) -> bool:
    """Whether the text of a token has letters or spaces."""
    return _is_word(ast.literal_eval(token))


def _is_word(text: str) -> bool:
    return any(each.isalpha() or each == " " for each in text)
