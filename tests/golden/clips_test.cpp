// The synthetic clips are, byte for byte, those that the golden scores belong to.
#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <map>
#include <memory>

#include "golden/clip_generator.h"
#include "golden/text.h"

namespace speedqa::golden {
namespace {

class Sha256 {
  public:
    Sha256() { EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr); }

    void update(const Frame& frame, std::size_t bytes) {
        EVP_DigestUpdate(context_.get(), frame.view.planes[0].data, bytes);
    }

    std::string hex() {
        unsigned char digest[EVP_MAX_MD_SIZE];
        unsigned size = 0;
        EVP_DigestFinal_ex(context_.get(), digest, &size);
        std::string text;
        for (unsigned i = 0; i < size; ++i)
            for (const int digit : {digest[i] >> 4, digest[i] & 15}) text += "0123456789abcdef"[digit];
        return text;
    }

  private:
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_{EVP_MD_CTX_new(), EVP_MD_CTX_free};
};

// "sd_420_8 ref" to its digest.
std::map<std::string, std::string> stored_digests() {
    std::map<std::string, std::string> digests;
    for_each_line("SHA256SUMS",
                  [&](const Line& line) { digests[line.word(1) + " " + line.word(2)] = line.word(0); });
    return digests;
}

// The parameter is the name of a clip.
class Clip : public testing::TestWithParam<std::string> {};

TEST_P(Clip, HasTheStoredDigest) {
    const ClipSpec& spec = clip_spec(GetParam());
    const std::size_t bytes = frame_bytes(spec.format);
    Sha256 reference, distorted;
    for (int index = 0; index < spec.frames; ++index) {
        const ClipFrame both = make_frame(spec, index);
        reference.update(both.reference, bytes);
        distorted.update(both.distorted, bytes);
    }
    const std::map<std::string, std::string> digests = stored_digests();
    EXPECT_EQ(reference.hex(), digests.at(spec.name + " ref"));
    EXPECT_EQ(distorted.hex(), digests.at(spec.name + " dis"));
}

std::vector<std::string> clip_names() {
    std::vector<std::string> names;
    for (const ClipSpec& spec : clip_specs()) names.push_back(spec.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Golden, Clip, testing::ValuesIn(clip_names()),
                         [](const auto& instance) { return instance.param; });

TEST(Clips, AreAllListedWithADigestForEachSide) {
    EXPECT_EQ(clip_specs().size(), 34u);
    EXPECT_EQ(stored_digests().size(), 2 * clip_specs().size());
}

}  // namespace
}  // namespace speedqa::golden
