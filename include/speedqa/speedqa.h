/* speedqa: the SpEED video-quality features speed_chroma and speed_temporal, equal to the reference bit for
 * bit.
 *
 * A context scores the frame pairs of one pair of clips. Push frames in order, read scores by frame number.
 * Functions return a status; speedqa_last_error() says in one line what was given, what is allowed and where.
 * No function prints, exits or lets an exception out. A context may be used from any thread, by one thread at
 * a time; different contexts are independent.
 */
#ifndef SPEEDQA_SPEEDQA_H
#define SPEEDQA_SPEEDQA_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define SPEEDQA_API __attribute__((visibility("default")))
#else
#define SPEEDQA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum speedqa_status {
    SPEEDQA_OK = 0,
    SPEEDQA_INVALID_ARGUMENT = 1, /* a value outside what is allowed */
    SPEEDQA_UNSUPPORTED = 2,      /* a format, feature or backend that this build or machine does not have */
    SPEEDQA_TOO_SMALL = 3,        /* the picture has no room for one block */
    SPEEDQA_NOT_FINITE = 4,       /* a score of this frame is not a finite number */
    SPEEDQA_OUT_OF_MEMORY = 5,    /* of the host or the device */
    SPEEDQA_DEVICE = 6,           /* a driver or device failed */
    SPEEDQA_INPUT = 7,            /* a clip can't be opened or read */
    SPEEDQA_OUTPUT = 8,           /* a result can't be written */
    SPEEDQA_NO_SUCH_FRAME = 9,    /* the frame was not pushed, or is not scored (subsample) */
    SPEEDQA_INTERNAL = 10         /* a fault in speedqa itself */
} speedqa_status;

typedef enum speedqa_chroma {
    SPEEDQA_YUV400 = 400,
    SPEEDQA_YUV420 = 420,
    SPEEDQA_YUV422 = 422,
    SPEEDQA_YUV444 = 444
} speedqa_chroma;

/* Frames of `width` by `height` luma samples. Chroma planes hold (size + 1) >> 1 samples where subsampled. */
typedef struct speedqa_format {
    int width;
    int height;
    speedqa_chroma chroma;
    int bit_depth; /* 8: one byte a sample; 10, 12, 16: two bytes, little-endian, value in the low bits */
} speedqa_format;

/* One plane in host memory; rows are `stride` bytes apart. */
typedef struct speedqa_plane {
    const void* data;
    ptrdiff_t stride;
} speedqa_plane;

/* Y, U, V. Planes that no feature reads (luma for speed_chroma, chroma for speed_temporal) may be null. */
typedef struct speedqa_frame {
    speedqa_plane planes[3];
} speedqa_frame;

/* One plane in the memory of a device. `data` is the device's address of the first sample (CUdeviceptr,
 * hipDeviceptr_t, a USM address of SYCL), rows are `stride` bytes apart, samples of a row `step` bytes; 0:
 * they lie side by side. In NV12 the plane U is at the chroma plane's address and V one byte behind it, both
 * with a step of 2; in P010 V is two bytes behind it and the step is 4. */
typedef struct speedqa_device_plane {
    const void* data;
    ptrdiff_t stride;
    int step;
} speedqa_device_plane;

/* A frame in the memory of the device that scores, of its primary context; with SYCL, of the default context
 * of its platform. */
typedef struct speedqa_device_frame {
    speedqa_device_plane planes[3]; /* Y, U, V; those that no feature reads may be null */
    int high_bits; /* 1: 10 or 12 bits in the high bits of 16, as in P010 and P012; 0: in the low bits */
    void* stream;  /* cudaStream_t, hipStream_t or sycl::queue*: the frame is complete behind the work that it
                      holds now; null: the default stream; with SYCL: the frame is complete */
    void (*release)(void* user); /* called exactly once, from any thread, when the library will not read the
                                    frame any more, whatever speedqa_push_device returns; may be null */
    void* user;
} speedqa_device_frame;

typedef struct speedqa_config speedqa_config;
typedef struct speedqa_context speedqa_context;

/* A configuration: the frame format now, features and settings by the functions below. Free with
 * speedqa_config_free. */
SPEEDQA_API speedqa_status speedqa_config_new(const speedqa_format* format, speedqa_config** config);
SPEEDQA_API void speedqa_config_free(speedqa_config* config);

/* Adds a feature, as in libvmaf's --feature: "speed_chroma" or "speed_temporal", options behind "=" and ":",
 * for example "speed_chroma=speed_sigma_nn=0.19:wvm=5". */
SPEEDQA_API speedqa_status speedqa_config_add_feature(speedqa_config* config, const char* feature);

/* Adds the speed_chroma that a VMAF v1 model needs, "vmaf_v1_3d0h" for example. */
SPEEDQA_API speedqa_status speedqa_config_add_preset(speedqa_config* config, const char* name);

/* "auto" (the default: a GPU where one is usable, else the CPU), "cpu", "sycl", "cuda" or "hip"; the device
 * is an index as speedqa_device_info gives it, or -1 for the first usable one. */
SPEEDQA_API speedqa_status speedqa_config_set_backend(speedqa_config* config, const char* backend,
                                                      int device);

/* One more device of the same backend, by its index, that scores frames beside the others; the scores do not
 * depend on it. */
SPEEDQA_API speedqa_status speedqa_config_add_device(speedqa_config* config, int device);

/* Threads of the CPU backend; 0 (the default): one for each core. The scores do not depend on it. */
SPEEDQA_API speedqa_status speedqa_config_set_threads(speedqa_config* config, int threads);

/* Frame pairs scored together; 0 (the default): the backend chooses. The scores do not depend on it. */
SPEEDQA_API speedqa_status speedqa_config_set_batch(speedqa_config* config, int batch);

/* Score only every `every`-th frame; speed_temporal still uses each frame's true predecessor. Default 1. */
SPEEDQA_API speedqa_status speedqa_config_set_subsample(speedqa_config* config, int every);

/* A context for the configuration, which may be freed or used again. Free with speedqa_free. */
SPEEDQA_API speedqa_status speedqa_new(const speedqa_config* config, speedqa_context** context);
SPEEDQA_API void speedqa_free(speedqa_context* context);

/* Hands over the next frame of both clips. The samples are copied before the call returns. Waits while too
 * many frames are in flight. */
SPEEDQA_API speedqa_status speedqa_push(speedqa_context* context, const speedqa_frame* reference,
                                        const speedqa_frame* distorted);

/* Hands over the next frame of both clips in device memory, without a copy. The samples are read until
 * `release` is called; speed_temporal reads them for the next frame too. Pinned (USM: host) and managed
 * memory is read over the link. INVALID_ARGUMENT: a plane lies in other memory of the host, or of another
 * device. UNSUPPORTED: the backend reads host memory only, or several devices score. */
SPEEDQA_API speedqa_status speedqa_push_device(speedqa_context* context,
                                               const speedqa_device_frame* reference,
                                               const speedqa_device_frame* distorted);

/* Waits until all frames pushed so far are scored. */
SPEEDQA_API speedqa_status speedqa_flush(speedqa_context* context);

/* The scores of each frame: their number and the keys that libvmaf gives them ("speed_chroma_u", ...). A name
 * is valid as long as the context; null if `index` is out of range. */
SPEEDQA_API int speedqa_score_count(const speedqa_context* context);
SPEEDQA_API const char* speedqa_score_name(const speedqa_context* context, int index);

/* Writes speedqa_score_count() scores of a frame (0 is the first pushed) to `scores`, waiting for them if
 * need be. NOT_FINITE: the scores that exist are written, the others are NaN. NO_SUCH_FRAME: not pushed or
 * not scored. */
SPEEDQA_API speedqa_status speedqa_read_scores(speedqa_context* context, int64_t frame, float* scores,
                                               int count);

/* "cpu", "cuda", ... and the name of the device that scores. Valid as long as the context. */
SPEEDQA_API const char* speedqa_backend_name(const speedqa_context* context);
SPEEDQA_API const char* speedqa_device_name(const speedqa_context* context);

/* What went wrong in the last call of this thread that returned something else than SPEEDQA_OK: one line. */
SPEEDQA_API const char* speedqa_last_error(void);

SPEEDQA_API const char* speedqa_version(void);

#ifdef __cplusplus
}
#endif

#endif
