#!/usr/bin/env bash
# What takes long, part by part. A part that fails does not keep the others from running; at the end all are listed with
# their minutes, and the exit code says whether one has failed.
#   NIGHTLY="plain fuzz"   only these parts, of examples, plain and fuzz
#   SHARE=1000             a thousandth of the battles, to try it out
set -uo pipefail
bin=.venv/bin
out=${OUT:-build}
pytest=("$bin/pytest" -q -n auto --dist worksteal -o faulthandler_timeout=4000 --durations=15)
failed=0
summary=()

tell_time() { # a log grows while a part is silent
    trap 'kill "$nap"; exit' TERM
    while :; do
        sleep 600 & nap=$!
        wait "$nap"
        echo "== $1 goes on, at $(date +%H:%M)"
    done
}

part() {
    local name=$1 began=$SECONDS result=passed clock
    shift
    case " ${NIGHTLY:-examples plain fuzz} " in *" ${name%%-*} "*) ;; *) return ;; esac
    echo "== $name begins, at $(date +%H:%M)"
    tell_time "$name" &
    clock=$!
    "$@" || { result="FAILED with code $?" && failed=1; }
    kill "$clock"
    wait "$clock" 2>/dev/null
    summary+=("$name: $result, $(((SECONDS - began + 30) / 60)) minutes")
    echo "== ${summary[-1]}"
}

fuzz() {
    PYTHONPATH=bench "$bin/python" -m fuzz.run --system "$1" --battles $(($2 / ${SHARE:-1})) --out "$out/fuzz-$1-$(date +%F).json"
}

mkdir -p "$out"
part examples env HYPOTHESIS_PROFILE=nightly "${pytest[@]}" -m "nightly or hypothesis"
part plain env NUMBA_DISABLE_JIT=1 HYPOTHESIS_PROFILE=default "${pytest[@]}" -m plain
part fuzz-heroes fuzz heroes 100000
part fuzz-formations fuzz formations 100000
part fuzz-skirmish fuzz skirmish 1000000
part fuzz-tables env PYTHONPATH=bench "$bin/python" -m fuzz.tables --tables $((20000 / ${SHARE:-1})) --out "$out/fuzz-tables-$(date +%F).json"
printf '%s\n' "" "The night in parts:" "${summary[@]}"
exit $failed
