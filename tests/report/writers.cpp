// The formats: libvmaf's structure and keys, strictly valid, whatever the names and scores.
#include "report/writers.h"

#include <gtest/gtest.h>

#include <locale>
#include <nlohmann/json.hpp>
#include <string>

#include "api/version.h"
#include "example.h"

namespace speedqa {
namespace {

class StringSink : public Sink {
  public:
    void write(std::string_view text) override {
        text_ += text;
        largest_ = std::max(largest_, text.size());
    }
    const std::string& text() const { return text_; }
    std::size_t largest() const { return largest_; }

  private:
    std::string text_;
    std::size_t largest_ = 0;
};

std::string text_of(void (*write)(const Report&, Sink&), const Report& report) {
    StringSink sink;
    write(report, sink);
    return sink.text();
}

std::vector<std::string> keys_of(const nlohmann::ordered_json& json) {
    std::vector<std::string> keys;
    for (const auto& item : json.items()) keys.push_back(item.key());
    return keys;
}

TEST(JsonWriter, has_the_structure_of_libvmaf) {
    const auto json = nlohmann::ordered_json::parse(text_of(write_json, example_report()));
    EXPECT_EQ(keys_of(json), (std::vector<std::string>{"version", "fps", "frames", "pooled_metrics",
                                                       "aggregate_metrics", "speedqa"}));
    EXPECT_EQ(json["version"], SPEEDQA_VERSION);
    EXPECT_EQ(json["fps"], 123.46);
    EXPECT_EQ(json["frames"].dump(),
              R"([{"frameNum":0,"metrics":{"speed_chroma_u":2.6001956,"speed_temporal":0}},)"
              R"({"frameNum":5,"metrics":{"speed_chroma_u":1e-07,"speed_temporal":null}}])");
    EXPECT_EQ(keys_of(json["pooled_metrics"]),
              (std::vector<std::string>{"speed_chroma_u", "speed_temporal"}));
    EXPECT_EQ(keys_of(json["pooled_metrics"]["speed_chroma_u"]),
              (std::vector<std::string>{"min", "max", "mean", "harmonic_mean"}));
    EXPECT_TRUE(json["pooled_metrics"]["speed_temporal"]["mean"].is_null());
    EXPECT_TRUE(json["aggregate_metrics"].is_object());
}

TEST(JsonWriter, says_what_was_compared_and_where) {
    const auto json = nlohmann::json::parse(text_of(write_json, example_report()))["speedqa"];
    EXPECT_EQ(json["backend"], "cpu");
    EXPECT_EQ(json["device"], "Some CPU");
    EXPECT_EQ(json["reference"]["path"], "a b, [c] 'd' \"\u00e9\u6f22\".y4m");
    EXPECT_EQ(json["reference"]["frames"], 20);
    EXPECT_EQ(json["distorted"]["path"], "<x>&\x01\ufffd.mkv");
    EXPECT_TRUE(json["distorted"]["frames"].is_null());
    EXPECT_EQ(json["format"]["pixel_format"], "420");
    EXPECT_EQ(json["frames_scored"], 2);
    EXPECT_EQ(json["stopped"]["frame"], 7);
    EXPECT_EQ(json["statistics"]["qr_limit_images"], 3);
}

TEST(JsonWriter, what_does_not_exist_is_null) {
    Report report = example_report();
    report.frames_per_second.reset();
    report.stopped.reset();
    const auto json = nlohmann::json::parse(text_of(write_json, report));
    EXPECT_TRUE(json["fps"].is_null());
    EXPECT_TRUE(json["speedqa"]["stopped"].is_null());
}

TEST(XmlWriter, has_the_structure_of_libvmaf) {
    EXPECT_EQ(
        text_of(write_xml, example_report()),
        "<VMAF version=\"" SPEEDQA_VERSION
        "\">\n"
        "  <params qualityWidth=\"640\" qualityHeight=\"360\" />\n"
        "  <fyi fps=\"123.46\" />\n"
        "  <frames>\n"
        "    <frame frameNum=\"0\" speed_chroma_u=\"2.6001956\" speed_temporal=\"0\" />\n"
        "    <frame frameNum=\"5\" speed_chroma_u=\"1e-07\" />\n"
        "  </frames>\n"
        "  <pooled_metrics>\n"
        "    <metric name=\"speed_chroma_u\" min=\"1e-07\" max=\"2.6001956\" mean=\"1.300097873143006\" "
        "harmonic_mean=\"0.5652360051035712\" />\n"
        "    <metric name=\"speed_temporal\" />\n"
        "  </pooled_metrics>\n"
        "  <aggregate_metrics />\n"
        "  <speedqa backend=\"cpu\" device_index=\"0\" device=\"Some CPU\" pixel_format=\"420\" "
        "bitdepth=\"8\" subsample=\"5\" frames_scored=\"2\" >\n"
        "    <reference path=\"a b, [c] 'd' &quot;\u00e9\u6f22&quot;.y4m\" container=\"Y4M\" frames=\"20\" "
        "skipped=\"0\" />\n"
        "    <distorted path=\"&lt;x&gt;&amp;\ufffd\ufffd.mkv\" container=\"Matroska, H.264\" skipped=\"3\" "
        "/>\n"
        "    <statistics singular_frames=\"1\" singular_images=\"2\" qr_limit_images=\"3\" "
        "not_finite_frames=\"1\" fallbacks=\"4\" />\n"
        "    <stopped frame=\"7\" reason=\"dis.mkv, frame 7: damaged\" />\n"
        "  </speedqa>\n"
        "</VMAF>\n");
}

TEST(XmlWriter, keeps_line_breaks_and_replaces_bytes_that_are_not_utf8) {
    Report report = example_report();
    report.reference.path = "a\nb\tc";
    report.distorted.path = "\xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80 \xe6\xbc ok \U0001f3ac";
    const std::string text = text_of(write_xml, report);
    EXPECT_NE(text.find("path=\"a&#10;b&#9;c\""), std::string::npos);
    const std::string bad = "\ufffd";
    EXPECT_NE(text.find("path=\"" + bad + bad + " " + bad + bad + bad + " " + bad + bad + bad + bad + " " +
                        bad + bad + " ok \U0001f3ac\""),
              std::string::npos)
        << text;
}

TEST(CsvWriter, rows_have_as_many_fields_as_the_header) {
    EXPECT_EQ(text_of(write_csv, example_report()),
              "Frame,speed_chroma_u,speed_temporal,\n0,2.6001956,0,\n5,1e-07,,\n");
}

TEST(SubtitleWriter, one_line_a_frame) {
    EXPECT_EQ(text_of(write_subtitle, example_report()),
              "{0}{1}frame: 0|speed_chroma_u: 2.6001956|speed_temporal: 0|\n"
              "{5}{6}frame: 5|speed_chroma_u: 1e-07|\n");
}

struct CommaPoint : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

TEST(Writers, do_not_depend_on_the_locale) {
    Report report = example_report();
    const std::optional<float> row[] = {1234.5f, 1000000.0f};
    report.scores.add(1000000, row);
    for (const ReportFormat& format : report_formats()) {
        const std::string plain = text_of(format.write, report);
        const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaPoint));
        const std::string foreign = text_of(format.write, report);
        std::locale::global(before);
        EXPECT_EQ(foreign, plain) << format.name;
    }
}

// A writer that gathered the whole text first would hand over pieces that grow with the clip.
TEST(Writers, hand_over_one_frame_at_a_time) {
    Report report = example_report();
    const std::optional<float> row[] = {1.5f, 2.5f};
    for (int frame = 10; frame < 10000; frame += 5) report.scores.add(frame, row);
    for (const ReportFormat& format : report_formats()) {
        StringSink sink;
        format.write(report, sink);
        EXPECT_LT(sink.largest(), 2000u) << format.name;
        EXPECT_GT(sink.text().size(), 20000u) << format.name;
    }
}

}  // namespace
}  // namespace speedqa
