// Kernels for the means and the covariance matrix of an image.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "speed/covariance.h"

namespace speedqa::kernels {

// The means of image x.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void means(const Group& group, const FeatureBatch& batch, float*) {
    const int image = group.x();
    element_means<Arithmetic>(group, batch.tables, batch.small_image + image * batch.image_samples(),
                              batch.means + image * elements);
}

// The covariance matrix of image x.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void covariance(const Group& group, const FeatureBatch& batch, float*) {
    const int image = group.x();
    unsigned fallbacks = 0;
    covariance_matrix<Arithmetic>(group, batch.tables, batch.small_image + image * batch.image_samples(),
                                  batch.means + image * elements, batch.covariance + image * matrix_size,
                                  fallbacks);
    if (fallbacks != 0) group.add(batch.fallbacks + image, fallbacks);
}

}  // namespace speedqa::kernels
