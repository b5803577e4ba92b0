"""Print the OpenAPI description of the server's interface."""

from __future__ import annotations

import json
import sys

from battlewright import systems
from battlewright.web.app import make_app
from battlewright.web.registry import Registry

app = make_app("sqlite://", Registry(systems.names, systems.load, systems.DEFAULT)).app
json.dump(app.openapi(), sys.stdout)
