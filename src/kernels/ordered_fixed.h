// The reference's ordered sum of one covariance, in fixed point, by all threads of a group. For devices
// without fp64.
#pragma once

#include "exact/ordered_sum.h"
#include "kernels/covariance_entry.h"

namespace speedqa::kernels {

inline constexpr int ordered_fixed_parts = 128;  // at once
inline constexpr int ordered_fixed_terms = 32;   // of a part: in few of them the sum changes its length

struct OrderedFixedLocal {
    exact::OrderedPart parts[ordered_fixed_parts];
    exact::Int128 before[ordered_fixed_parts];  // the exact sum before a part, or at first that of the part
    exact::Int128 exact_sum;                    // before the first part
    exact::Int128 sum;                          // the reference's
};

// A sum's terms, numbered in the reference's order.
class FixedTermRun {
  public:
    SPEEDQA_HOST_DEVICE explicit FixedTermRun(const exact::FixedPair& pair) : pair_(pair) {}

    SPEEDQA_HOST_DEVICE int terms() const { return pair_.windows.width * pair_.windows.height; }

    // take(factors) for each term of a part.
    template <class Take>
    SPEEDQA_HOST_DEVICE void walk(int part, const Take& take) const {
        const int first = part * ordered_fixed_terms;
        const int left = terms() - first;
        const int count = left < ordered_fixed_terms ? left : ordered_fixed_terms;
        int column = first % pair_.windows.width;
        int at = first / pair_.windows.width * pair_.windows.stride + column;
        bool inexact = false;
        for (int i = 0; i < count; ++i) {
            take(exact::fixed_factors(pair_, at, inexact));
            ++at;
            if (++column < pair_.windows.width) continue;
            column = 0;
            at += pair_.windows.stride - pair_.windows.width;
        }
    }

    // How many places below its 53 bits a sum has.
    SPEEDQA_HOST_DEVICE static int dropped(exact::Int128 sum) {
        const int bits = exact::bit_length(exact::magnitude(sum)) - 53;
        return bits < 1 ? 1 : bits > 63 ? 63 : bits;
    }

  private:
    const exact::FixedPair& pair_;
};

// Adds the parts, whose numbers begin at `first`, as the reference does; one thread calls it.
SPEEDQA_HOST_DEVICE void join_parts(const FixedTermRun& run, int first, int count, OrderedFixedLocal& local) {
    exact::Int128 sum = local.sum;
    for (int i = 0; i < count; ++i)
        if (!exact::advance(sum, local.parts[i], FixedTermRun::dropped(local.before[i])))
            run.walk(first + i, [&sum](const exact::FixedFactors& factors) {
                sum = exact::add_rounded_product(sum, factors.x, factors.y);
            });
    local.sum = sum;
}

// exact::ordered_covariance by a group: threads take the parts of a sum that docs/numerics_log2.md, 9, joins.
// Thread 0 gets the result. Domain: nothing inexact in the pair and its samples.
template <class Group>
SPEEDQA_HOST_DEVICE float ordered_covariance(const Group& group, const exact::FixedPair& pair,
                                             OrderedFixedLocal& local) {
    const FixedTermRun run(pair);
    const int parts = (run.terms() + ordered_fixed_terms - 1) / ordered_fixed_terms;
    if (group.rank() == 0) local.sum = local.exact_sum = {0, 0};
    for (int first = 0; first < parts; first += ordered_fixed_parts) {
        const int count = parts - first < ordered_fixed_parts ? parts - first : ordered_fixed_parts;
        for (int i = group.rank(); i < count; i += group.size()) {
            exact::ProductSum sum;
            run.walk(first + i, [&sum](const exact::FixedFactors& factors) {
                exact::add_product(sum, factors.x, factors.y);
            });
            local.before[i] = exact::total(sum);
        }
        group.barrier();
        if (group.rank() == 0)
            for (int i = 0; i < count; ++i) {
                const exact::Int128 part = local.before[i];
                local.before[i] = local.exact_sum;
                local.exact_sum = exact::add(local.exact_sum, part);
            }
        group.barrier();
        for (int i = group.rank(); i < count; i += group.size()) {
            exact::OrderedPart part = exact::empty_ordered_part;
            const int dropped = FixedTermRun::dropped(local.before[i]);
            run.walk(first + i, [&part, dropped](const exact::FixedFactors& factors) {
                exact::add_ordered_term(part, factors.x, factors.y, dropped);
            });
            local.parts[i] = part;
        }
        group.barrier();
        if (group.rank() == 0) join_parts(run, first, count, local);
        group.barrier();
    }
    return group.rank() == 0 ? exact::rounded_mean(local.sum, 2 * pair.unit, run.terms()) : 0.0f;
}

}  // namespace speedqa::kernels
