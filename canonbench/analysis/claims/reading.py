"""What claims ask of an environment: its rows by what they measured, and totals of rows round by round.

Claims on exchanges are about one credential: 20 attributes, 5 disclosed. Rows of other documents, of another
number disclosed or with a MAC for the holder's signature are not looked at.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from canonbench.analysis import sample
from canonbench.analysis.claims.decide import Lacking, too_few
from canonbench.analysis.compare import TRACED, traced
from canonbench.analysis.environments import Environment
from canonbench.analysis.estimate import Estimate
from canonbench.analysis.exchange import ROLES, summed
from canonbench.analysis.interval import Median, centre, ratio
from canonbench.analysis.wholes import OWN
from canonbench.model.case import Case, State, View
from canonbench.runs import keys
from canonbench.runs.rows import Row

__all__ = [
    "DISCLOSED",
    "DOCUMENT",
    "LEVEL",
    "MDOC",
    "NODE",
    "PYTHON",
    "SD_JWT",
    "VCDM",
    "VCDM_JCS",
    "Exchange",
    "Place",
    "Reading",
    "over",
    "seconds",
    "unseeded",
]

DOCUMENT, DISCLOSED = "credential-20", "5"
LEVEL = 0.95
"""Confidence of the intervals that decide."""

PYTHON, NODE = "Python", "Node.js"
VCDM, VCDM_JCS, SD_JWT, MDOC = "eddsa-rdfc-2022", "eddsa-jcs-2022", "sd-jwt-vc", "mdoc"

_FLOORS = frozenset({"replay", "reference"})
_ALGORITHMS = {"ed25519": "Ed25519", "p256": "P-256"}


class Exchange(NamedTuple):
    """One format with one algorithm in one scope, such as ``("mdoc", "p256", "issuer")``."""

    format: str
    algorithm: str = "ed25519"
    scope: str = "issuer"

    def __str__(self) -> str:
        """Return the name to print."""
        return f"{self.format} ({_ALGORITHMS.get(self.algorithm, self.algorithm)})"


_Key = tuple[str, Exchange, str, View]


@dataclass(frozen=True)
class Reading:
    """The rows of one environment.

    ``roles`` by stack, exchange, role and view, warm; ``stages`` by stack and case; ``runtimes`` of stacks
    in their order, ``"Python"`` unless the rows (those of roles first) name another one.
    """

    environment: Environment
    roles: Mapping[_Key, Row]
    stages: Mapping[tuple[str, Case], Row]
    runtimes: Mapping[str, str]
    absent: Mapping[tuple[str, Case], str]

    @classmethod
    def of(cls, environment: Environment) -> "Reading":
        """Read an environment; A/A partners, memory and names that are not canonbench's are left out.

        Of rows that differ in the seed of their document alone, the newest stands: it comes first.
        """
        roles: dict[_Key, Row] = {}
        stages: dict[tuple[str, Case], Row] = {}
        runtimes: dict[str, str] = {}
        for stack, row, case in _rows(environment):
            runtime = row.text(keys.RUNTIME).partition(" ")[0] or PYTHON
            runtimes.setdefault(stack, runtime)
            if row.text(keys.FORMAT):
                runtimes[stack] = runtime
                key = _key(stack, row, case)
                if key is not None:
                    roles.setdefault(key, row)
            else:
                stages.setdefault((stack, unseeded(case)), row)
        absent = {
            (str(entry["stack"]), unseeded(about)): str(entry["reason"])
            for entry in environment.run.records
            if entry["kind"] in {"null", "refusal"} and (about := Case.of(str(entry["name"]))) is not None
        }
        return cls(environment, roles, stages, runtimes, absent)

    def leading(self, exchange: Exchange, role: str = "") -> list[str]:
        """Return the stacks that measured all roles of ``exchange``, or that one role."""
        wanted = (role,) if role else ROLES
        return [
            stack
            for stack in self.runtimes
            if all((stack, exchange, each, "bare") in self.roles for each in wanted)
        ]

    def scopes(self, name: str, role: str = "verify") -> list[str]:
        """Return the scopes in which a format was measured, ``issuer`` first and always."""
        found = (place[1].scope for place in self.roles if place[1].format == name and place[2] == role)
        return list(dict.fromkeys(("issuer", *found)))

    def libraries(self) -> list[str]:
        """Return the stacks that stand for libraries: all but the floors."""
        return [stack for stack in self.runtimes if stack.partition("@")[0] not in _FLOORS]

    def role(self, stack: str, exchange: Exchange, role: str, view: View = "bare") -> Row:
        """Return a row of a role.

        Raises:
            Lacking: it was not measured, or under memray.
        """
        row = self.roles.get((stack, exchange, role, view))
        if row is None:
            reason = self._reason(stack, exchange, role)
            scope = "" if exchange.scope == "issuer" else f", scope {exchange.scope}"
            seen = "" if view == "bare" else f", {view}"
            what = f"{exchange.format}.{role} ({exchange.algorithm}{scope}{seen})"
            lacking = reason or f"no row; measure it: {_command(exchange)}"
            raise Lacking(f"{what} with {stack or 'any stack'}: {lacking}")
        return _timing(row)

    def _reason(self, stack: str, exchange: Exchange, role: str) -> str:
        """Return why a run could not measure a role, empty if it did not try."""
        for (other, case), reason in self.absent.items():
            factors = dict(case.factors)
            alike = (
                factors.get("algorithm", exchange.algorithm) == exchange.algorithm
                and factors.get("scope", "issuer") == exchange.scope
            )
            about = (other, case.target, case.document)
            if alike and about == (stack, f"{exchange.format}.{role}", DOCUMENT):
                return reason
        return ""

    def total(self, stack: str, exchange: Exchange) -> list[Row]:
        """Return the rows of all roles of ``exchange``.

        With ``stack`` if it has them, else with the one that stands for it, of the same runtime: a stack
        changes nothing in formats that it has no step of its own in.

        Raises:
            Lacking: no stack of that runtime has all of them.
        """
        return [self.role(self.standing(stack, exchange), exchange, role) for role in ROLES]

    def standing(self, stack: str, exchange: Exchange, role: str = "") -> str:
        """Return the stack that stands for ``stack`` in ``exchange``; ``stack`` itself if none does.

        That is the default stack, of which ``stack`` changes what it has steps for, else the first one.
        """
        able = self.leading(exchange, role)
        alike = [other for other in able if self.runtimes[other] == self.runtimes.get(stack)]
        if stack in able or not alike:
            return stack
        return OWN if OWN in alike else alike[0]

    def stage(
        self, stack: str, target: str, document: str, state: State = "warm", *, together: Sequence[str] = ()
    ) -> Row:
        """Return a row of a stage.

        ``together`` names the documents that one run must measure, ``document`` alone if it is empty.

        Raises:
            Lacking: it was not measured, or under memray.
        """
        case = Case(target, document, state=state)
        row = self.stages.get((stack, case))
        if row is None:
            named = "".join(f" --document {each}" for each in together or (document,))
            said = f"no row; measure it: canonbench stage {target}{named}"
            raise Lacking(f"{case.name} with {stack or 'any stack'}: {self.absent.get((stack, case), said)}")
        return _timing(row)


def unseeded(case: Case) -> Case:
    """Return ``case`` without the seed of its document: what it asks is the same whatever was drawn."""
    return replace(case, factors=tuple(factor for factor in case.factors if factor[0] != "seed"))


def _command(exchange: Exchange) -> str:
    """Return what measures an exchange: the plan, unless its scope is not in it."""
    if exchange.scope in {"issuer", "holder"}:
        return "canonbench run paper"
    return f"canonbench exchange all --scope {exchange.scope} --split"


def _rows(environment: Environment) -> Iterator[tuple[str, Row, Case]]:
    for stack in environment.run.chosen:
        for row in stack.rows:
            if row.case is not None and row.is_time and not stack.again:
                yield stack.name, row, row.case


def _key(stack: str, row: Row, case: Case) -> _Key | None:
    plain = case.document == DOCUMENT and row.text(keys.DISCLOSE) == DISCLOSED and case.state == "warm"
    if not plain or row.text(keys.BINDING) not in {"", "signature"}:
        return None
    exchange = Exchange(case.target.rpartition(".")[0], row.text(keys.KEY_ALGORITHM), row.text(keys.SCOPE))
    return stack, exchange, case.target.rpartition(".")[2], case.view


def _timing(row: Row) -> Row:
    if traced(row):
        raise Lacking(f"{row.name}: {TRACED}")
    return row


def over(a: Sequence[Row], b: Sequence[Row]) -> Estimate:
    """Return the ratio of the sum of ``b`` to that of ``a``, paired by round, with its 95 % interval.

    Raises:
        Lacking: they share too few rounds.
    """
    by = sample.clock(*a, *b)
    both = sample.pairs(summed(a, by).rounds, summed(b, by).rounds)
    found = ratio(both, LEVEL)
    if found is None:
        raise too_few(len(both))
    return Estimate(found.value, found.interval, found.rounds, found.method)


def seconds(rows: Sequence[Row]) -> Median:
    """Return the median of the sum of rows, in seconds, with its 95 % interval."""
    return centre(summed(rows, sample.clock(*rows)).units)


class Place(NamedTuple):
    """Where a claim is judged: one stack and scope in a reading; no stack where none was measured."""

    reading: Reading
    stack: str
    scope: str

    @property
    def runtime(self) -> str:
        """The runtime of the stack."""
        return self.reading.runtimes.get(self.stack, PYTHON)

    def exchange(self, name: str, algorithm: str = "ed25519") -> Exchange:
        """Return an exchange in this scope."""
        return Exchange(name, algorithm, self.scope)

    def total(self, exchange: Exchange) -> list[Row]:
        """Return the rows of all roles of ``exchange``, as ``Reading.total``."""
        return self.reading.total(self.stack, exchange)

    def role(self, exchange: Exchange, role: str, view: View = "bare") -> list[Row]:
        """Return one role as a list of rows, with the stack or with the first of its runtime that has it."""
        return [self.reading.role(self.reading.standing(self.stack, exchange, role), exchange, role, view)]

    def ratio(self, base: Exchange, other: Exchange) -> Estimate:
        """Return the total of ``other`` over that of ``base``.

        Raises:
            Lacking: a role of one of them, or rounds that both have.
        """
        return over(self.total(base), self.total(other))
