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

# build NAME MODULE CACHE BESIDE SOURCE…: sets `built` to a folder named after the digest of its sources and its toolchain.
# In it lie the program NAME, MODULE.o and MODULE.swiftmodule. BESIDE is such a folder whose module all sources see, or empty.
build() {
    local name=$1 module=$2 cache=$3 beside=$4 key building
    shift 4
    key=$({ echo "$toolchain $beside"; cat "${BASH_SOURCE[0]}" "$@"; } | sha256sum | cut -c1-16)
    built=$cache/$name-$key
    [[ ! -x $built/$name ]] || return 0
    { mkdir -p "$cache" && building=$(mktemp -d "$cache/building.XXXXXX"); } 2> /dev/null ||
        stop "$cache cannot be written, and the tool is compiled there"
    # Compiled modules remember where they lay: once more without them, in case the folder was moved.
    if ! compile "$building" "$name" "$module" "$cache" "$beside" "$@" > "$building/log" 2>&1; then
        rm -rf "$cache/modules"
        compile "$building" "$name" "$module" "$cache" "$beside" "$@" >&2 || { rm -rf "$building"; stop "$module does not compile"; }
    fi
    rm -rf "$cache/$name"-*
    mv "$building" "$built"
}

# Unoptimised and as one module: the time goes into the toolchain's parser, which is optimised, and a first run is short.
# Each module begins at a function of its own, so that its object can be linked into another's program too.
compile() {
    local folder=$1 name=$2 module=$3 cache=$4 beside=$5 objects=("$1/$3.o") seen=()
    shift 5
    if [[ -n $beside ]]; then
        objects+=("$beside"/*.o)
        seen=(-I "$beside" -Xfrontend -testable-import-module -Xfrontend "$(basename "$beside"/*.o .o)")
    fi
    "$tools/swiftc" -Onone -wmo -parse-as-library -swift-version 6 -warnings-as-errors -module-name "$module" \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
        -module-cache-path "$cache/modules" -I "$host" "${seen[@]}" -enable-testing \
        -Xfrontend -entry-point-function-name -Xfrontend "${module}_main" \
        -emit-module-path "$folder/$module.swiftmodule" -emit-object -o "${objects[0]}" "$@" &&
        "$tools/swiftc" "${objects[@]}" -L "$host" -lSwiftParser -lSwiftSyntax -Xlinker -rpath -Xlinker "$host" \
            -Xlinker "--defsym=main=${module}_main" -o "$folder/$name"
}
