"""Statistics as readers see them."""

import pytest

from canonbench.analysis.interval import Interval
from canonbench.report.page.model import Statistic, count, null
from canonbench.report.page.shown import cell, text, typographic


def made(unit: str, value: float, low: float, high: float) -> Statistic:
    return Statistic("s", "a/b", "x", unit, value, Interval(low, high), 0.95, 8)  # type: ignore[arg-type]  # a test's


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (made("second", 2.41e-5, 2.38e-5, 2.46e-5), "24.1 us [23.8, 24.6]"),
        (made("ratio", 5.1, 4.9, 5.34), "5.10x [4.90, 5.34]"),
        (made("share", 0.634, 0.6, 0.66), "63 % [60, 66]"),
        (made("share", 0.0312, 0.03, 0.033), "3.1 % [3.0, 3.3]"),
        (made("byte", 2048, 1024, 4096), "2.00 KiB [1.00, 4.00]"),
        (count(32, "quads", "ob3"), "32"),
        (null("s", "a/b", "x", "none needed"), "null (none needed)"),
        (Statistic("s", "a/b", "x", "ratio", 2.0, reason="few"), "2.00x (few)"),
        (Statistic("s", "a/b", "x", "share", 0.5, reason="few"), "50 % (few)"),
        (Statistic("s", "a/b", "x", "second", 1.0, rounds=5, reason="few"), "1.00 s (few)"),
    ],
)
def test_a_statistic_shows_value_unit_and_interval(found: Statistic, said: str) -> None:
    assert text(found) == said
    assert cell(found) == said
    assert cell("  text") == "  text"


def test_print_has_signs_of_its_own() -> None:
    assert typographic("24.1 us [23.8, 24.6]") == "24.1\N{NO-BREAK SPACE}\N{MICRO SIGN}s [23.8, 24.6]"
    assert typographic("5.10x +-2 %").startswith(
        "5.10\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN} \N{PLUS-MINUS SIGN}2"
    )
    assert typographic("-3.1 %").startswith("\N{MINUS SIGN}3.1")


def test_names_stay_as_they_are() -> None:
    assert typographic("credential-20 of 2026-11-30T2226Z-rdfc") == "credential-20 of 2026-11-30T2226Z-rdfc"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (made("second", -1.5e-3, -2e-3, -1e-3), "-1.50 ms [-2.00, -1.00]"),
        (made("second", 1e-6, -12e-6, 14e-6), "1.0 us [-12.0, 14.0]"),
        (made("second", 0.0, 0.0, 0.0), "0.00 ns [0.00, 0.00]"),
        (made("second", 1.77e-6, -1e-9, 3.54e-6), "1.77 us [0.00, 3.54]"),
        (made("number", 1.023, 0.981, 1.06), "1.02 [0.98, 1.06]"),
    ],
)
def test_a_difference_may_be_negative(found: Statistic, said: str) -> None:
    assert text(found) == said
