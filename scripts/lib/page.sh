# shellcheck shell=sh
# Installs and builds the page. Both leave a mark in web-client/node_modules and do nothing when
# the mark still fits: a rebuilt page means a rebuilt server, which is minutes.

page_lock_mark=web-client/node_modules/.lock-installed
page_source_mark=web-client/node_modules/.source-built

page_install() {
    ! cmp -s web-client/package-lock.json "$page_lock_mark" || return 0
    say 'Installing the page'\''s packages.'
    (cd web-client && npm ci --no-audit --no-fund) &&
        cp web-client/package-lock.json "$page_lock_mark"
}

page_build() {
    page_sum=$(page_source_sum)
    if [ -f web-client/dist/index.html ] && [ "$page_sum" = "$(cat "$page_source_mark" 2>/dev/null)" ]; then
        return 0
    fi
    (cd web-client && npm run build) && printf '%s\n' "$page_sum" >"$page_source_mark"
}

# A sum over names and contents of everything that the build may read. Dates would not do: a
# checkout changes them all.
page_source_sum() {
    find web-client/* \
        \( -name node_modules -o -name dist -o -name e2e -o -name test-results \
        -o -name playwright-report \) -prune -o -type f -exec cksum {} + |
        LC_ALL=C sort | cksum
}

# Runs one of the page's own tools, from its folder.
page_run() {
    page_tool=$1
    shift
    (cd web-client && "./node_modules/.bin/$page_tool" "$@")
}
