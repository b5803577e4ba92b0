#!/usr/bin/env bash
# Find a Chromium for the tests of the pages; where this is root and apt is at hand, install Debian's.
set -euo pipefail

for candidate in chromium chromium-browser google-chrome; do
    if command -v "$candidate" >/dev/null; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the tests of the pages"
    if { apt-get update -q && apt-get install -y -q --no-install-recommends chromium; } >/dev/null 2>&1; then exit 0; fi
fi
echo "There is no Chromium here; the tests of the pages are skipped. To have them: install the package chromium."
