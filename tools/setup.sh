#!/bin/sh
# Make .venv ready: sh tools/setup.sh GROUP…   (groups are the files of requirements/, among them
# the extra "odds"; "run" is always part of it)
#
# uv lives in .uv, apart from the environment it fills. On Debian as root, missing system packages are installed;
# elsewhere the message says what to install.
set -eu
cd "$(dirname "$0")/.."

fail() { printf '\nfairdeal: %s\n' "$1" >&2; exit 1; }

find_python() {
    for name in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return
        fi
    done
    fail "needs Python 3.11 or newer, found $(python3 --version 2>/dev/null || echo none). Install it (Debian 12+: apt-get install python3) or set PYTHON=/path/to/python3."
}

# get DEBIAN_PACKAGES: install them, if this is Debian and we may.
get() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
    echo "fairdeal: installing $1"
    log=$(mktemp)
    if DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $1 >"$log" 2>&1 ||
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $1; } >"$log" 2>&1; then
        rm -f "$log"
    else
        tail -n 5 "$log" >&2
        rm -f "$log"
        return 1
    fi
}

# need WHAT DEBIAN_PACKAGES ELSEWHERE: install, or stop and say what to install.
need() {
    get "$2" || fail "needs $1. Debian or Ubuntu: sudo apt-get install $2. $3"
}

python=$(find_python)

"$python" -c 'import ensurepip, venv' 2>/dev/null ||
    need "Python's venv module" "python3-venv" "Fedora, macOS and python.org builds already have it."

for group in "$@"; do
    case $group in
    test)
        command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 ||
            command -v google-chrome >/dev/null 2>&1 || [ -n "${FAIRDEAL_CHROMIUM:-}" ] ||
            need "Chromium (browser tests)" "chromium" "Fedora: sudo dnf install chromium. macOS: install Chrome and set FAIRDEAL_CHROMIUM to its program."
        ;;
    compile)
        { command -v cc >/dev/null 2>&1 && "$python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))'; } ||
            get "gcc python3-dev" ||
            echo "fairdeal: without a C compiler and Python headers the engine runs interpreted only. Debian or Ubuntu: sudo apt-get install gcc python3-dev. Fedora: sudo dnf install gcc python3-devel. macOS: xcode-select --install." >&2
        ;;
    esac
done

if ! cmp -s requirements/uv.txt .uv/locked 2>/dev/null; then
    rm -rf .uv
    "$python" -m venv .uv
    .uv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
    cp requirements/uv.txt .uv/locked
fi

[ -x .venv/bin/python ] || { rm -rf .venv && .uv/bin/uv venv --quiet --python "$python" .venv; }

# install GROUP COMMAND…: once for each state of the group's lock.
install() {
    stamp=.venv/installed-$1
    lock=$2
    shift 2
    cmp -s "$lock" "$stamp" 2>/dev/null && return
    "$@"
    cp "$lock" "$stamp"
}

for group in run build "$@"; do
    lock=requirements/$group.txt
    [ -f "$lock" ] || continue
    install "$group" "$lock" .uv/bin/uv pip install --quiet --python .venv/bin/python --require-hashes -r "$lock"
done
install fairdeal pyproject.toml \
    .uv/bin/uv pip install --quiet --python .venv/bin/python --no-deps --no-build-isolation --editable .
# Half of a start would be compiling, and every time where PYTHONDONTWRITEBYTECODE is set. What is compiled already is passed over;
# a file that some package ships for another Python may fail.
.venv/bin/python -m compileall -q -j 0 .venv/lib src >/dev/null 2>&1 || true
