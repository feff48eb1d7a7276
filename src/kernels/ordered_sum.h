// Sums in order, read ahead: the additions wait for one another, the reads need not.
#pragma once

#include "kernels/unroll.h"

namespace speedqa::kernels {

inline constexpr int read_ahead = 16;

// exact::in_order, where there is one for the type.
template <class Value>
SPEEDQA_HOST_DEVICE Value in_order(Value sum) {
    if constexpr (sizeof(Value) == sizeof(float))
        return exact::in_order(sum);
    else
        return sum;
}

template <class Value>
struct ValueRun {
    Value values[read_ahead];

    SPEEDQA_HOST_DEVICE explicit ValueRun(const Value* from) {
        SPEEDQA_UNROLL
        for (int i = 0; i < read_ahead; ++i) values[i] = from[i];
    }
    SPEEDQA_HOST_DEVICE Value added_to(Value sum) const {
        SPEEDQA_UNROLL
        for (int i = 0; i < read_ahead; ++i) sum = in_order(sum + values[i]);
        return sum;
    }
    // The first `count` of them. The others become -0, which changes no sum: the choice does not wait for it.
    SPEEDQA_HOST_DEVICE Value part_added_to(Value sum, int count) const {
        SPEEDQA_UNROLL
        for (int i = 0; i < read_ahead; ++i) sum = in_order(sum + (i < count ? values[i] : -Value(0)));
        return sum;
    }
};

// sum plus `count` values, one after the other. Up to 2*read_ahead values behind them are read, and not
// added.
template <class Value>
SPEEDQA_HOST_DEVICE Value add_in_order(Value sum, const Value* values, int count) {
    ValueRun<Value> now(values);
    for (; count >= 2 * read_ahead; count -= 2 * read_ahead) {
        const ValueRun<Value> next(values + read_ahead);
        sum = now.added_to(sum);
        values += 2 * read_ahead;
        now = ValueRun<Value>(values);
        sum = next.added_to(sum);
    }
    if (count < read_ahead) return now.part_added_to(sum, count);
    const ValueRun<Value> last(values + read_ahead);
    return last.part_added_to(now.added_to(sum), count - read_ahead);
}

}  // namespace speedqa::kernels
