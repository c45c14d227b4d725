#!/bin/sh
# Resolve every dependency group into requirements/, with hashes and without naming any registry.
# Later groups keep to the versions of earlier ones, so that all of them fit into one environment.
set -eu
cd "$(dirname "$0")/.."

compile() {
    .uv/bin/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --python-version 3.11 "$@"
}

echo uv | compile - --output-file requirements/uv.txt
compile pyproject.toml --output-file requirements/run.txt
known="--constraint requirements/run.txt"
# The extra alone: what it adds to a room.
.venv/bin/python -c 'import tomllib
with open("pyproject.toml", "rb") as file:
    print(*tomllib.load(file)["project"]["optional-dependencies"]["odds"], sep="\n")' |
    compile - $known --output-file requirements/odds.txt
known="$known --constraint requirements/odds.txt"
for group in build check compile test docs bench node; do
    compile --group "$group" $known --output-file "requirements/$group.txt"
    known="$known --constraint requirements/$group.txt"
done
