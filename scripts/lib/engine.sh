# shellcheck shell=sh
# A Docker engine and the base images for the image test.
#
# The engine that is running is used as it is. Where none is, root on Debian gets a private one:
# its own data, its own socket, stopped again at the end. Base images come from their registry;
# where none can be reached, stand-ins with the same names are made from Debian's packages and
# the compilers of this machine.

engine_home=${SINDILLO_ENGINE_HOME:-/var/tmp/sindillo-engine}
engine_own=

engine_start() {
    if have docker && docker info >/dev/null 2>&1; then
        return 0
    fi
    if ! is_root || [ "$(os_id)" != debian ]; then
        say 'No Docker engine answers. Start one, or run this as root on Debian.'
        exit 2
    fi
    have dockerd && have docker-compose || {
        want docker.io docker-compose runc
        lack 'a Docker engine'
        settle
    }
    mkdir -p "$engine_home"
    # The socket's path is the only thing that tells this engine from the system's.
    DOCKER_HOST=unix://$engine_home/docker.sock
    export DOCKER_HOST
    say "Starting a private engine in $engine_home."
    dockerd --data-root "$engine_home/data" --exec-root "$engine_home/exec" \
        --host "$DOCKER_HOST" --pidfile "$engine_home/pid" >"$engine_home/log" 2>&1 </dev/null &
    engine_own=$!
    wait_until 60 'the engine to answer' docker info || {
        tail -n 20 "$engine_home/log" >&2
        exit 1
    }
}

# Only an engine that was started here is stopped.
engine_stop() {
    [ -n "$engine_own" ] || return 0
    kill "$engine_own" 2>/dev/null || return 0
    wait "$engine_own" 2>/dev/null || true
    engine_own=
}

# Makes sure of every image that the Dockerfile starts from.
engine_bases() {
    # The order matters: the stand-ins for the compilers start from the last one.
    for engine_base in $(sed -n 's/^ARG [A-Z]*=\(.*:.*\)$/\1/p' Dockerfile | sed '1!G;h;$!d'); do
        docker image inspect "$engine_base" >/dev/null 2>&1 ||
            timeout 600 docker pull "$engine_base" ||
            stand_in "$engine_base"
    done
}

stand_in() {
    say "Making a stand-in for $1."
    stand_in_stage=$(mktemp -d "$engine_home/base.XXXXXX")
    case $1 in
        debian:bookworm-*) stand_in_debian "$1" ;;
        node:*) stand_in_node "$1" ;;
        rust:*) stand_in_rust "$1" ;;
        *)
            say "There is no recipe for $1."
            return 1
            ;;
    esac
    rm -rf "$stand_in_stage"
}

stand_in_debian() {
    have debootstrap || {
        want debootstrap
        install_packages
    }
    debootstrap --variant=minbase --include=ca-certificates bookworm "$stand_in_stage/system" >&2
    # A machine behind a proxy of its own trusts more than Debian does, and so must the builds.
    cp /etc/ssl/certs/ca-certificates.crt "$stand_in_stage/system/etc/ssl/certs/"
    rm -rf "$stand_in_stage"/system/var/cache/apt/archives/*.deb
    tar -C "$stand_in_stage/system" -c . |
        docker import --change 'ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt' \
            --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' - "$1" >&2
}

stand_in_node() {
    stand_in_npm=$(dirname -- "$(dirname -- "$(readlink -f "$(command -v npm)")")")
    mkdir -p "$stand_in_stage/bin" "$stand_in_stage/lib/node_modules"
    cp "$(readlink -f "$(command -v node)")" "$stand_in_stage/bin/node"
    cp -R "$stand_in_npm" "$stand_in_stage/lib/node_modules/npm"
    ln -s ../lib/node_modules/npm/bin/npm-cli.js "$stand_in_stage/bin/npm"
    ln -s ../lib/node_modules/npm/bin/npx-cli.js "$stand_in_stage/bin/npx"
    printf 'FROM debian:bookworm-slim\nCOPY bin /usr/local/bin\nCOPY lib /usr/local/lib\n' \
        >"$stand_in_stage/Dockerfile"
    DOCKER_BUILDKIT=0 docker build --tag "$1" "$stand_in_stage" >&2
}

stand_in_rust() {
    cat >"$stand_in_stage/Dockerfile" <<'RECIPE'
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev
COPY bin /usr/local/bin
COPY lib /usr/local/lib
RECIPE
    # Without its documentation a toolchain is half as large.
    tar -c -C "$(rustc --print sysroot)" bin lib -C "$stand_in_stage" Dockerfile |
        DOCKER_BUILDKIT=0 docker build --tag "$1" - >&2
}

# wait_until SECONDS WHAT COMMAND...: asks once a second until the command succeeds.
wait_until() {
    wait_left=$1 wait_what=$2
    shift 2
    until "$@" >/dev/null 2>&1; do
        wait_left=$((wait_left - 1))
        if [ "$wait_left" -le 0 ]; then
            say "Waited in vain for $wait_what."
            return 1
        fi
        sleep 1
    done
}
