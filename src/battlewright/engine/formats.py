"""The numbers of all formats, each raised when what is written changes.

A reader for every earlier number stays, but for replays of format 1, which lack numbers of their battle. Files of
earlier formats are in ``tests/formats``. The tables of a database have their own numbers (``store/migrations``).
"""

from __future__ import annotations

REPLAY = 4
"""Format 2 has no proof, and formats 2 and 3 have no amendments; what has none of them is the same in all."""
LOG = 2
"""The complete log of a match: a file, or the rows of a database. Format 1 has no amendments."""
BACKUP = 1
STUDY = 3
"""A study's file and its results. Formats 1 and 2 call measures by their words (``win share``), which are still read;
format 1 calls ``side a`` ``seat a``."""
CHECKPOINT = 1
"""What is done of a study. Those without a number are of format 1."""
LADDER = 2
"""In format 1 ``side_a`` is called ``seat_a``."""
KEPT_SEAT = 1
"""A seat that ``join`` keeps. Those without a number are of format 1."""
INTERFACE = 5
"""What a server sends and takes. In the first, which had no number, news had ``told``, and events a ``seat``; in the
second ``brief`` offers took the place of ``offers``, and fields of forms were of two shapes; in the third news and
moments came in one piece, however many they were; the fourth had no suggestions to a game master and no next battle, in
it a seat could only be left, and whoever rolled typed all dice of a roll."""
