"""``battlewright odds``: the questions of every rulebook as commands. Only the system in question is loaded."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getdoc
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from typer.core import TyperGroup
from typer.main import get_command

from battlewright import systems

if TYPE_CHECKING:
    from battlewright.answers.question import Question
    from battlewright.contract.system import System

F = TypeVar("F", bound="Callable[..., Any]")
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def with_examples(command: F) -> F:
    """Add to the help of a command the examples that the systems have for it."""
    command.__doc__ = f"{getdoc(command)}\n\nExamples: {systems.EXAMPLES[command.__name__]}"
    return command


class Rulebook(TyperGroup):
    """The questions about one system. The system is loaded when they are listed or one is asked."""

    def list_commands(self, ctx: Any) -> list[str]:
        """List the names of the questions, the rulebook's own first."""
        if not self.commands:
            from battlewright.lab.battle_questions import questions_of

            system = systems.load(str(self.name))
            for question in questions_of(system):
                for name in (question.name, *question.other_names):
                    self.commands[name] = _command(system, question, name)
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a question by one of its names."""
        self.list_commands(ctx)
        return super().get_command(ctx, cmd_name)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help. Loads the system first, so that an error in it is printed alone."""
        self.list_commands(ctx)
        super().format_help(ctx, formatter)


class Rulebooks(TyperGroup):
    """The commands, and a group for each system."""

    def list_commands(self, ctx: Any) -> list[str]:
        """List the commands, then the systems."""
        for name in systems.names():
            if name not in self.commands:
                help = f"Questions about {name.capitalize()}: its rolls, exchanges, positions and matches."
                markup = self.rich_markup_mode
                self.commands[name] = Rulebook(name=name, help=help, no_args_is_help=True, rich_markup_mode=markup)
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command or a system by its name."""
        self.list_commands(ctx)
        return super().get_command(ctx, cmd_name)


odds_app = typer.Typer(
    cls=Rulebooks, no_args_is_help=True, rich_markup_mode="markdown", help="Exact odds, before the dice are rolled."
)


@odds_app.command("roll")
def odds_roll(
    notation: Annotated[str, typer.Argument(help="Such as 3d8+4, 2d6-1, 2d6+d4.")],
    at_least: Annotated[int | None, typer.Option(help="Also the chance of this total or more.")] = None,
    json: Json = False,
) -> None:
    """Show the odds of the total of a roll.

    Example: `battlewright odds roll 3d8+4 --at-least 20`
    """
    from battlewright.answers.question import roll
    from battlewright.cli.print_report import show

    show(roll(notation, at_least), json)


def _command(system: System, question: Question, name: str) -> Any:
    """Return a question as a command; it is hidden from the list under any name but its own."""
    from battlewright.cli.commands import as_json, command_of

    def run(json: bool, **typed: Any) -> None:
        from battlewright.cli.build import compile_if_needed
        from battlewright.cli.print_report import show

        compile_if_needed(system, *question.rules())
        show(question.answer(**typed), json)

    app = typer.Typer(add_completion=False, rich_markup_mode="markdown", pretty_exceptions_enable=False)
    app.command(name, hidden=name != question.name)(command_of(run, question.help, question.answer, as_json))
    return get_command(app)
