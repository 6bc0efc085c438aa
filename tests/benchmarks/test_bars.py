"""Bars as SVG."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

from benchmarks.bars import bars

_SVG = "{http://www.w3.org/2000/svg}"


def test_a_tenth_is_one_step_shorter() -> None:
    """The scale is logarithmic, names are escaped, and our own bar stands out."""
    values = {"a < b": 100.0, "ours": 10.0, "fast": 1.0}
    drawn = fromstring(bars("Title", values, {name: name for name in values}, "ours"))
    lengths = [float(bar.attrib["width"]) for bar in drawn.findall(f"{_SVG}rect")]
    assert lengths == [400.0, 200.0, 2.0]
    colours = [bar.attrib["fill"] for bar in drawn.findall(f"{_SVG}rect")]
    assert colours[0] == colours[2] != colours[1]
    assert "a < b" in [text.text for text in drawn.findall(f"{_SVG}text")]


def test_equal_values_are_drawn() -> None:
    """One value alone is no scale, and still a bar."""
    drawn = fromstring(bars("Title", {"one": 1.0}, {"one": "1 s"}, "one"))
    assert len(drawn.findall(f"{_SVG}rect")) == 1
