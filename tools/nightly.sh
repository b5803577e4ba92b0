#!/usr/bin/env bash
# What takes long, part by part. A part that fails does not keep the others from running; at the end all are listed with
# their minutes, and the exit code says whether one has failed. NIGHTLY="plain fuzz" runs only these parts.
set -uo pipefail
bin=.venv/bin out=${OUT:-build} pytest=(.venv/bin/pytest -q -n auto --dist worksteal -o faulthandler_timeout=4000 --durations=15)
failed=0
summary=()

part() {
    local name=$1 began=$SECONDS result=passed
    shift
    case " ${NIGHTLY:-examples plain fuzz} " in *" ${name%%-*} "*) ;; *) return ;; esac
    echo "== $name, begun at $(date +%H:%M)"
    "$@" || { result="FAILED with code $?" failed=1; }
    summary+=("$name: $result, $(((SECONDS - began + 30) / 60)) minutes")
    echo "== ${summary[-1]}"
}

fuzz() { "$bin/python" bench/fuzz.py --system "$1" --battles "$2" --out "$out/fuzz-$1-$(date +%F).json"; }

mkdir -p "$out"
part examples env HYPOTHESIS_PROFILE=nightly "${pytest[@]}" -m "nightly or hypothesis"
part plain env NUMBA_DISABLE_JIT=1 HYPOTHESIS_PROFILE=default "${pytest[@]}" -m plain
part fuzz-heroes fuzz heroes 100000
part fuzz-formations fuzz formations 100000
part fuzz-skirmish fuzz skirmish 1000000
printf '%s\n' "" "The night in parts:" "${summary[@]}"
exit $failed
