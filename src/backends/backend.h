// What a backend offers: devices, and engines that score batches of frame pairs on one of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "probe/device.h"
#include "speed/format.h"
#include "speed/plan.h"

namespace speedqa {

enum class DeviceKind { cpu, gpu, other };

struct DeviceInfo {
    std::string backend;  // "cpu", "sycl", "cuda", "hip"
    int index = 0;        // within its backend
    DeviceKind kind = DeviceKind::gpu;
    std::string name;
    std::string driver;
    bool usable = true;
    std::string reason;                                           // why it is not usable
    std::vector<std::pair<std::string, std::string>> properties;  // "memory", "fp64", ...: for people to read
};

// One frame of both clips, with the frame before it where the plan has a temporal feature and there is one.
struct FramePair {
    std::int64_t index = 0;
    Frame reference;
    Frame distorted;
    Frame previous_reference;
    Frame previous_distorted;
};

// The scores of one feature for one frame pair.
struct PairResult {
    float score[3] = {};  // speed_chroma: u, v, uv; speed_temporal: the first
    // 1 where the covariance matrix was judged singular: u_ref, u_dis, v_ref, v_dis; temporal: ref, dis.
    std::uint8_t singular[4] = {};
    std::uint8_t qr_limit =
        0;  // bit i: the QR iteration of image i (order as in singular) stopped at 500 steps
    std::uint8_t not_finite = 0;  // bit i: score i is not a number or infinite, or log2 met an argument <= 0
    std::uint32_t fallbacks = 0;  // results that took an exact slow path, in this pair
};

// The steps of one image, for tests; see docs/algorithm.md.
struct ImageSteps {
    std::vector<float> small_image;  // small_height rows of small_width
    std::vector<float> means;        // 25
    std::vector<float> covariance;   // 25 rows of 25
    std::vector<float> eigenvalues;  // 25, in the order found
    std::vector<float> variances;    // one for each block
    std::vector<float> entropies;    // one for each block
    bool singular = false;
};

// What the launches of a kernel took on the device, all together.
struct KernelTime {
    std::string kernel;
    std::int64_t launches = 0;
    double milliseconds = 0.0;
};

// Scores batches for one plan on one device. Used by one thread at a time; several engines run side by side.
class Engine {
  public:
    virtual ~Engine() = default;

    // The most frame pairs that one call of score takes.
    virtual int batch() const = 0;

    // What a user should know about this engine, a batch made smaller for want of memory say; mostly empty.
    virtual std::string note() const { return {}; }

    // Scores pairs.size() <= batch() frame pairs: results[pair * features + feature], features as in the
    // plan. Throws Error (device, out_of_memory).
    virtual void score(std::span<const FramePair> pairs, std::span<PairResult> results) = 0;

    // The steps of image `image` (u_ref, u_dis, v_ref, v_dis; temporal: ref, dis) of a pair and feature of
    // the last batch.
    virtual ImageSteps steps(int pair, int feature, int image) = 0;

    // True if a full batch replays a recorded command graph.
    virtual bool replays_graph() const { return false; }

    // With EngineSettings::profile: each kernel launched since the last call. Empty on the CPU.
    virtual std::vector<KernelTime> take_kernel_times() { return {}; }

    // Bytes that the last batch copied to the device, or read over its link.
    virtual std::size_t uploaded_bytes() const { return 0; }
};

struct EngineSettings {
    int device = 0;        // DeviceInfo::index
    int batch = 0;         // 0: the backend chooses
    bool graph = true;     // replay a recorded command graph where the device can
    bool fp64 = true;      // compute with the device's fp64 type where it has one
    bool profile = false;  // measure each kernel: launched without a graph, and waited for
    int engines = 1;       // that will run side by side: what bounds the memory of a chosen batch
};

// Memory that a device reads frames from at full speed.
enum class FrameMemory { device, host };

class Backend {
  public:
    virtual ~Backend() = default;
    virtual const char* name() const = 0;
    virtual std::vector<DeviceInfo> devices() = 0;

    // How many engines keep a device busy: one for each core on the CPU, two (one uploads while the other
    // computes) on a GPU.
    virtual int engines_per_device(int device) const = 0;

    // A mark behind all work that `stream`, a stream of the caller on this device, holds so far: engines read
    // a frame in the device's memory behind its mark. Throws Error (unsupported) where engines read host
    // memory only, Error (device).
    virtual std::shared_ptr<void> mark(int device, void* stream);

    // Whose memory an address of the caller is, "the host" say, where kernels on the device can't read it on
    // every machine; empty where they can, or where the backend can't tell.
    virtual std::string unreadable_memory(int device, const void* address);

    // A copy of `bytes` bytes in such memory of a device. Throws Error (unsupported) where a backend has
    // none, Error (device, out_of_memory).
    virtual std::shared_ptr<void> copy_to(FrameMemory memory, int device, const void* from,
                                          std::size_t bytes);

    // Seconds of a plain copy of `bytes` bytes from such memory of the host to the device's: no engine can be
    // fed faster. 0 where a backend has no such copies. Throws Error (device, out_of_memory).
    virtual double link_seconds(int device, std::size_t bytes);

    // Throws Error (device, out_of_memory, unsupported).
    virtual std::unique_ptr<Engine> make_engine(std::shared_ptr<const Plan> plan,
                                                const EngineSettings& settings) = 0;

    // The device with its own arithmetic, also one that make_engine would refuse. Throws Error (device,
    // unsupported).
    virtual std::unique_ptr<probe::Device> make_probe(int device);
};

}  // namespace speedqa
