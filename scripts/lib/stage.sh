# shellcheck shell=sh
# Runs stages one after the other, goes on after a failure, counts what their closing lines say,
# and ends with "N passed, M failed, K skipped" alone on the last line.
#
# A stage that fails counts as at least one failure, and a stage of tests that passes without
# having run one counts as a failure too.

stages_begin() {
    stages_work=$(mktemp -d)
    trap 'rm -rf "$stages_work"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    stages_passed=0 stages_failed=0 stages_skipped=0
    : >"$stages_work/summary"
}

# stage NAME RUNNER COMMAND...: RUNNER names whose closing lines to read (cargo, vitest,
# playwright), or `none` for a check that has no tests. Ask `stage_held` how it went.
stage() {
    stage_name=$1 stage_runner=$2
    shift 2
    printf '\n=== %s\n' "$stage_name"
    stage_started=$(date +%s)
    # A pipe gives back the status of `tee`, so the command's own goes through a file.
    (
        stage_rc=0
        "$@" </dev/null || stage_rc=$?
        echo "$stage_rc" >"$stages_work/status"
    ) 2>&1 | tee "$stages_work/log"
    stage_status=$(cat "$stages_work/status")

    # The three numbers are words on purpose.
    # shellcheck disable=SC2046
    set -- $(plain_text <"$stages_work/log" | "count_$stage_runner")
    if [ "$stage_status" -ne 0 ] && [ "$2" -eq 0 ]; then
        set -- "$1" 1 "$3"
    elif [ "$stage_status" -eq 0 ] && [ "$stage_runner" != none ] && [ "$1" -eq 0 ]; then
        printf '%s: no test was run\n' "$stage_name"
        set -- "$1" "$(($2 + 1))" "$3"
    fi
    stage_record "$1" "$2" "$3"
}

stage_held() { [ "$stage_lost" -eq 0 ]; }

# A stage that cannot run because an earlier one failed, or an optional tool is absent.
stage_skipped() {
    stage_name=$1 stage_started=$(date +%s)
    printf '\n=== %s\nskipped: %s\n' "$1" "$2"
    stage_record 0 0 1
}

# A stage whose tool is missing: to be put up with on somebody's own machine, never where the
# result decides.
stage_without_tool() {
    if [ -n "${CI:-}" ]; then
        stage_name=$1 stage_started=$(date +%s)
        printf '\n=== %s\nfailed: %s\n' "$1" "$2"
        stage_record 0 1 0
    else
        stage_skipped "$1" "$2"
    fi
}

stage_record() {
    stage_lost=$2
    stages_passed=$((stages_passed + $1))
    stages_failed=$((stages_failed + $2))
    stages_skipped=$((stages_skipped + $3))
    printf '%-26s %5d s  %5d passed %4d failed %4d skipped\n' \
        "$stage_name" "$(($(date +%s) - stage_started))" "$1" "$2" "$3" |
        tee -a "$stages_work/summary"
}

stages_end() {
    printf '\n=== all stages\n'
    cat "$stages_work/summary"
    printf '\n%d passed, %d failed, %d skipped\n' "$stages_passed" "$stages_failed" "$stages_skipped"
    [ "$stages_failed" -eq 0 ] || exit 1
}

# --- closing lines ----------------------------------------------------------------------------
# Each reads a log without colours and prints "passed failed skipped".

plain_text() {
    stage_escape=$(printf '\033')
    sed "s/$stage_escape\[[0-9;]*m//g"
}

count_none() { echo 0 0 0; }

# "test result: ok. 3 passed; 0 failed; 1 ignored; …" of cargo test, once a test program, and
# "Summary [ 1.2s] 12 tests run: 11 passed (1 slow), 1 failed, 3 skipped" of nextest, where
# whatever ran and did not pass has failed (timed out and could not start have their own words).
count_cargo() {
    awk '/^test result: / {
             for (i = 2; i <= NF; i++) {
                 if ($i ~ /^passed/) p += $(i - 1)
                 if ($i ~ /^failed/) f += $(i - 1)
                 if ($i ~ /^ignored/) s += $(i - 1)
             }
         }
         /^ *Summary \[.*\] +[0-9\/]+ tests? run: / {
             ran = 0; well = 0
             for (i = 2; i <= NF; i++) {
                 if ($i ~ /^tests?$/ && $(i + 1) == "run:") ran = $(i - 1) + 0
                 if ($i ~ /^passed/) well = $(i - 1)
                 if ($i ~ /^skipped/) s += $(i - 1)
             }
             p += well; f += ran - well
         }
         END { print p + 0, f + 0, s + 0 }'
}

# "      Tests  1 failed | 2 passed | 1 skipped (4)"
count_vitest() {
    awk '/^ *Tests +[0-9]+ / {
             for (i = 3; i <= NF; i++) {
                 if ($i == "passed") p += $(i - 1)
                 if ($i == "failed") f += $(i - 1)
                 if ($i == "skipped" || $i == "todo") s += $(i - 1)
             }
         }
         END { print p + 0, f + 0, s + 0 }'
}

# "  4 passed (15.0s)", "  1 failed", "  2 skipped", "  1 flaky", "  3 did not run". A test that
# passed only at a second try has failed.
count_playwright() {
    awk '/^  [0-9]+ passed( |$)/ { p += $1 }
         /^  [0-9]+ (failed|flaky|interrupted)( |$)/ { f += $1 }
         /^  [0-9]+ (skipped|did not run)( |$)/ { s += $1 }
         END { print p + 0, f + 0, s + 0 }'
}
