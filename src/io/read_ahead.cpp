// Reads a clip in a thread of its own, some frames ahead of the one that uses them.
#include "io/read_ahead.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "io/plane_reader.h"

namespace speedqa {
namespace {

class ReadAhead final : public ClipReader {
  public:
    ReadAhead(std::unique_ptr<ClipReader> clip, int frames)
        : clip_(std::move(clip)), capacity_(static_cast<std::size_t>(std::max(frames, 1))) {}

    ~ReadAhead() override {
        thread_.request_stop();
        clip_->interrupt();
    }

    const ClipInfo& info() const override { return clip_->info(); }

    Frame read() override {
        if (!thread_.joinable()) thread_ = std::jthread([this](std::stop_token stop) { run(stop); });
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !waiting_.empty() || finished_; });
        if (waiting_.empty()) {
            if (failure_) std::rethrow_exception(failure_);
            return {};
        }
        Frame frame = std::move(waiting_.front());
        waiting_.pop_front();
        ++given_;
        changed_.notify_all();
        return frame;
    }

    void skip(std::int64_t frames) override {
        const std::int64_t end = given_ + frames;
        if (!thread_.joinable()) {
            clip_->skip(frames);
            given_ = end;
        }
        while (given_ < end) {
            if (!read()) throw_too_few_frames(info().path, given_, end);
        }
    }

    void check_given() const override { clip_->check_given(); }
    void interrupt() noexcept override { clip_->interrupt(); }

  private:
    void run(const std::stop_token& stop) {
        std::exception_ptr failure;
        try {
            while (Frame frame = clip_->read()) {
                std::unique_lock lock(mutex_);
                if (!changed_.wait(lock, stop, [&] { return waiting_.size() < capacity_; })) break;
                waiting_.push_back(std::move(frame));
                changed_.notify_all();
            }
        } catch (...) {
            failure = std::current_exception();
        }
        const std::scoped_lock lock(mutex_);
        finished_ = true;
        failure_ = failure;
        changed_.notify_all();
    }

    std::unique_ptr<ClipReader> clip_;
    const std::size_t capacity_;
    std::int64_t given_ = 0;

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Frame> waiting_;
    bool finished_ = false;
    std::exception_ptr failure_;

    std::jthread thread_;  // uses all of the above, so it goes first
};

}  // namespace

std::unique_ptr<ClipReader> read_ahead(std::unique_ptr<ClipReader> clip, int frames) {
    return std::make_unique<ReadAhead>(std::move(clip), frames);
}

}  // namespace speedqa
