#!/usr/bin/env python3
"""Turns published golden data for SpEED (JSON and hex dumps) into the text files of tests/golden/data.

    golden_facts.py SOURCE_DIR DATA_DIR

SOURCE_DIR holds clips.json, scores.json, steps.txt and SHA256SUMS; DATA_DIR/README.md describes what is written.
Nothing is rounded or recomputed: fp32 values are copied as the hex digits of their bits.
"""
import json
import pathlib
import sys

PLANE_KEYS = ("base", "amp", "steps", "vx", "vy")
CHROMA_SCORES = ("u", "v", "uv")
CHROMA_IMAGES = ("u_ref", "u_dis", "v_ref", "v_dis")
TEMPORAL_IMAGES = ("ref", "dis")
STEP_NAMES = {"image": "small_image", "means": "means", "cov": "covariance", "eig": "eigenvalues",
              "var": "variances", "ent": "entropies"}
WORDS_A_LINE = 12


def clip_lines(clips):
    for clip in clips:
        yield (f"clip {clip['name']} width={clip['width']} height={clip['height']} chroma={clip['pix']}"
               f" bit_depth={clip['bpc']} frames={clip['frames']} seed={clip['seed']}")
        for plane, distortions in zip(clip["planes"], clip["distort"], strict=True):
            numbers = "".join(f" {key}={plane[key]}" for key in PLANE_KEYS if key in plane)
            steps = "".join(" " + "=".join(map(str, step)) for step in distortions)
            yield f"plane {plane['pattern']}{numbers} |{steps}"


def feature_text(result):
    options = [f"{name}={value}" for name, value in result["options"].items()]
    return "=".join([result["feature"], ":".join(options)]) if options else result["feature"]


def frame_line(frame, feature):
    chroma = feature == "speed_chroma"
    scores = [frame[key] for key in CHROMA_SCORES] if chroma else [frame["score"]]
    images = CHROMA_IMAGES if chroma else TEMPORAL_IMAGES
    singular = "".join(str(frame["singular"][image]) for image in images) if "singular" in frame else "-"
    return " ".join(["frame", *scores, singular])


def score_lines(results):
    for result in results:
        yield f"set {result['clip']} {feature_text(result)}"
        yield " ".join(["names", *result["names"]])
        for frame in result["frames"]:
            yield frame_line(frame, result["feature"])


def lower_half(words, size):
    rows = [words[row * size:(row + 1) * size] for row in range(size)]
    if any(rows[i][j] != rows[j][i] for i in range(size) for j in range(i)):
        sys.exit("a covariance matrix is not symmetric")
    return [rows[i][j] for i in range(size) for j in range(i + 1)]


def step_lines(text):
    for line in text.splitlines():
        kind, *words = line.split()
        if kind == "#":
            yield f"set {words[0]} {words[1].rstrip(':')}"
        elif kind == "singular":
            yield f"singular {words[0]}"
        else:
            height, width, *words = words
            if len(words) != int(height) * int(width):
                sys.exit(f"{kind} {height} by {width} has {len(words)} values")
            yield f"{STEP_NAMES[kind]} {height} {width}"
            words = lower_half(words, int(width)) if kind == "cov" else words
            for first in range(0, len(words), WORDS_A_LINE):
                yield "  " + " ".join(words[first:first + WORDS_A_LINE])


def write(path, heading, lines):
    path.write_text("\n".join(["# " + heading, *lines]) + "\n")


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: golden_facts.py SOURCE_DIR DATA_DIR")
    source, data = map(pathlib.Path, sys.argv[1:])
    scores = json.loads((source / "scores.json").read_text())
    reference = scores["reference"]
    write(data / "clips.txt", "The synthetic clips; README.md defines their samples.",
          clip_lines(json.loads((source / "clips.json").read_text())["clips"]))
    write(data / "scores.txt", f"Scores of {reference}: fp32 bits, then the singular decision of each image.",
          score_lines(scores["results"]))
    write(data / "steps.txt", f"Steps of {reference}, fp32 bits; covariance: the lower half, row by row.",
          step_lines((source / "steps.txt").read_text()))
    (data / "SHA256SUMS").write_text((source / "SHA256SUMS").read_text())


if __name__ == "__main__":
    main()
