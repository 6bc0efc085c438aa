"""Curves of what was measured."""

from __future__ import annotations

from xml.etree import ElementTree

from benchmarks.lines import lines

SVG = "{http://www.w3.org/2000/svg}"


def test_each_curve_has_its_points_and_its_name() -> None:
    """More is higher up, and further to the right."""
    picture = lines("Wait & see", [10, 100, 1_000], {"p50": [2, 3, 4], "p99": [20, 20, 90]}, "ms")
    root = ElementTree.fromstring(picture)
    assert root.findtext(f"{SVG}title") == "Wait & see"
    curves = [curve.attrib["points"] for curve in root.iter(f"{SVG}polyline")]
    points = [[tuple(map(float, point.split(","))) for point in curve.split()] for curve in curves]
    low, high = points
    assert [x for x, _ in low] == sorted(x for x, _ in low) == [x for x, _ in high]
    assert low[0][1] > low[1][1] > low[2][1] > high[0][1] == high[1][1] > high[2][1]
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert {"p50: 4", "p99: 90", "1,000", "10 ms"} <= set(words)
