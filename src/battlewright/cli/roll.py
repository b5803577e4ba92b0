"""The command ``roll``. It imports little, and nothing that needs the compiler, so that it starts fast."""

from __future__ import annotations

import json

from battlewright.engine.notation import parse_roll, roll_dice
from battlewright.engine.philox import new_seed as new_seed


def print_json(data: object) -> None:
    """Print data as JSON."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def show_roll(notation: str, seed: int | None, as_json: bool) -> None:
    """Roll dice and print the faces and the total."""
    parsed = parse_roll(notation)
    seed = new_seed() if seed is None else seed
    rolled = roll_dice(parsed, seed)
    terms = [*zip(parsed.terms, rolled.faces, strict=True)]
    if as_json:
        dice = [{"dice": str(term), "sign": term.sign, "faces": list(faces)} for term, faces in terms]
        faces = [face for each in rolled.faces for face in each]
        data = {"notation": str(parsed), "seed": seed, "faces": faces, "dice": dice}
        print_json(data | {"modifier": parsed.modifier, "total": rolled.total})
        return
    parts = [f"{'- ' if term.sign < 0 else '+ '}{term} [{' '.join(map(str, faces))}]" for term, faces in terms]
    if parsed.modifier:
        parts.append(f"{'+' if parsed.modifier > 0 else '-'} {abs(parsed.modifier)}")
    print(f"{' '.join(parts).removeprefix('+ ')} = {rolled.total}   (seed {seed})")
