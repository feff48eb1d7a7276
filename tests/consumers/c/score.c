/* A C program that scores the synthetic clip sd_420_8 through the installed library: score REF.yuv DIS.yuv */
#include <speedqa/speedqa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 576
#define HEIGHT 324
#define FRAMES 6
#define SCORES 4
#define FRAME_BYTES (WIDTH * HEIGHT * 3 / 2)

/* u, v, uv of speed_chroma and the score of speed_temporal: fp32 bits, tests/golden/data/scores.txt. */
static const uint32_t expected[FRAMES][SCORES] = {
    {0x4026699b, 0x40744ddb, 0x404d5bbb, 0x00000000}, {0x409c3098, 0x409aadd3, 0x409b6f36, 0x41141883},
    {0x4070a065, 0x40f04c1d, 0x40b44e28, 0x4108e5bd}, {0x40642730, 0x3ff63c8b, 0x402fa2bb, 0x40ee229b},
    {0x3ff1d000, 0x4045eaa0, 0x401f6950, 0x40eaee48}, {0x4092206b, 0x40570d8d, 0x407da732, 0x40dc8d22},
};

static const char* const expected_names[SCORES] = {"speed_chroma_u", "speed_chroma_v", "speed_chroma_uv",
                                                   "speed_temporal"};

static void check(speedqa_status status, const char* call) {
    if (status == SPEEDQA_OK) return;
    fprintf(stderr, "%s: status %d: %s\n", call, (int)status, speedqa_last_error());
    exit(1);
}

static FILE* open_clip(const char* path) {
    FILE* file = fopen(path, "rb");
    if (file) return file;
    perror(path);
    exit(1);
}

static speedqa_frame read_frame(FILE* file, unsigned char* bytes) {
    speedqa_frame frame;
    if (fread(bytes, 1, FRAME_BYTES, file) != FRAME_BYTES) {
        fprintf(stderr, "a clip is too short\n");
        exit(1);
    }
    frame.planes[0].data = bytes;
    frame.planes[0].stride = WIDTH;
    frame.planes[1].data = bytes + WIDTH * HEIGHT;
    frame.planes[1].stride = WIDTH / 2;
    frame.planes[2].data = bytes + WIDTH * HEIGHT * 5 / 4;
    frame.planes[2].stride = WIDTH / 2;
    return frame;
}

static speedqa_context* make_context(void) {
    const speedqa_format format = {WIDTH, HEIGHT, SPEEDQA_YUV420, 8};
    speedqa_config* config = NULL;
    speedqa_context* context = NULL;
    check(speedqa_config_new(&format, &config), "speedqa_config_new");
    check(speedqa_config_add_feature(config, "speed_chroma"), "speedqa_config_add_feature");
    check(speedqa_config_add_feature(config, "speed_temporal"), "speedqa_config_add_feature");
    check(speedqa_config_set_backend(config, "cpu", -1), "speedqa_config_set_backend");
    check(speedqa_new(config, &context), "speedqa_new");
    speedqa_config_free(config);
    return context;
}

static void push_clips(speedqa_context* context, const char* reference_path, const char* distorted_path) {
    static unsigned char reference_bytes[FRAME_BYTES], distorted_bytes[FRAME_BYTES];
    FILE* reference = open_clip(reference_path);
    FILE* distorted = open_clip(distorted_path);
    int frame;
    for (frame = 0; frame < FRAMES; ++frame) {
        const speedqa_frame ref = read_frame(reference, reference_bytes);
        const speedqa_frame dis = read_frame(distorted, distorted_bytes);
        check(speedqa_push(context, &ref, &dis), "speedqa_push");
    }
    fclose(reference);
    fclose(distorted);
}

/* The number of scores that differ. */
static int compare(speedqa_context* context, int frame) {
    float scores[SCORES];
    int differences = 0;
    int i;
    check(speedqa_read_scores(context, frame, scores, SCORES), "speedqa_read_scores");
    for (i = 0; i < SCORES; ++i) {
        uint32_t bits;
        memcpy(&bits, &scores[i], sizeof bits);
        if (bits == expected[frame][i] && strcmp(speedqa_score_name(context, i), expected_names[i]) == 0)
            continue;
        fprintf(stderr, "frame %d, %s: %08lx, expected %s %08lx\n", frame, speedqa_score_name(context, i),
                (unsigned long)bits, expected_names[i], (unsigned long)expected[frame][i]);
        ++differences;
    }
    return differences;
}

int main(int argc, char** argv) {
    speedqa_context* context;
    int differences = 0;
    int frame;
    if (argc != 3) {
        fprintf(stderr, "usage: score REF.yuv DIS.yuv\n");
        return 2;
    }
    context = make_context();
    if (speedqa_score_count(context) != SCORES) return 1;
    push_clips(context, argv[1], argv[2]);
    for (frame = 0; frame < FRAMES; ++frame) differences += compare(context, frame);
    speedqa_free(context);
    printf("%d frames, %d differences\n", FRAMES, differences);
    return differences == 0 ? 0 : 1;
}
