// What queues share.
#include "backends/device/queue.h"

#include <chrono>

namespace speedqa::device {

double Queue::timed_launch(const Chain& chain) {
    wait();
    const auto start = std::chrono::steady_clock::now();
    launch({&chain, 1});
    wait();
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    return elapsed.count();
}

}  // namespace speedqa::device
