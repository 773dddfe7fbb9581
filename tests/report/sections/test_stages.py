"""The section of stages."""

from canonbench.report.material import Material
from canonbench.report.page.model import Statistic
from canonbench.report.sections.stages import section


def test_stages_have_time_share_and_ratio(education_run: Material) -> None:
    found = section([education_run])
    assert found is not None
    ob3 = next(figure.table for figure in found.figures if "Stages on ob3 " in figure.table.caption)
    rows = {(str(row[0]), str(row[1])): row[2:] for row in ob3.rows}

    time, share, over = rows["rdfc.canonicalize", "pyld"]
    assert isinstance(time, Statistic)
    assert isinstance(over, Statistic)
    assert (share, over.verdict, over.level) == ("", "slower", 0.99)
    assert rows["rdfc.canonicalize", "canonbench"][2] == "fastest"
    share = rows["  rdfc.label", "canonbench"][1]
    assert isinstance(share, Statistic)
    assert (share.unit, share.name) == ("share", "share of rdfc.canonicalize")
    assert share.interval is not None
    null = rows["    rdfc.hash_n_degree", "canonbench"][0]
    assert isinstance(null, Statistic)
    assert null.reason == "none needed"


def test_the_finding_of_a_document_stands_below_its_table(education_run: Material) -> None:
    found = section([education_run])
    assert found is not None

    assert all(figure.table.notes[0].startswith("On ") for figure in found.figures)
    assert (len(found.figures), {table.folded for table in found.tables}) == (3, {True})


def test_roles_are_no_stages(exchange_run: Material) -> None:
    assert section([exchange_run]) is None
