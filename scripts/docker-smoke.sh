#!/bin/sh
# Builds the image, starts it with Compose as somebody who hosts it would, and looks at it:
#
#   scripts/docker-smoke.sh         the whole test; ends with the count
#   scripts/docker-smoke.sh bases   only the engine and the base images, to have them ready
#
# It takes as long as a release build, may need root (scripts/lib/engine.sh says when), and is
# therefore no part of ./x test.
#
# Most functions are called by name, through `holds`:
# shellcheck disable=SC2317
set -eu

cd "$(dirname -- "$0")/.."
# shellcheck source=scripts/lib/tools.sh
. scripts/lib/tools.sh
# shellcheck source=scripts/lib/engine.sh
. scripts/lib/engine.sh

# A project and a port of its own: nothing that runs here already is touched.
COMPOSE_PROJECT_NAME=sindillo-smoke
SINDILLO_PORT=${SINDILLO_PORT:-18080}
export COMPOSE_PROJECT_NAME SINDILLO_PORT
unset SINDILLO_LOG
# No container may have more open files than the machine allows.
# shellcheck disable=SC3045 # no standard option, but every shell on Linux has it
most_files=$(ulimit -H -n)
if [ "$most_files" != unlimited ] && [ "$most_files" -lt 65536 ]; then
    SINDILLO_NOFILE=$most_files
    export SINDILLO_NOFILE
fi
address=http://127.0.0.1:$SINDILLO_PORT
# The port outside is not the one inside: the server has to be told what people type.
SINDILLO_PUBLIC_URL=$address
export SINDILLO_PUBLIC_URL

passed=0 failed=0

# holds WHAT COMMAND...
holds() {
    what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        printf 'ok      %s\n' "$what"
    else
        failed=$((failed + 1))
        printf 'FAILED  %s\n' "$what"
    fi
}

compose() {
    if docker compose version >/dev/null 2>&1; then
        docker compose "$@"
    else
        docker-compose "$@"
    fi
}

container() { compose ps -q sindillo; }
inspect() { docker inspect --format "$1" "$(container)"; }

is_healthy() { [ "$(inspect '{{.State.Health.Status}}')" = healthy ]; }
becomes_healthy() { wait_until 60 'the container to be healthy' is_healthy; }

health_answers() { curl -fsS --max-time 5 "$address/healthz" >/dev/null; }
page_answers() { curl -fsS --max-time 5 "$address/" | grep -qi '<!doctype html>'; }
page_is_whole() {
    script=$(curl -fsS --max-time 5 "$address/" | sed -n 's/.*<script[^>]* src="\([^"]*\)".*/\1/p' | head -n 1)
    [ -n "$script" ] && curl -fsS --max-time 5 "$address/${script#/}" >/dev/null
}
page_has_policy() { curl -fsS --max-time 5 -D - -o /dev/null "$address/" | grep -qi '^content-security-policy:'; }
unknown_is_not_found() {
    [ "$(curl -sS --max-time 5 -o /dev/null -w '%{http_code}' "$address/no-such-file.js")" = 404 ]
}

runs_as_nobody() { [ "$(inspect '{{.Config.User}}')" = 65532:65532 ]; }
root_is_read_only() { [ "$(inspect '{{.HostConfig.ReadonlyRootfs}}')" = true ]; }
has_no_capability() { [ "$(inspect '{{.HostConfig.CapDrop}} {{.HostConfig.CapAdd}}')" = '[ALL] []' ]; }
is_bounded() { [ "$(inspect '{{.HostConfig.Memory}} {{.HostConfig.PidsLimit}}')" = '536870912 256' ]; }

# Told to stop, it drains and leaves by itself: 137 would be the engine's kill.
stops_by_itself() {
    compose stop >/dev/null 2>&1
    stopped=$(docker ps -aq --filter "label=com.docker.compose.project=$COMPOSE_PROJECT_NAME")
    [ "$(docker inspect --format '{{.State.ExitCode}}' "$stopped")" = 0 ]
}
# The same volume under a new container: data written by a read-only, numeric user is readable.
comes_back() { compose up -d --force-recreate >/dev/null 2>&1 && becomes_healthy; }

finish() {
    [ -z "${started:-}" ] || compose down --volumes --timeout 20 >/dev/null 2>&1 || true
    engine_stop
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

need_curl
[ -z "$packages" ] || install_packages
engine_start
engine_bases
[ "${1:-}" != bases ] || exit 0

# What everything else stands on: without it there is nothing to ask.
foundation() {
    holds "$@"
    [ "$failed" -eq 0 ] || conclude
}

conclude() {
    [ "$failed" -eq 0 ] || compose logs --tail 50
    printf '\n%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
    [ "$failed" -eq 0 ] || exit 1
    exit 0
}

started=yes
foundation 'the image builds' compose build
foundation 'it starts' compose up -d
foundation 'it is healthy within a minute' becomes_healthy
holds '/healthz answers from outside' health_answers
holds 'the page is in it' page_answers
holds 'and so is what the page loads' page_is_whole
holds 'the page comes with its content security policy' page_has_policy
holds 'an unknown file is not found' unknown_is_not_found
holds 'it runs as nobody' runs_as_nobody
holds 'its root is read-only' root_is_read_only
holds 'it has no capability' has_no_capability
holds 'its memory and processes are bounded' is_bounded
holds 'it stops by itself when told' stops_by_itself
holds 'it comes back on its volume' comes_back
conclude
