// Options by name and alias, their ranges, the messages of what is refused, score names and presets.
#include "speed/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>

#include "api/error.h"

namespace speedqa {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string error_of(const std::string& feature) {
    try {
        parse_feature(feature);
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), SPEEDQA_INVALID_ARGUMENT);
        return error.what();
    }
    return "accepted";
}

TEST(Options, AliasAndNameMeanTheSame) {
    const FeatureRequest by_name = parse_feature("speed_chroma=speed_sigma_nn=0.19:speed_weight_var_mode=5");
    const FeatureRequest by_alias = parse_feature("speed_chroma=snn=0.19:wvm=5");
    EXPECT_EQ(by_name.options.sigma_nn, 0.19);
    EXPECT_EQ(by_alias.options.sigma_nn, 0.19);
    EXPECT_EQ(by_alias.options.weight_var_mode, 5);
    EXPECT_EQ(score_names(by_name), score_names(by_alias));
}

TEST(Options, BothEndsOfEachRangeAreAllowedAndNothingBeyond) {
    const struct {
        const char* option;
        const char* lowest;
        const char* highest;
        const char* below;
        const char* above;
    } ranges[] = {{"ps", "0.1", "4", "0.0999", "4.0001"}, {"snn", "0.1", "2", "0.0999", "2.0001"},
                  {"nnf", "0", "1", "-0.0001", "1.0001"}, {"mxv", "0", "1000", "-1", "1000.1"},
                  {"wvm", "0", "6", "-1", "7"},           {"ks", "0.4444", "3.7113", "0.0999", "4.0001"}};
    for (const auto& range : ranges) {
        const std::string prefix = std::string("speed_chroma=") + range.option + "=";
        EXPECT_EQ(error_of(prefix + range.lowest), "accepted") << range.option;
        EXPECT_EQ(error_of(prefix + range.highest), "accepted") << range.option;
        EXPECT_THAT(error_of(prefix + range.below), HasSubstr("must be a number from")) << range.option;
        EXPECT_THAT(error_of(prefix + range.above), HasSubstr("must be a number from")) << range.option;
    }
}

TEST(Options, MessagesSayWhatWasGivenAndWhatIsAllowed) {
    EXPECT_EQ(error_of("speed_chroma=snn=7"),
              "speed_chroma: speed_sigma_nn=7: must be a number from 0.1 to 2");
    EXPECT_EQ(error_of("speed_chroma=snn=nan"),
              "speed_chroma: speed_sigma_nn=nan: must be a number from 0.1 to 2");
    EXPECT_EQ(error_of("speed_chroma=snn="), "speed_chroma: speed_sigma_nn=: must be a number from 0.1 to 2");
    EXPECT_EQ(error_of("speed_chroma=wvm=1.5"),
              "speed_chroma: speed_weight_var_mode=1.5: must be a whole number from 0 to 6");
    EXPECT_EQ(error_of("speed_chroma=psm=cubic"),
              "speed_chroma: speed_prescale_method=cubic: must be nearest, bilinear, bicubic or lanczos4");
    EXPECT_EQ(error_of("speed_temporal=urd=1"),
              "speed_temporal: speed_use_ref_diff=1: must be true or false");
    EXPECT_THAT(error_of("speed_chroma=urd=true"), HasSubstr("unknown option 'urd': must be one of "));
    EXPECT_THAT(error_of("speed_temporal=wvm=1"), HasSubstr("unknown option 'wvm'"));
    EXPECT_THAT(error_of("speed_chroma=snn"), HasSubstr("'snn' must be option=value"));
    EXPECT_THAT(error_of("speed_chroma="), HasSubstr("must be option=value"));
    EXPECT_EQ(error_of("speed_chrom"), "feature 'speed_chrom': must be speed_chroma or speed_temporal");
    EXPECT_EQ(error_of(""), "feature '': must be speed_chroma or speed_temporal");
}

TEST(Options, KernelscaleIsOneOfTheKnownOnesToAThousandth) {
    EXPECT_EQ(error_of("speed_chroma=ks=0.6667"), "accepted");
    EXPECT_EQ(error_of("speed_chroma=ks=2.4009"), "accepted");
    EXPECT_THAT(error_of("speed_chroma=ks=2.402"), HasSubstr("within 0.001 of one of 1, 0.5, 1.5"));
}

TEST(Options, ScoreNamesAppendWhatIsNotDefaultInOrderOfFullNames) {
    EXPECT_THAT(score_names(parse_feature("speed_chroma")),
                ElementsAre("speed_chroma_u", "speed_chroma_v", "speed_chroma_uv"));
    EXPECT_THAT(
        score_names(parse_feature("speed_chroma=wvm=5:snn=0.19:nnf=0.1:mxv=45.0:ps=0.5:psm=bilinear")),
        ElementsAre("speed_chroma_u_mxv_45_nnf_0.1_ps_0.5_psm_bilinear_snn_0.19_wvm_5",
                    "speed_chroma_v_mxv_45_nnf_0.1_ps_0.5_psm_bilinear_snn_0.19_wvm_5",
                    "speed_chroma_uv_mxv_45_nnf_0.1_ps_0.5_psm_bilinear_snn_0.19_wvm_5"));
    EXPECT_THAT(score_names(parse_feature("speed_temporal=urd=true:ks=0.5")),
                ElementsAre("speed_temporal_ks_0.5_urd"));
    EXPECT_THAT(score_names(parse_feature("speed_temporal=urd=false:snn=0.29")),
                ElementsAre("speed_temporal"));
}

TEST(Options, LocaleChangesNothing) {
    // A locale with a decimal comma, where the machine has one; the parser and the names use no locale at
    // all.
    const bool comma = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
    EXPECT_EQ(parse_feature("speed_chroma=snn=0.19").options.sigma_nn, 0.19);
    EXPECT_EQ(score_names(parse_feature("speed_temporal=snn=0.19"))[0], "speed_temporal_snn_0.19");
    EXPECT_NE(error_of("speed_chroma=snn=0,19"), "accepted");
    std::setlocale(LC_ALL, "C");
    RecordProperty("decimal_comma", comma ? "yes" : "no such locale here");
}

TEST(Presets, AreTheOptionSetsOfTheModels) {
    EXPECT_EQ(preset_names().size(), 8u);
    for (const std::string& name : preset_names()) {
        const FeatureRequest request = preset(name);
        EXPECT_EQ(request.feature, Feature::speed_chroma);
        EXPECT_EQ(request.options.sigma_nn, 0.19);
        EXPECT_EQ(request.options.nn_floor, 0.1);
        EXPECT_EQ(request.options.weight_var_mode, 5);
        EXPECT_EQ(request.options.max_val, 45.0);
    }
    EXPECT_EQ(preset("vmaf_v1_3d0h").options.prescale, 1.0);
    EXPECT_EQ(preset("vmaf_v1_1d5h_2160").options.prescale, 1.0);
    EXPECT_EQ(preset("vmaf_v1_5d0h").options.prescale, 0.6);
    EXPECT_EQ(preset("vmaf_v1_hfr_3d0h_2160").options.prescale, 0.5);
    EXPECT_EQ(preset("vmaf_v1_3d0h_2160").options.prescale_method, PrescaleMethod::bilinear);
    EXPECT_THROW(preset("vmaf_v1"), Error);
}

}  // namespace
}  // namespace speedqa
