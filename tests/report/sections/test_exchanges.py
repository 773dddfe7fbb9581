"""The section of whole exchanges."""

from collections.abc import Callable

from canonbench.report.material import Material
from canonbench.report.page.charts import Dots
from canonbench.report.page.model import Statistic
from canonbench.report.sections.exchanges import section


def test_formats_stand_beside_each_other_with_their_ratio(exchange_run: Material) -> None:
    found = section([exchange_run])
    assert found is not None
    ed, p256 = found.figures

    assert isinstance(ed.chart, Dots)
    assert [name for name, _ in ed.chart.rows] == ["eddsa-rdfc-2022", "eddsa-jcs-2022", "sd-jwt-vc", "mdoc"]
    assert "P-256" in p256.title
    total, over = ed.table.rows[1][-2:]
    assert isinstance(total, Statistic)
    assert isinstance(over, Statistic)
    assert (over.name, over.stack, over.rounds, over.level) == ("total over mdoc", "pyld", 8, 0.99)
    assert over.interval is not None
    assert total.interval is not None
    assert ed.table.rows[-1][-1] == "1 (baseline)"
    assert "sd-jwt-vc takes the least" in found.sentence
    assert any("re-issuance" in note for note in found.notes)


def test_a_run_without_exchanges_has_no_section(education_run: Material) -> None:
    assert section([education_run]) is None


def test_a_role_that_was_not_measured_is_null(
    row: Callable[..., object], material: Callable[..., Material]
) -> None:
    about = {
        "format": "mdoc",
        "role": "verify",
        "key_algorithm": "ed25519",
        "scope": "issuer",
        "disclose": "5",
    }
    about["algorithm"] = "the library, and checks added by canonbench: age"
    found = section([material({"own": [row("mdoc.verify/ob3", 1e-3, **about)]})])

    assert found is not None
    (table,) = found.tables
    assert table.notes[-1] == "mdoc.verify with own: the library, and checks added by canonbench: age."
    cells = dict(zip(table.columns, table.rows[0], strict=True))
    assert isinstance(cells["issue"], Statistic)
    assert cells["issue"].reason == "not measured"
    assert isinstance(cells["total"], Statistic)
    assert cells["total"].reason == "not every role was measured"
    assert cells["bytes issued"] == "not kept"
