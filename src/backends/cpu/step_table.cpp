// Fills the table for the active SIMD level.
#include "backends/cpu/step_table.h"

namespace speedqa {

StepTable active_steps() {
    StepTable table = plain_steps();
    add_decimate_steps(table);
    add_prescale_steps(table);
    add_covariance_steps(table);
    add_local_mean_steps(table);
    add_means_steps(table);
    add_solve_steps(table);
    add_variance_steps(table);
    add_entropy_steps(table);
    add_eigenvalues_steps(table);
    return table;
}

}  // namespace speedqa
