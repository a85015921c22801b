# shellcheck shell=sh
# Finds the tools that a command needs and installs those it may: as root where apt-get is.
# What it cannot install it names in one line to copy, and stops with status 2.
# It never installs anything for a person who is not root.

rust_least=1.94
node_least='20.19 (or 22.12 and later)'

say() { printf '%s\n' "$*" >&2; }

# Packages to install and commands to copy, collected so that all is asked for at once.
packages=
remedies=
lacking=

need_compilers() {
    need_cc
    need_rust
    settle
}

need_builders() {
    need_cc
    need_rust
    need_node
    settle
}

# --- what is there ----------------------------------------------------------------------------

need_cc() {
    ! have cc || return 0
    lack 'a C compiler (cc)'
    if have apt-get; then
        want build-essential
    else
        advise 'xcode-select --install  # or the C compiler of your system'
    fi
}

need_rust() {
    # rustup's own place, which a shell opened before the installation does not know yet
    rust_home=${CARGO_HOME:-${HOME:-}/.cargo}/bin
    case :$PATH: in
        *":$rust_home:"*) ;;
        *) PATH=$PATH:$rust_home ;;
    esac
    rust_found=$(version_of cargo)
    ! at_least "$rust_found" "$rust_least" || return 0
    lack "Rust $rust_least or later (found: ${rust_found:-none})"
    if have rustup; then
        advise 'rustup update stable && rustup default stable'
    elif at_least "$(apt_offers cargo)" "$rust_least"; then
        want cargo rustc
    else
        need_curl
        advise "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y"
    fi
}

need_node() {
    node_found=$(version_of node)
    if node_fits "$node_found"; then
        need_npm
        return 0
    fi
    lack "Node $node_least (found: ${node_found:-none})"
    if node_fits "$(apt_offers nodejs)"; then
        want nodejs npm
    elif have apt-get; then
        need_curl
        advise "curl -fsSL https://deb.nodesource.com/setup_24.x | $(as_root '-E ')bash - && $(as_root)apt-get install -y nodejs"
    else
        advise 'brew install node  # or see https://nodejs.org/en/download'
    fi
}

need_npm() {
    ! have npm || return 0
    lack npm
    if have apt-get; then want npm; else advise 'brew install npm'; fi
}

need_curl() {
    have curl || ! have apt-get || want curl ca-certificates
}

# Sets and exports CHROMIUM, or leaves it unset when Playwright's own browser is to be used.
# Fails with `chromium_remedy` set when there is neither. Call it after the page's packages are
# installed: the last resort is one of them.
need_chromium() {
    # shellcheck disable=SC2034 # read by ../../x
    chromium_remedy='set CHROMIUM=/path/to/chromium'
    ! find_chromium || return 0
    if is_root && [ "$(os_id)" = debian ]; then
        want chromium fonts-dejavu-core
        install_packages || return 1
        ! find_chromium || return 0
    fi
    # Ubuntu's package is a pointer to a snap, and who is not root may not use apt-get at all.
    say 'No Chromium found: asking Playwright for its own.'
    # shellcheck disable=SC2034
    chromium_remedy="(cd web-client && npx playwright install $(! is_root || echo '--with-deps ')chromium)"
    if is_root; then
        page_run playwright install --with-deps chromium >&2
    else
        page_run playwright install chromium >&2
    fi
}

find_chromium() {
    [ -z "${CHROMIUM:-}" ] || "$CHROMIUM" --version >/dev/null 2>&1 ||
        say "CHROMIUM=$CHROMIUM does not start; looking for another."
    for chromium_try in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
        [ -n "$chromium_try" ] || continue
        # A snap stub is there but does not start, so it is asked for its version.
        if chromium_path=$(command -v "$chromium_try") &&
            "$chromium_path" --version >/dev/null 2>&1; then
            CHROMIUM=$chromium_path
            export CHROMIUM
            return 0
        fi
    done
    unset CHROMIUM
    return 1
}

# --- versions ---------------------------------------------------------------------------------

have() { command -v "$1" >/dev/null 2>&1; }

# The first number with dots that `TOOL --version` prints; nothing when it cannot be run.
version_of() {
    have "$1" || return 0
    "$1" --version 2>/dev/null | first_version
}

first_version() {
    sed -n '1s/^[^0-9]*\([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p'
}

# at_least HAVE NEED, both MAJOR.MINOR; an empty HAVE is too little.
at_least() {
    [ -n "$1" ] || return 1
    [ "${1%%.*}" -gt "${2%%.*}" ] && return 0
    [ "${1%%.*}" -eq "${2%%.*}" ] && [ "${1#*.}" -ge "${2#*.}" ]
}

# What the page's build tool takes: 20.19 and later of 20, and everything from 22.12.
node_fits() {
    at_least "$1" 22.12 && return 0
    [ "${1%%.*}" = 20 ] && at_least "$1" 20.19
}

# The version of a package that apt could install, without its epoch; nothing without apt.
apt_offers() {
    have apt-cache || return 0
    apt_update || return 0
    apt-cache policy "$1" 2>/dev/null |
        sed -n 's/^ *Candidate: *\([0-9]*:\)\{0,1\}\(.*\)/\2/p' | first_version
}

# --- asking and installing --------------------------------------------------------------------

lack() { lacking="$lacking${lacking:+, }$1"; }
want() { packages="$packages${packages:+ }$*"; }
advise() { remedies="$remedies${remedies:+ && }$1"; }

is_root() { [ "$(id -u)" -eq 0 ]; }

# The word that makes a printed command run as root, with options, or nothing for root itself.
as_root() { is_root || printf 'sudo %s' "${1:-}"; }

os_id() {
    # shellcheck source=/dev/null
    if [ -r /etc/os-release ]; then (. /etc/os-release && printf '%s' "${ID:-}"); fi
}

# Installs what may be installed; stops with the line to copy when something is still missing.
settle() {
    [ -n "$lacking" ] || return 0
    if [ -n "$packages" ] && is_root && have apt-get; then
        say "Installing: $packages"
        install_packages || say 'apt-get could not install them.'
    fi
    if [ -n "$packages" ]; then
        remedies="$(as_root)apt-get update && $(as_root)apt-get install -y --no-install-recommends $packages${remedies:+ && }$remedies"
    fi
    if [ -n "$remedies" ]; then
        say "Missing: $lacking. Copy this line, then come back:"
        say ''
        say "  $remedies"
        exit 2
    fi
    lacking=
}

install_packages() {
    apt_update || return 1
    # The list is words on purpose.
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        -o DPkg::Lock::Timeout=300 $packages </dev/null >&2 || return 1
    packages=
}

# Once in a run, and only for root; for others the lists are what they are.
apt_update() {
    is_root && [ -z "${apt_updated:-}" ] || return 0
    say 'Reading the package lists.'
    apt-get update -qq -o DPkg::Lock::Timeout=300 </dev/null >&2 || return 1
    apt_updated=yes
}
