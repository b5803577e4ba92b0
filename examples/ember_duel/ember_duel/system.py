"""The system: rules, a set-up, and nothing else. Everything left out has a default."""

from pydantic import BaseModel, Field

from battlewright.contract.system import System
from battlewright.engine.clauses import read_catalogue
from battlewright.engine.rulebook import Setup
from ember_duel.rules import RULES


class DuelSetup(BaseModel):
    """A duel: what its file may say. The fields of the setting have the same names, so it is filled from these."""

    health: int = Field(8, ge=1, le=30, description="The health of both mages.")
    last_turn: int = Field(30, ge=2, le=100, description="The duel ends after this turn.")


EMBER_DUEL = System(
    name="ember-duel",
    title="The Ember duel",
    catalogue=read_catalogue("ember_duel"),
    rules=RULES,
    setup=Setup(model=DuelSetup),
)
