"""A rule of one's own: plain Python that Numba compiles for the types of its annotations."""

from battlewright.engine.compiler.rule import RULES, rule
from battlewright.engine.record import PLAIN, Record, Row, allocate, look, numbers


class Model(Record):
    toughness: int
    stress: int


@rule("X.1")
def stress_test(models: Row[Model], faces: Row[int], count: int) -> int:
    """Each die below 4 costs a point of Toughness, and a 1 adds stress. The answer is how many dice failed."""
    failed = 0
    for face in faces[:count]:
        if face < 4:
            failed += 1
        if face == 1:
            models[0].stress += 1
    models[0].toughness = max(models[0].toughness - failed, 0)
    return failed


models = allocate(Model)
look(Model, models).toughness = 5
print("failed:", stress_test(models, numbers([1, 3, 6]), 3))
print(look(Model, models))
print("clauses:", RULES[-1].clauses, "| plain Python" if PLAIN else "| compiled")
