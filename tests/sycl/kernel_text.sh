#!/bin/sh
# kernel_text.sh GOLDEN_ENGINE_TEST KERNEL_LIST: fails where the SPIR-V that the runtime makes of the kernels asks for fp64, or
# lacks a kernel.
set -eu

engine_test=$1
kernel_list=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# fp64_free FILE: whether a SPIR-V module does without fp64.
fp64_free() {
    spirv-dis --no-color "$1" -o "$1.text" && ! grep -Eq 'OpCapability +Float64|OpTypeFloat +64' "$1.text"
}

# The check itself: a module with fp64 is found, one without is not.
for width in 32 64; do
    {
        echo "OpCapability Kernel"
        echo "OpCapability Addresses"
        [ $width = 32 ] || echo "OpCapability Float64"
        echo "OpMemoryModel Physical64 OpenCL"
        echo "%1 = OpTypeFloat $width"
    } | spirv-as -o "$work/check_$width" -
done
fp64_free "$work/check_32" || { echo "the check finds fp64 where there is none"; exit 1; }
if fp64_free "$work/check_64"; then echo "the check finds no fp64 where there is some"; exit 1; fi

mkdir "$work/images"
(cd "$work/images" &&
    SYCL_DUMP_IMAGES=1 "$engine_test" --backend sycl --gtest_brief=1 --gtest_filter='*Steps*gradient_speed_chroma')
modules=$(find "$work/images" -name '*.spv')
[ -n "$modules" ] || { echo "the runtime has written no SPIR-V"; exit 1; }
for module in $modules; do
    fp64_free "$module" || { echo "a kernel uses fp64:"; grep OpCapability "$module.text"; exit 1; }
done

kernels=$(sed -n 's/^ *KERNEL(\([a-z_0-9]*\), [0-9]*).*/\1/p' "$kernel_list")
[ -n "$kernels" ] || { echo "$kernel_list lists no kernel"; exit 1; }
for kernel in $kernels; do
    grep -q "OpEntryPoint Kernel .*[_\"]$kernel\"" "$work"/images/*.text || { echo "$kernel is not among the kernels"; exit 1; }
done
echo "$(echo "$kernels" | wc -l) kernels without fp64"
