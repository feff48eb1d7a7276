// The C API: turns exceptions into a status and a message, and copies frames that are handed over.
#include <cstring>
#include <new>
#include <string>

#include "api/device_frame.h"
#include "api/error.h"
#include "api/frame_copy.h"
#include "api/scorer.h"
#include "api/version.h"
#include "speed/options.h"
#include "speed/plan.h"
#include "speedqa/speedqa.h"

struct speedqa_config {
    speedqa::FrameFormat format;
    std::vector<speedqa::FeatureRequest> requests;
    speedqa::ScorerSettings settings;
};

struct speedqa_context {
    speedqa::FrameFormat format;
    speedqa::PlaneUse planes;
    std::unique_ptr<speedqa::Scorer> scorer;
    std::int64_t pushed = 0;
    // Scores of all frames read from the scorer so far, score_count() a frame, in the order of the scored
    // frames.
    std::vector<float> scores;
    std::vector<bool> finite;
    int subsample = 1;
};

namespace {

using speedqa::Error;

thread_local std::string last_error;

speedqa_status fail(speedqa_status status, const std::string& message) {
    last_error = message;
    return status;
}

// Runs `body`, which returns nothing or throws.
template <class Body>
speedqa_status guarded(const Body& body) {
    try {
        body();
        return SPEEDQA_OK;
    } catch (const Error& error) {
        return fail(error.status(), error.what());
    } catch (const std::bad_alloc&) {
        return fail(SPEEDQA_OUT_OF_MEMORY, "out of memory");
    } catch (const std::exception& error) {
        return fail(SPEEDQA_INTERNAL, std::string("internal error: ") + error.what());
    } catch (...) {
        return fail(SPEEDQA_INTERNAL, "internal error");
    }
}

void need(const void* pointer, const char* what) {
    if (!pointer) throw Error(SPEEDQA_INVALID_ARGUMENT, std::string(what) + " is null");
}

speedqa::ChromaSubsampling chroma_of(speedqa_chroma chroma) {
    switch (chroma) {
        case SPEEDQA_YUV400:
            return speedqa::ChromaSubsampling::yuv400;
        case SPEEDQA_YUV420:
            return speedqa::ChromaSubsampling::yuv420;
        case SPEEDQA_YUV422:
            return speedqa::ChromaSubsampling::yuv422;
        case SPEEDQA_YUV444:
            return speedqa::ChromaSubsampling::yuv444;
    }
    throw Error(SPEEDQA_INVALID_ARGUMENT,
                "chroma " + std::to_string(static_cast<int>(chroma)) + ": must be 400, 420, 422 or 444");
}

void keep_results(speedqa_context& context) {
    while (const auto result = context.scorer->next_result()) {
        for (const auto& score : scores_of(*result, context.scorer->requests())) {
            context.scores.push_back(score.value_or(0.0f));
            context.finite.push_back(score.has_value());
        }
    }
}

}  // namespace

extern "C" {

const char* speedqa_last_error(void) {
    return last_error.c_str();
}
const char* speedqa_version(void) {
    return SPEEDQA_VERSION;
}

speedqa_status speedqa_config_new(const speedqa_format* format, speedqa_config** config) {
    return guarded([&] {
        need(format, "format");
        need(config, "config");
        const speedqa::FrameFormat frame_format{format->width, format->height, chroma_of(format->chroma),
                                                format->bit_depth};
        check_format(frame_format);
        *config = new speedqa_config{frame_format, {}, {}};
    });
}

void speedqa_config_free(speedqa_config* config) {
    delete config;
}

speedqa_status speedqa_config_add_feature(speedqa_config* config, const char* feature) {
    return guarded([&] {
        need(config, "config");
        need(feature, "feature");
        const speedqa::FeatureRequest request = speedqa::parse_feature(feature);
        check_request(request, config->format);
        config->requests.push_back(request);
    });
}

speedqa_status speedqa_config_add_preset(speedqa_config* config, const char* name) {
    return guarded([&] {
        need(config, "config");
        need(name, "name");
        const speedqa::FeatureRequest request = speedqa::preset(name);
        check_request(request, config->format);
        config->requests.push_back(request);
    });
}

speedqa_status speedqa_config_set_backend(speedqa_config* config, const char* backend, int device) {
    return guarded([&] {
        need(config, "config");
        need(backend, "backend");
        config->settings.backend = backend;
        config->settings.device = device;
    });
}

speedqa_status speedqa_config_add_device(speedqa_config* config, int device) {
    return guarded([&] {
        need(config, "config");
        if (device < 0)
            throw Error(SPEEDQA_INVALID_ARGUMENT,
                        "device " + std::to_string(device) + ": must be an index of the backend's devices");
        config->settings.more_devices.push_back(device);
    });
}

speedqa_status speedqa_config_set_threads(speedqa_config* config, int threads) {
    return guarded([&] {
        need(config, "config");
        config->settings.threads = threads;
    });
}

speedqa_status speedqa_config_set_batch(speedqa_config* config, int batch) {
    return guarded([&] {
        need(config, "config");
        config->settings.batch = batch;
    });
}

speedqa_status speedqa_config_set_subsample(speedqa_config* config, int every) {
    return guarded([&] {
        need(config, "config");
        config->settings.subsample = every;
    });
}

speedqa_status speedqa_new(const speedqa_config* config, speedqa_context** context) {
    return guarded([&] {
        need(config, "config");
        need(context, "context");
        auto made = std::make_unique<speedqa_context>();
        made->format = config->format;
        made->planes = speedqa::planes_used(config->requests);
        made->subsample = config->settings.subsample;
        made->scorer = std::make_unique<speedqa::Scorer>(config->format, config->requests, config->settings);
        *context = made.release();
    });
}

void speedqa_free(speedqa_context* context) {
    delete context;
}

speedqa_status speedqa_push(speedqa_context* context, const speedqa_frame* reference,
                            const speedqa_frame* distorted) {
    return guarded([&] {
        need(context, "context");
        need(reference, "reference");
        need(distorted, "distorted");
        const std::string where = "frame " + std::to_string(context->pushed);
        speedqa::Frame ref = copy_frame(context->format, context->planes, *reference, where + ", reference");
        speedqa::Frame dis = copy_frame(context->format, context->planes, *distorted, where + ", distorted");
        context->scorer->push(std::move(ref), std::move(dis));
        ++context->pushed;
    });
}

speedqa_status speedqa_push_device(speedqa_context* context, const speedqa_device_frame* reference,
                                   const speedqa_device_frame* distorted) {
    return guarded([&] {
        auto ref_owner = speedqa::owner_of(reference);
        auto dis_owner = speedqa::owner_of(distorted);
        need(context, "context");
        need(reference, "reference");
        need(distorted, "distorted");
        const std::string where = "frame " + std::to_string(context->pushed);
        const speedqa::Scorer& scorer = *context->scorer;
        speedqa::Frame ref = device_frame(context->format, context->planes, *reference, std::move(ref_owner),
                                          scorer.mark(reference->stream), where + ", reference");
        speedqa::Frame dis = device_frame(context->format, context->planes, *distorted, std::move(dis_owner),
                                          scorer.mark(distorted->stream), where + ", distorted");
        scorer.require_readable(ref, where + ", reference");
        scorer.require_readable(dis, where + ", distorted");
        context->scorer->push(std::move(ref), std::move(dis));
        ++context->pushed;
    });
}

speedqa_status speedqa_flush(speedqa_context* context) {
    return guarded([&] {
        need(context, "context");
        context->scorer->flush();
    });
}

int speedqa_score_count(const speedqa_context* context) {
    return context ? static_cast<int>(context->scorer->score_names().size()) : 0;
}

const char* speedqa_score_name(const speedqa_context* context, int index) {
    if (index < 0 || index >= speedqa_score_count(context)) return nullptr;
    return context->scorer->score_names()[static_cast<std::size_t>(index)].c_str();
}

speedqa_status speedqa_read_scores(speedqa_context* context, int64_t frame, float* scores, int count) {
    return guarded([&] {
        need(context, "context");
        need(scores, "scores");
        const std::string where = "frame " + std::to_string(frame);
        const int score_count = speedqa_score_count(context);
        if (count != score_count)
            throw Error(SPEEDQA_INVALID_ARGUMENT, "count " + std::to_string(count) + ": must be " +
                                                      std::to_string(score_count) +
                                                      ", the scores of a frame");
        if (frame < 0 || frame >= context->pushed)
            throw Error(SPEEDQA_NO_SUCH_FRAME, where + ": " + std::to_string(context->pushed) +
                                                   " frames were pushed, counted from 0");
        if (!context->scorer->is_scored(frame))
            throw Error(SPEEDQA_NO_SUCH_FRAME, where +
                                                   " is not scored: only every frame that is a multiple of " +
                                                   std::to_string(context->subsample));
        const std::size_t first =
            static_cast<std::size_t>(frame / context->subsample) * static_cast<std::size_t>(score_count);
        keep_results(*context);
        if (first >= context->scores.size()) {
            context->scorer->flush();
            keep_results(*context);
        }
        bool all_finite = true;
        for (std::size_t i = 0; i < static_cast<std::size_t>(score_count); ++i) {
            const bool finite = context->finite.at(first + i);
            scores[i] = finite ? context->scores.at(first + i) : speedqa::exact::float_of(0x7fc00000u);
            all_finite = all_finite && finite;
        }
        if (!all_finite)
            throw Error(SPEEDQA_NOT_FINITE,
                        where +
                            ": a score is not a finite number: the picture's statistics are "
                            "outside what SpEED is defined for");
    });
}

const char* speedqa_backend_name(const speedqa_context* context) {
    return context ? context->scorer->device().backend.c_str() : nullptr;
}

const char* speedqa_device_name(const speedqa_context* context) {
    return context ? context->scorer->device().name.c_str() : nullptr;
}

}  // extern "C"
