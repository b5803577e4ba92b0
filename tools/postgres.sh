#!/usr/bin/env bash
# See that the tests find PostgreSQL's programs; install them where they are missing. Without them those tests are skipped.
set -uo pipefail
here() { command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb /usr/local/{,pgsql/}bin/initdb >/dev/null 2>&1; }
packaged() { .venv/bin/python -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("pgserver") is None)'; }

here || packaged && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing PostgreSQL for the tests, with apt-get"
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -y -q --no-install-recommends postgresql >/dev/null 2>&1 ||
        { apt-get update -q && apt-get install -y -q --no-install-recommends postgresql; } >/dev/null 2>&1
    here && exit 0
fi
echo "Installing PostgreSQL for the tests, with pip"
.venv/bin/python -m pip --disable-pip-version-check --quiet install --no-deps pgserver==0.1.4 2>/dev/null && exit 0
echo "PostgreSQL could not be installed: the tests that need it will be skipped. Install it, then run this again." >&2
exit 1
