#!/bin/sh
# Tests the front door itself: what it counts, which versions it takes, what it says when a tool
# is missing. Takes about a second and touches nothing outside a temporary folder.
set -eu

cd "$(dirname -- "$0")/.."
# shellcheck source=scripts/lib/tools.sh
. scripts/lib/tools.sh
# shellcheck source=scripts/lib/stage.sh
. scripts/lib/stage.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# same NAME EXPECTED FOUND
same() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n  expected: %s\n  found:    %s\n' "$1" "$2" "$3"
    fi
}

# contains NAME PART WHOLE
contains() {
    case $3 in
        *"$2"*) same "$1" ok ok ;;
        *) same "$1" "a text with: $2" "$3" ;;
    esac
}

answer() { if "$@"; then echo yes; else echo no; fi; }

# A folder of commands that stands for a machine without any of the tools.
empty_machine() {
    rm -rf "${work:?}/bin"
    mkdir "$work/bin"
    for tool in sh dirname sed awk id cat; do
        ln -s "$(command -v "$tool")" "$work/bin/$tool"
    done
}

# fake_tool NAME TEXT: a command of that name that prints the text.
fake_tool() {
    rm -f "$work/bin/$1"
    printf '#!/bin/sh\necho "%s"\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

on_that_machine() {
    status=0
    said=$(env -i HOME="$work" PATH="$work/bin" ./x "$@" 2>&1) || status=$?
}

counting() {
    same 'cargo test: programs are added up' '5 1 2' "$(count_cargo <<'LOG'
running 3 tests
test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s
test result: FAILED. 2 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s
LOG
)"
    same 'nextest: all well' '12 0 3' "$(count_cargo <<'LOG'
     Summary [   0.512s] 12 tests run: 12 passed (1 slow), 3 skipped
LOG
)"
    same 'nextest: failed and timed out both count' '9 3 0' "$(count_cargo <<'LOG'
     Summary [  61.002s] 12 tests run: 9 passed (2 leaky), 2 failed, 1 timed out, 0 skipped
        FAIL [   0.004s] engine::theorems conserves_seeds
LOG
)"
    same 'nextest and documentation tests are added up' '3 0 0' "$(count_cargo <<'LOG'
     Summary [   0.001s] 1 test run: 1 passed, 0 skipped
test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
LOG
)"
    same 'vitest: all well' '31 0 0' "$(count_vitest <<'LOG'
 Test Files  4 passed (4)
      Tests  31 passed (31)
LOG
)"
    same 'vitest: failed, skipped, to do' '2 1 2' "$(count_vitest <<'LOG'
 Test Files  1 failed | 3 passed (4)
      Tests  1 failed | 2 passed | 1 skipped | 1 todo (5)
LOG
)"
    same 'playwright: all well' '4 0 0' "$(count_playwright <<'LOG'
Running 4 tests using 2 workers
  ✓  1 [desktop] › table.spec.ts:3:1 › a vote is shown (1.2s)

  4 passed (15.0s)
LOG
)"
    same 'playwright: failed, flaky, skipped, not run' '4 2 4' "$(count_playwright <<'LOG'
  1 failed
    [desktop] › table.spec.ts:3:1 › a vote is shown
  1 flaky
  3 did not run
  1 skipped
  4 passed (1.1m)
LOG
)"
    same 'colours do not hide a count' '7 0 0' \
        "$(printf '\033[2m      Tests \033[22m \033[1m\033[32m7 passed\033[39m\033[22m (7)\n' |
            plain_text | count_vitest)"
}

# The closing line of a run of stages that end as told.
closing_line() {
    (
        set +e
        stages_begin
        "$@"
        stages_end
    ) >"$work/stages" 2>&1 && status=0 || status=$?
    same 'the count is alone on the last line' "$1: $closing" "$1: $(tail -n 1 "$work/stages")"
}

says() { printf '%s\n' "$1"; }
says_and_fails() { says "$1" && return 3; }

all_well() {
    stage good cargo says 'test result: ok. 2 passed; 0 failed; 0 ignored'
    stage check none true
}
one_check_fails() {
    stage check none false
    stage good cargo says 'test result: ok. 2 passed; 0 failed; 0 ignored'
}
crash_before_counting() { stage crash cargo says_and_fails 'could not compile'; }
nothing_ran() { stage empty vitest says 'No test files found'; }
failures_without_status() { stage odd cargo says 'test result: FAILED. 1 passed; 1 failed; 0 ignored'; }
tool_is_missing() { stage_without_tool browser 'no Chromium'; }

stages() {
    closing='2 passed, 0 failed, 0 skipped' && closing_line all_well
    same 'success is status 0' 0 "$status"
    closing='2 passed, 1 failed, 0 skipped' && closing_line one_check_fails
    same 'a failed check is status 1, and the later stage ran' 1 "$status"
    closing='0 passed, 1 failed, 0 skipped'
    closing_line crash_before_counting
    same 'a crash without a count is status 1' 1 "$status"
    closing_line nothing_ran
    same 'a stage that ran no test is status 1' 1 "$status"
    closing='1 passed, 1 failed, 0 skipped' && closing_line failures_without_status
    same 'a counted failure is status 1, whatever the command says' 1 "$status"

    CI=true && closing='0 passed, 1 failed, 0 skipped' && closing_line tool_is_missing
    same 'where the result decides, a missing tool is a failure' 1 "$status"
    CI='' && closing='0 passed, 0 failed, 1 skipped' && closing_line tool_is_missing
    same 'elsewhere a missing tool is a skip' 0 "$status"
}

versions() {
    same 'rustc of the least version' yes "$(answer at_least 1.94 1.94)"
    same 'an older one' no "$(answer at_least 1.93 1.94)"
    same 'numbers are not text' no "$(answer at_least 1.100 2.0)"
    same 'a later major' yes "$(answer at_least 2.0 1.94)"
    same 'none at all' no "$(answer at_least '' 1.94)"
    for version in 20.19 20.20 22.12 23.0 24.11; do
        same "Node $version fits" yes "$(answer node_fits "$version")"
    done
    for version in '' 18.20 20.18 21.7 22.11; do
        same "Node '$version' does not fit" no "$(answer node_fits "$version")"
    done
    same 'a tool that prints v20.20.2' 20.20 "$(echo v20.20.2 | first_version)"
    same 'a tool that prints its name first' 1.95 "$(echo 'cargo 1.95.0 (f2d3ce0bd 2026-03-21)' | first_version)"
    same 'a package version' 1.63 "$(echo '1.63.0+dfsg1-2' | first_version)"
}

missing_tools() {
    empty_machine
    on_that_machine play
    same 'nothing is there: status 2' 2 "$status"
    contains 'the compiler is named' 'a C compiler (cc)' "$said"
    contains 'Rust is named with its version' 'Rust 1.94 or later (found: none)' "$said"
    contains 'Node is named with its version' 'Node 20.19' "$said"
    contains 'rustup is the remedy' 'https://sh.rustup.rs | sh -s -- -y' "$said"
    same 'one line to copy' 1 "$(printf '%s\n' "$said" | grep -c '^  ')"

    empty_machine
    fake_tool cc cc
    fake_tool cargo 'cargo 1.80.0 (x 2024-01-01)'
    fake_tool rustup 'rustup 1.28.0'
    fake_tool node v20.20.2
    fake_tool npm 11.0.0
    on_that_machine play
    same 'an old Rust: status 2' 2 "$status"
    contains 'the found version is told' 'found: 1.80' "$said"
    contains 'rustup updates' '  rustup update stable && rustup default stable' "$said"

    fake_tool cargo 'cargo 1.95.0 (x 2026-01-01)'
    fake_tool node v18.20.4
    fake_tool apt-get ''
    fake_tool id 1000
    on_that_machine test
    same 'an old Node: status 2' 2 "$status"
    contains 'who is not root is told to become it' '| sudo -E bash - && sudo apt-get install -y nodejs' "$said"
}

commands() {
    empty_machine
    on_that_machine no-such-thing
    same 'an unknown command: status 2' 2 "$status"
    contains 'it is repeated' 'no command "no-such-thing"' "$said"
    on_that_machine help
    same 'help: status 0' 0 "$status"
    contains 'help names the commands' 'docker-test' "$said"
}

counting
stages
versions
missing_tools
commands

# The closing line of cargo's tests, so that one counter reads both.
verdict=ok
[ "$failed" -eq 0 ] || verdict=FAILED
printf 'test result: %s. %d passed; %d failed; 0 ignored\n' "$verdict" "$passed" "$failed"
[ "$failed" -eq 0 ]
