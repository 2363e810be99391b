# Sourced by the scripts that compile a tool of the lint: finds the toolchain, and compiles what has changed.
# Sets `tools` (the toolchain's bin folder), `host` (its parser) and `toolchain` (what it says of itself).

# What cannot be analysed ends with 3, whatever the reason.
stop() { echo "${0##*/}: $1" >&2; exit 3; }

# The compiler says where its toolchain lies; the swiftc on the PATH may be a link or a launcher.
command -v swiftc > /dev/null || stop "swiftc is not on the PATH; install the Swift toolchain first"
toolchain=$(swiftc -print-target-info 2> /dev/null) || stop "swiftc does not run"
library=$(sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p' <<< "$toolchain")
host=$library/host
tools=$(realpath "$library/../../bin" 2> /dev/null) || stop "the toolchain of $library has no bin folder"
[[ -d $host/SwiftParser.swiftmodule ]] || stop "the toolchain has no SwiftParser in $host"

# build NAME MODULE CACHE SOURCE…: sets `built` to a tool named after the digest of its sources and its toolchain.
build() {
    local name=$1 module=$2 cache=$3 key building
    shift 3
    key=$({ echo "$toolchain"; cat "${BASH_SOURCE[0]}" "$@"; } | sha256sum | cut -c1-16)
    built=$cache/$name-$key
    [[ ! -x $built ]] || return 0
    mkdir -p "$cache"
    building=$(mktemp "$cache/building.XXXXXX")
    # Compiled modules remember where they lay: once more without them, in case the folder was moved.
    if ! compile "$building" "$module" "$cache" "$@" > "$building.log" 2>&1; then
        rm -rf "$cache/modules"
        compile "$building" "$module" "$cache" "$@" >&2 || { rm -f "$building"*; stop "$module does not compile"; }
    fi
    find "$cache" -maxdepth 1 -name "$name-*" -delete
    mv "$building" "$built"
    rm -f "$building.log"
}

# Unoptimised and as one module: the time goes into the toolchain's parser, which is optimised, and a first run is short.
compile() {
    local output=$1 module=$2 cache=$3
    shift 3
    "$tools/swiftc" -Onone -wmo -parse-as-library -swift-version 6 -warnings-as-errors -module-name "$module" \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
        -module-cache-path "$cache/modules" -I "$host" -L "$host" -lSwiftParser -lSwiftSyntax \
        -Xlinker -rpath -Xlinker "$host" -o "$output" "$@"
}
