#!/usr/bin/env bash
# Make .venv if it is not there, install the locked packages of a list into it, and Battlewright itself.
set -euo pipefail
list=$1

fits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

python=${PYTHON:-}
for candidate in python3.11 python3 python3.12 python3.13 python; do
    if [ -z "$python" ] && command -v "$candidate" >/dev/null && fits "$candidate"; then python=$candidate; fi
done
if [ -z "$python" ] || ! fits "$python"; then
    echo "Battlewright needs Python 3.11 or newer. Install it, or name it: make PYTHON=/path/to/python3.11 ..." >&2
    exit 2
fi

if ! [ -x .venv/bin/python ]; then
    echo "Making the environment .venv"
    if ! "$python" -m venv .venv >/dev/null 2>&1; then
        rm -rf .venv
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
            apt-get install -y -q "python$version-venv" >/dev/null
            "$python" -m venv .venv
        else
            echo "Python's venv module is missing. Install the package python$version-venv, then run this again." >&2
            exit 2
        fi
    fi
fi

echo "Installing the packages of $list (a minute or so the first time)"
pip=(.venv/bin/python -m pip --disable-pip-version-check --quiet)
"${pip[@]}" install --require-hashes -r "$list" 2> >(grep -v '^WARNING: Location' >&2)
"${pip[@]}" install --no-deps --no-build-isolation -e . 2> >(grep -v '^WARNING: Location' >&2)
