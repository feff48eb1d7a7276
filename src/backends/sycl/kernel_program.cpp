// The kernels, compiled for one device from the text in this module.
#include "backends/sycl/kernel_program.h"

#include <mutex>

#include "backends/sycl/device_code.h"
#include "backends/sycl/self_test.h"

namespace speedqa::sycl_backend {
namespace {

namespace experimental = sycl::ext::oneapi::experimental;

constexpr const char* main_text = "#include \"backends/sycl/device_code/entry_points.h\"\n";

#define SPEEDQA_NAME(name, size) #name,
constexpr const char* kernel_names[] = {SPEEDQA_KERNELS(SPEEDQA_NAME)};
#undef SPEEDQA_NAME

// -ffp-contract=off also reaches the device's own compiler, as a mode of each kernel; -ffp-model does not.
std::vector<std::string> compile_options(const sycl::device& device) {
    std::vector<std::string> options = {"-I.", "-std=c++20", "-ffp-contract=off", "-fno-fast-math"};
    if (device.is_cpu()) options.emplace_back("-DSPEEDQA_KEEP_ORDER");
    for (std::string& option : kernel_options()) options.push_back(std::move(option));
    return options;
}

experimental::include_files include_files() {
    experimental::include_files files;
    for (const SourceFile& file : device_code()) files.add(file.path, file.text);
    return files;
}

}  // namespace

// What `build` makes of a text just compiled is found in the cache again only where the text came from the
// cache as well: `compile` puts it there.
sycl::kernel_bundle<sycl::bundle_state::executable> build_program(
    const sycl::context& context, const sycl::device& device, const char* text,
    const std::vector<std::string>& more_options) {
    std::vector<std::string> options = compile_options(device);
    options.insert(options.end(), more_options.begin(), more_options.end());
    auto source = experimental::create_kernel_bundle_from_source(
        context, experimental::source_language::sycl, text, experimental::properties{include_files()});
    const std::vector<sycl::device> devices = {device};
    const experimental::properties properties{experimental::build_options{options}};
    experimental::compile(source, devices, properties);
    return experimental::build(source, devices, properties);
}

// A damaged entry in the runtime's cache on disk can make it throw, or give wrong code. With a suffix to the
// kernels' names nothing of the first attempt is found in the cache again.
KernelProgram::KernelProgram(const sycl::device& device)
    : context_(device.get_platform().khr_get_default_context()) {
    try {
        compile(device, {}, "");
    } catch (const std::exception&) {
        compile(device, {"-DSPEEDQA_KERNEL_SUFFIX=_again"}, "_again");
    }
}

void KernelProgram::compile(const sycl::device& device, const std::vector<std::string>& options,
                            const std::string& suffix) {
    auto program = build_program(context_, device, main_text, options);
    kernels_.clear();
    largest_groups_.clear();
    for (const char* name : kernel_names) {
        using LargestGroup = sycl::info::kernel_device_specific::work_group_size;
        kernels_.push_back(program.ext_oneapi_get_kernel(name + suffix));
        largest_groups_.push_back(kernels_.back().get_info<LargestGroup>(device));
    }
    sycl::queue queue(context_, device, sycl::property::queue::in_order());
    test_arithmetic(queue, program.ext_oneapi_get_kernel("probe" + suffix));
}

std::shared_ptr<const KernelProgram> KernelProgram::of(const sycl::device& device) {
    using Entry = std::pair<sycl::device, std::shared_ptr<const KernelProgram>>;
    static std::mutex mutex;
    static auto& programs = *new std::vector<Entry>;  // never destroyed: at exit the runtime is gone first
    const std::lock_guard lock(mutex);
    for (const auto& [known, program] : programs)
        if (known == device) return program;
    programs.emplace_back(device, std::make_shared<const KernelProgram>(device));
    return programs.back().second;
}

}  // namespace speedqa::sycl_backend
