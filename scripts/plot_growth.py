#!/usr/bin/env python3
"""plot_growth.py RESULTS SVG: draws what bench_growth.sh measured: the time of a frame by its size and by the number
of distinct frames in memory, and frames per second by threads."""
import json
import math
import sys

WIDTH, HEIGHT, LEFT, TOP, GAP = 250, 210, 62, 40, 72
COLOURS = ["#0b6e99", "#c4561d", "#4f7a28"]


def read_objects(path):
    text = open(path, encoding="utf-8").read()
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        value, at = decoder.raw_decode(text, at)
        yield value
        at += len(text[at:]) - len(text[at:].lstrip())


def feature_of(result):
    return "speed_temporal" if result["scores"][0].startswith("speed_temporal") else "speed_chroma"


def size_of(result):
    return f'{result["width"]}x{result["height"]}'


def number(value):
    return f"{value:g}" if value < 1000 else f"{value / 1000:g}k"


def ticks(low, high):
    exponents = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1)
    every = [digit * 10.0**e for e in exponents for digit in (1, 2, 5)]
    return [tick for tick in every if low * 0.999 <= tick <= high * 1.001]


class Panel:
    def __init__(self, index, title, x_label, lines, x_ticks=None):
        """lines: name -> [(x, y)]; both axes logarithmic."""
        self.left, self.parts = LEFT + index * (WIDTH + GAP), []
        xs = [x for line in lines.values() for x, _ in line]
        ys = [y for line in lines.values() for _, y in line]
        self.x_range, self.y_range = (min(xs), max(xs)), (min(ys) / 1.3, max(ys) * 1.3)
        self.text(WIDTH / 2, -14, title, "middle", "font-weight='bold'")
        self.text(WIDTH / 2, HEIGHT + 34, x_label, "middle")
        for x in [x for x in x_ticks or ticks(*self.x_range) if x <= self.x_range[1]]:
            self.line(self.x(x), 0, self.x(x), HEIGHT)
            self.text(self.x(x), HEIGHT + 16, number(x), "middle")
        for y in ticks(*self.y_range):
            self.line(0, self.y(y), WIDTH, self.y(y))
            self.text(-6, self.y(y) + 4, number(y), "end")
        for i, (colour, (name, points)) in enumerate(zip(COLOURS, lines.items())):
            self.draw(colour, sorted(points))
            self.text(8, 18 + 16 * i, name, "start", f"fill='{colour}'")

    @staticmethod
    def scale(value, low, high):
        return (math.log(value) - math.log(low)) / (math.log(high) - math.log(low))

    def x(self, value):
        return WIDTH * self.scale(value, *self.x_range)

    def y(self, value):
        return HEIGHT * (1 - self.scale(value, *self.y_range))

    def text(self, x, y, text, anchor, more=""):
        self.parts.append(f"<text x='{self.left + x:.1f}' y='{TOP + y:.1f}' text-anchor='{anchor}' {more}>{text}</text>")

    def line(self, x1, y1, x2, y2):
        self.parts.append(f"<path d='M{self.left + x1:.1f} {TOP + y1:.1f}L{self.left + x2:.1f} {TOP + y2:.1f}' stroke='#ddd'/>")

    def draw(self, colour, points):
        places = [f"{self.left + self.x(x):.1f} {TOP + self.y(y):.1f}" for x, y in points]
        self.parts.append(f"<path d='M{'L'.join(places)}' fill='none' stroke='{colour}' stroke-width='2'/>")


def collect(results, series, name_of, point_of):
    lines = {}
    for result in results:
        if result["series"] == series:
            lines.setdefault(name_of(result), []).append(point_of(result))
    return lines


def main(source, target):
    results = list(read_objects(source))
    pixels = lambda r: r["width"] * r["height"] / 1e6
    distinct = lambda r: r["distinct_frames"]
    panels = [
        Panel(0, "ms a frame, one thread", "megapixels", collect(results, "size", feature_of, lambda r: (pixels(r), r["ms_per_frame"]))),
        Panel(1, "frames a second, speed_chroma", "threads", collect(results, "threads", size_of, lambda r: (r["threads"], 1000 / r["ms_per_frame"])), [1, 2, 4, 8, 16]),
        Panel(2, "ms a frame, 1920x1080, one thread", "distinct frames in memory", collect(results, "frames", feature_of, lambda r: (distinct(r), r["ms_per_frame"])), [1, 2, 4, 8, 16, 32, 64]),
    ]
    width, height = LEFT + 3 * (WIDTH + GAP) - GAP + 20, TOP + HEIGHT + 48
    with open(target, "w", encoding="utf-8") as svg:
        svg.write(f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' font-family='sans-serif' font-size='12'>\n")
        svg.write("<rect width='100%' height='100%' fill='white'/>\n")
        for panel in panels:
            svg.write("\n".join(panel.parts) + "\n")
        svg.write("</svg>\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
