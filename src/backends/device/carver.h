// Divides one block of memory into arrays; with a null base it only measures.
#pragma once

#include <cstddef>
#include <cstdint>

namespace speedqa::device {

class Carver {
  public:
    explicit Carver(void* base = nullptr) : base_(reinterpret_cast<std::uintptr_t>(base)) {}

    // The next `count` entries, aligned for any access that a kernel makes.
    template <class T>
    T* take(std::size_t count) {
        constexpr std::size_t alignment = 256;
        used_ = (used_ + alignment - 1) / alignment * alignment;
        T* array = reinterpret_cast<T*>(base_ + used_);
        used_ += count * sizeof(T);
        return array;
    }

    std::size_t used() const { return used_; }

  private:
    std::uintptr_t base_;
    std::size_t used_ = 0;
};

}  // namespace speedqa::device
