# Sourced by Scripts/fuzz: builds the trials of files with libFuzzer's instruments, and sets `built` to the program.
options=(-c release --scratch-path .build/fuzz -Xswiftc -sanitize=fuzzer)
swift build "${options[@]}" --target ReturnFileTrials >&2
folder=$(swift build "${options[@]}" --show-bin-path)
built=$folder/fuzz-return-files
# SwiftPM cannot link it: the driver would bring libFuzzer's own main function too.
runtime=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')/clang/lib/linux
objects=()
for module in Domain Ports UseCases ReturnFiles ReturnFileTrials; do objects+=("$folder/$module.build"/*.o); done
cat > "$folder/driver.h" << END
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*trial)(const uint8_t *data, size_t size));
END
swiftc -O -wmo -parse-as-library -swift-version 6 -warnings-as-errors -sanitize=fuzzer -module-name Fuzz \
    -import-objc-header "$folder/driver.h" -I "$folder/Modules" -c Scripts/Fuzz/Fuzz.swift -o "$folder/Fuzz.o"
swiftc "$folder/Fuzz.o" "${objects[@]}" "$runtime/libclang_rt.fuzzer_no_main-$(uname -m).a" -lstdc++ -o "$built"
