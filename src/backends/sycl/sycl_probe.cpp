// A SYCL device as a device of the probe: its operations, compiled at run time with the options of the
// kernels.
#include "backends/sycl/sycl_probe.h"

#include <algorithm>
#include <string>

#include "backends/sycl/kernel_program.h"
#include "backends/sycl/sycl_error.h"

namespace speedqa::sycl_backend {
namespace {

constexpr const char* main_text = "#include \"backends/sycl/device_code/probe_entry_points.h\"\n";
constexpr std::size_t group_size = 128;
constexpr std::size_t items = 1024 * group_size;

class SyclProbe : public probe::Device {
  public:
    explicit SyclProbe(const sycl_backend::Device& device)
        : name_(sycl_backend::name_of(device)),
          queue_(device.device.get_platform().khr_get_default_context(), device.device,
                 sycl::property::queue::in_order()),
          program_(translated(name_, [this] {
              return build_program(queue_.get_context(), queue_.get_device(), main_text, {});
          })) {}
    ~SyclProbe() override {
        if (memory_) sycl::free(memory_, queue_);
    }
    SyclProbe(const SyclProbe&) = delete;
    SyclProbe& operator=(const SyclProbe&) = delete;

    bool has_binary64() const override { return false; }

    void run(probe::Operation operation, std::uint64_t first, std::span<std::uint64_t> results) override {
        translated(name_, [&] {
            std::uint64_t* const memory = words(results.size());
            launch("run_", operation, first, std::uint64_t{results.size()}, memory);
            queue_.memcpy(results.data(), memory, results.size_bytes()).wait_and_throw();
        });
    }

    void repeat(probe::Operation operation, std::uint32_t count) override {
        translated(name_, [&] {
            launch("repeat_", operation, count, words(items));
            queue_.wait_and_throw();
        });
    }

  private:
    template <class... Arguments>
    void launch(const char* prefix, probe::Operation operation, Arguments... arguments) {
        const sycl::kernel kernel =
            program_.ext_oneapi_get_kernel(std::string(prefix) + probe::name_of(operation));
        queue_.submit([&](sycl::handler& handler) {
            handler.set_args(arguments...);
            handler.parallel_for(sycl::nd_range<1>(items, group_size), kernel);
        });
    }

    std::uint64_t* words(std::size_t count) {
        if (count > allocated_) {
            if (memory_) sycl::free(std::exchange(memory_, nullptr), queue_);
            memory_ = sycl::malloc_device<std::uint64_t>(count, queue_);
            if (!memory_) throw Error(SPEEDQA_OUT_OF_MEMORY, "no device memory is available");
            allocated_ = count;
        }
        return memory_;
    }

    std::string name_;
    sycl::queue queue_;
    sycl::kernel_bundle<sycl::bundle_state::executable> program_;
    std::uint64_t* memory_ = nullptr;
    std::size_t allocated_ = 0;
};

}  // namespace

std::unique_ptr<probe::Device> make_probe(const Device& device) {
    return std::make_unique<SyclProbe>(device);
}

}  // namespace speedqa::sycl_backend
