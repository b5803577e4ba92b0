#!/usr/bin/env bash
# Make .venv if it is not there, install the locked packages of a list into it, and Battlewright itself.
set -euo pipefail
list=$1

fits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
whole() { fits "$1" && "$1" -c 'import ctypes, ensurepip, sqlite3, ssl' 2>/dev/null; }

# The newest of the tested versions that is whole, from the PATH or among pyenv's; then any that fits. Tests are measured
# faster from 3.12 on.
found() {
    local version python
    for version in 3.13 3.12 3.11; do
        for python in "python$version" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$version".*/bin/"python$version"; do
            if whole "$python"; then echo "$python" && return; fi
        done
    done
    for python in python3 python python3.11 python3.12 python3.13; do
        if fits "$python"; then echo "$python" && return; fi
    done
}

if ! [ -x .venv/bin/python ]; then
    python=${PYTHON:-$(found)}
    if [ -z "$python" ] || ! fits "$python"; then
        echo "Battlewright needs Python 3.11 or newer. Install it, or name it: make PYTHON=/path/to/python3.13 ..." >&2
        exit 2
    fi
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    echo "Making the environment .venv with Python $version"
    if ! "$python" -m venv .venv >/dev/null 2>&1; then
        rm -rf .venv
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
            apt-get install -y -q "python$version-venv" >/dev/null
            "$python" -m venv .venv
        else
            echo "Python's venv module is missing. Install the package python$version-venv, then run this again." >&2
            exit 2
        fi
    fi
fi

pip=(.venv/bin/python -m pip --disable-pip-version-check --quiet)
with_pip() { "${pip[@]}" "$@" 2> >(grep -v '^WARNING: Location' >&2); }

# uv installs many times faster than pip. It does not read pip's settings, so it is told where pip finds packages; from
# which of these places a package comes does not matter, as its hash is known.
setting() { "${pip[@]}" config list | sed -n "s/^[^=]*\\.$1='\\(.*\\)'$/\\1/p" | head -n 1; }
with_uv() {
    local index more links
    index=$(setting index-url) more=$(setting extra-index-url) links=$(setting find-links)
    UV_DEFAULT_INDEX=${UV_DEFAULT_INDEX:-$index} UV_EXTRA_INDEX_URL=${UV_EXTRA_INDEX_URL:-$more} \
        UV_FIND_LINKS=${UV_FIND_LINKS:-${links// /,}} \
        .venv/bin/uv pip install --quiet --python .venv/bin/python --index-strategy unsafe-best-match \
        --compile-bytecode --require-hashes -r "$1"
}

echo "Installing the packages of $list"
if ! [ -x .venv/bin/uv ]; then
    awk '/^uv==/ { found = 1; print; next } /^[^ ]/ { found = 0 } found' requirements-dev.lock >.venv/uv.txt
    with_pip install --no-deps --require-hashes -r .venv/uv.txt || true
fi
if ! with_uv "$list"; then
    echo "That was uv; now with pip (a minute or more)"
    with_pip install --require-hashes -r "$list"
fi
with_pip install --no-deps --no-build-isolation -e .
