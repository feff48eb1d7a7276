// The time between two points of a stream, by the device's own clock.
#pragma once

namespace speedqa::gpu {

// Made and used with the stream's device in use.
class Stopwatch {
  public:
    Stopwatch() {
        status_ = create_timing_event(&begin_);
        if (status_ == success) status_ = create_timing_event(&end_);
    }
    ~Stopwatch() {
        (void)destroy_event(end_);
        (void)destroy_event(begin_);
    }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

    void start(Stream stream) { record(begin_, stream); }
    void stop(Stream stream) { record(end_, stream); }

    // Milliseconds from start to stop, once the stream has passed both; a failure of any call before is told
    // here.
    Status read(double* milliseconds) {
        float elapsed = 0.0f;
        if (status_ == success) status_ = elapsed_time(&elapsed, begin_, end_);
        *milliseconds = elapsed;
        return status_;
    }

  private:
    void record(Event event, Stream stream) {
        if (status_ == success) status_ = record_event(event, stream);
    }

    Event begin_{};
    Event end_{};
    Status status_ = success;
};

}  // namespace speedqa::gpu
