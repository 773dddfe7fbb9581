"""Metadata keys of a run file: one table gives each its type, its unit and who writes it.

pyperf allows ``int``, ``float`` and non-empty ``str`` of one line as values, no lists; several values of one
key are one comma-joined string (``join``, ``numbers``). Keys that pyperf writes itself stand here only if
canonbench reads or overrides them.

Writers, in the order in which they act: ``leaf`` (the same for all its workers), ``worker`` (one process),
``conductor`` (handed to a leaf by arguments, or added while merging), ``pyperf``.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Self, TypeAlias

from canonbench.errors import RunFileError

__all__ = [
    "ALGORITHM",
    "BINDING",
    "CANONBENCH_VERSION",
    "CASE_VERSION",
    "CONTEXTS_SHA256",
    "CPU_MODEL_NAME",
    "CPU_OF",
    "CPU_VALUES",
    "DECIDES",
    "DISCLOSE",
    "DOCUMENT",
    "DOCUMENT_BLANK_NODES",
    "DOCUMENT_BYTES",
    "DOCUMENT_QUADS",
    "DOCUMENT_SHA256",
    "ENGINE",
    "ENGINE_SOURCE",
    "ENGINE_VERSION",
    "FACTORS",
    "FIRST_CPU",
    "FIRST_WALL",
    "FORMAT",
    "GC",
    "GC_COUNTS",
    "GLUE_CPU",
    "GLUE_VALUES",
    "HASH_SEED",
    "HEAP",
    "HOOKS",
    "HOSTNAME",
    "KEY_ALGORITHM",
    "LOOPS",
    "MEMORY_EMPTY",
    "MEMORY_NATIVE",
    "MEMORY_UNITS",
    "MEMORY_WARMUPS",
    "MEMRAY_ALLOCATED",
    "MEMRAY_ALLOCATIONS",
    "MEMRAY_PEAK",
    "MEMRAY_VALUES",
    "NAME",
    "OPENSSL_VERSION",
    "OUTPUT_BYTES",
    "OUTPUT_SHA256",
    "PART_OF",
    "PYTHON_CFLAGS",
    "PYTHON_CONFIG_ARGS",
    "PYTHON_EXECUTABLE",
    "RESIDUAL",
    "ROLE",
    "ROUND",
    "RUN",
    "RUNTIME",
    "SCOPE",
    "SEED",
    "SINGLE_TIMER",
    "SPLIT",
    "STACK",
    "STACK_ENGINES",
    "STAGE",
    "STAMP_COST",
    "STATE",
    "STEPS",
    "TABLE",
    "TEXT",
    "UNIT",
    "VIEW",
    "WARM_CALLS",
    "WARM_CPU",
    "WARM_STEADY",
    "WARM_TEST",
    "WITHHELD",
    "Key",
    "Scalar",
    "check",
    "join",
    "numbers",
    "overrides",
    "scrub",
    "split_key",
]

Scalar: TypeAlias = int | float | str


class Key(str):
    """A metadata key that knows the type of its values, their unit, its writer and its meaning."""

    __slots__ = ("kind", "meaning", "unit", "writer")

    def __new__(cls, name: str, kind: type[Scalar], unit: str, writer: str, meaning: str) -> Self:
        """Make the key ``name``; ``unit`` is empty where there is none."""
        key = super().__new__(cls, name)
        key.kind, key.unit, key.writer, key.meaning = kind, unit, writer, meaning
        return key

    kind: type[Scalar]
    unit: str
    writer: str
    meaning: str


STAGE = Key("stage", str, "", "leaf", "stage (rdfc.label) or exchange role (eddsa-rdfc-2022.issue)")
PART_OF = Key("part_of", str, "", "leaf", "the stage that this one is a part of")
TEXT = Key("text", str, "", "leaf", "specification, version and section or anchor")
ENGINE = Key("engine", str, "", "leaf", "engine, or the study's one engine of a stack")
ENGINE_VERSION = Key("engine_version", str, "", "leaf", "version of the distribution of the engine")
ENGINE_SOURCE = Key("engine_source", str, "", "leaf", "commit and dirty flag, or digest of installed files")
ALGORITHM = Key("algorithm", str, "", "leaf", "what really runs where that is not the text (URDNA2015)")
DOCUMENT = Key("document", str, "", "leaf", "name of the document, user~<8 hex> for a user's file")
DOCUMENT_SHA256 = Key("document_sha256", str, "lower-case hex", "leaf", "SHA-256 of the document's bytes")
DOCUMENT_BYTES = Key("document_bytes", int, "bytes", "leaf", "size of the document")
DOCUMENT_QUADS = Key("document_quads", int, "quads", "leaf", "size of the document as a dataset")
DOCUMENT_BLANK_NODES = Key("document_blank_nodes", int, "blank nodes", "leaf", "blank nodes of the dataset")
CONTEXTS_SHA256 = Key("contexts_sha256", str, "lower-case hex", "leaf", "SHA-256 over all contexts used")
OUTPUT_SHA256 = Key("output_sha256", str, "lower-case hex", "leaf", "digest that every engine had to give")
OUTPUT_BYTES = Key("output_bytes", int, "bytes", "leaf", "what a role sends on, of its fixed request")
FORMAT = Key("format", str, "", "leaf", "format of the exchange; absent for stages, as the six below")
ROLE = Key("role", str, "", "leaf", "issue, present or verify")
KEY_ALGORITHM = Key("key_algorithm", str, "", "leaf", "ed25519, p256 or p384: what the keys are of")
SCOPE = Key("scope", str, "", "leaf", "issuer, holder or trust: what is proved and checked")
BINDING = Key("binding", str, "", "leaf", "signature or mac: how a holder proves possession of its key")
DISCLOSE = Key("disclose", str, "", "leaf", "how many attributes are shown, or which, joined by +")
STACK_ENGINES = Key("stack_engines", str, "comma-joined", "leaf", "stage=engine of each step of a role")
FACTORS = Key("factors", str, "comma-joined", "leaf", "options that differ from their defaults, in the name")
STACK = Key("stack", str, "", "leaf", "name of the stack; the file is named after it")
VIEW = Key("view", str, "", "leaf", "split, glue, single, peak, allocated or allocations; absent for bare")
STATE = Key("state", str, "", "leaf", "cold-process or cold-context; absent for warm")
DECIDES = Key("decides", str, "", "leaf", "clock that decides: cpu, or wall where work leaves the thread")
CASE_VERSION = Key("case_version", str, "", "leaf", "digest of the definition of stage, document and view")
CANONBENCH_VERSION = Key("canonbench_version", str, "", "leaf", "version of canonbench")
OPENSSL_VERSION = Key("openssl_version", str, "", "leaf", "version of OpenSSL, where the engine uses it")
RUNTIME = Key("runtime", str, "", "leaf", "runtime of the engine and its version; absent for this Python")
GC = Key("gc", str, "", "leaf", "enabled or disabled while timing")
HEAP = Key("heap", str, "", "leaf", "frozen (gc.freeze after set-up) or plain")
CPU_VALUES = Key("cpu.values", str, "seconds, comma-joined", "worker", "thread CPU time of a loop, as values")
FIRST_WALL = Key("first.wall", float, "seconds", "worker", "wall time of the very first call")
FIRST_CPU = Key("first.cpu", float, "seconds", "worker", "thread CPU time of the very first call")
GLUE_VALUES = Key("glue.values", str, "seconds, comma-joined", "worker", "wall time of Playback, as values")
GLUE_CPU = Key("glue.cpu", str, "seconds, comma-joined", "worker", "thread CPU time of Playback, as values")
STAMP_COST = Key("stamp.cost", str, "seconds, comma-joined", "worker", "what a stamp adds to a step's total")
STEPS = Key("split.steps", int, "steps", "worker", "number of steps that the Stopwatch stamped")
SINGLE_TIMER = Key("single.timer", float, "seconds", "worker", "median cost of reading the clock twice")
RESIDUAL = Key("split.residual", str, "seconds, comma-joined", "worker", "total less steps and glue")
GC_COUNTS = Key("gc.collections", str, "comma-joined", "worker", "garbage collections of each generation")
CPU_OF = Key("cpu.of", str, "", "worker", "process: all threads of a child; absent where it is the thread")
WARM_CALLS = Key("warm.calls", int, "calls", "worker", "calls of a child of another runtime to be warm")
WARM_STEADY = Key("warm.steady", str, "", "worker", "yes, or no where it was not steady within its budget")
WARM_TEST = Key("warm.test", str, "", "worker", "what steady means")
WARM_CPU = Key("warm.cpu", str, "seconds, comma-joined", "worker", "CPU time of a call, block by block")
HASH_SEED = Key("hash_seed", str, "", "worker", "PYTHONHASHSEED of a process whose memory was measured")
MEMORY_EMPTY = Key("memory.empty", str, "comma-joined", "worker", "peak, allocated, allocations of no work")
MEMORY_NATIVE = Key("memory.native", str, "", "worker", "yes if native frames were traced, else no")
MEMORY_WARMUPS = Key("memory.warmups", int, "calls", "worker", "calls before the one that was measured")
MEMRAY_PEAK = Key("memray.peak", int, "bytes", "worker", "hook: most bytes at a time, over all values")
MEMRAY_ALLOCATED = Key("memray.allocated", int, "bytes", "worker", "hook: total of all loops of all values")
MEMRAY_ALLOCATIONS = Key("memray.allocations", int, "", "worker", "hook: number, of all loops of all values")
MEMRAY_VALUES = Key("memray.values", int, "values", "worker", "hook: how many values the totals are of")
RUN = Key("run", str, "", "conductor", "identifier of the conducted run, drawn once, shared by its stacks")
ROUND = Key("round", int, "", "conductor", "round of the run, from 0")
SEED = Key("seed", int, "", "conductor", "seed of everything random in the plan, shuffling included")
NAME = Key("name", str, "", "pyperf", "target/document[@factor=value,...][:state][:view]")
LOOPS = Key("loops", int, "calls", "pyperf", "calls in each value")
UNIT = Key("unit", str, "", "pyperf", "second for timing, byte or integer for memory")
HOOKS = Key("hooks", str, "comma-joined", "pyperf", "pyperf hooks that were active")
CPU_MODEL_NAME = Key("cpu_model_name", str, "", "pyperf", "gives the machine its default name")
HOSTNAME = Key("hostname", str, "", "pyperf", "always overridden")
PYTHON_EXECUTABLE = Key("python_executable", str, "", "pyperf", "always overridden")
PYTHON_CONFIG_ARGS = Key("python_config_args", str, "", "pyperf", "always overridden")
PYTHON_CFLAGS = Key("python_cflags", str, "", "pyperf", "flags that hold a path are taken out")

TABLE: tuple[Key, ...] = (
    STAGE, PART_OF, TEXT, ENGINE, ENGINE_VERSION, ENGINE_SOURCE, ALGORITHM, DOCUMENT, DOCUMENT_SHA256,
    DOCUMENT_BYTES, DOCUMENT_QUADS, DOCUMENT_BLANK_NODES, CONTEXTS_SHA256, OUTPUT_SHA256, OUTPUT_BYTES,
    FORMAT, ROLE, KEY_ALGORITHM, SCOPE, BINDING, DISCLOSE, STACK_ENGINES, FACTORS, STACK, VIEW,
    STATE, DECIDES, CASE_VERSION, CANONBENCH_VERSION, OPENSSL_VERSION, RUNTIME, GC, HEAP, CPU_VALUES,
    FIRST_WALL, FIRST_CPU, GLUE_VALUES, GLUE_CPU, STAMP_COST, STEPS, RESIDUAL, SINGLE_TIMER, GC_COUNTS,
    CPU_OF, WARM_CALLS, WARM_STEADY, WARM_TEST, WARM_CPU, HASH_SEED, MEMORY_EMPTY, MEMORY_NATIVE,
    MEMORY_WARMUPS, MEMRAY_PEAK, MEMRAY_ALLOCATED, MEMRAY_ALLOCATIONS, MEMRAY_VALUES, RUN, ROUND, SEED, NAME,
    LOOPS, UNIT, HOOKS, CPU_MODEL_NAME, HOSTNAME, PYTHON_EXECUTABLE, PYTHON_CONFIG_ARGS, PYTHON_CFLAGS,
)  # fmt: skip

MEMORY_UNITS = frozenset({"byte", "integer"})
"""Units of rows that hold memory, and no time."""

WITHHELD = "withheld"
SPLIT = "split."
_PATH = re.compile(r"(?:^|[\s=:;,'\"(])(?:~|[A-Za-z]:)?[/\\](?=[^\s/\\])")


def split_key(index: int, stage: str, of: str = "document") -> str:
    """Return the key of a Stopwatch step: its values are seconds, comma-joined, as ``values``.

    ``index`` is the place of the step in the exchange, from 0; ``of`` is what the step is about.
    """
    return f"{SPLIT}{index:02d}.{stage}/{of}"


def join(values: Iterable[float]) -> str:
    """Write numbers, as of ``cpu.values``, as one string that ``numbers`` reads back exactly."""
    return ",".join(repr(value) for value in values)


def numbers(text: Scalar) -> tuple[float, ...]:
    """Read what ``join`` wrote; a bare number is one value.

    Raises:
        RunFileError: if a part is no number.
    """
    try:
        return tuple(float(part) for part in str(text).split(","))
    except ValueError:
        raise RunFileError(f"{str(text)[:40]!r} is no comma-joined list of numbers") from None


def check(metadata: Mapping[str, Scalar]) -> None:
    """Refuse metadata that pyperf or the table does not allow.

    Raises:
        RunFileError: names the key: an empty string, more than one line, another type than the table gives,
            or a path of this machine where none may be.
    """
    kinds = {str(key): key.kind for key in TABLE}
    for name, value in metadata.items():
        kind = kinds.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            problem = f"is a {type(value).__name__}, neither int, float nor str"
        elif isinstance(value, str) and (not value.strip() or len(value.splitlines()) != 1):
            problem = "must be one line that is not empty"
        elif kind is float and isinstance(value, int):
            continue
        elif kind is not None and not isinstance(value, kind):
            problem = f"is {type(value).__name__}, the table in canonbench/runs/keys.py says {kind.__name__}"
        elif isinstance(value, str) and _PATH.search(value):
            problem = "holds a path of this machine: leave it out, or give its base name"
        else:
            continue
        raise RunFileError(f"metadata {name!r} {problem}")


def scrub(metadata: Mapping[str, Scalar], *, keep_host: bool = False) -> dict[str, Scalar]:
    """Take host name and paths of this machine out of ``metadata``.

    ``keep_host`` keeps the host name, for the option ``--keep-host``; paths never stay.
    """
    clean = dict(metadata)
    for key in (HOSTNAME, PYTHON_EXECUTABLE, PYTHON_CONFIG_ARGS):
        if key in clean and not (keep_host and key == HOSTNAME):
            clean[key] = WITHHELD
    flags = clean.get(PYTHON_CFLAGS)
    if isinstance(flags, str):
        clean[PYTHON_CFLAGS] = (
            " ".join(flag for flag in flags.split() if not {"/", "\\"} & set(flag)) or WITHHELD
        )
    return clean


def overrides(flags: str = "", *, keep_host: bool = False) -> dict[str, Scalar]:
    """Return what a leaf puts into ``runner.metadata``, so that no file ever holds what must not be kept.

    ``flags`` are the compiler flags of this Python (``sysconfig.get_config_var("CFLAGS")``).
    """
    withheld: dict[str, Scalar] = {PYTHON_EXECUTABLE: WITHHELD, PYTHON_CONFIG_ARGS: WITHHELD}
    if not keep_host:
        withheld[HOSTNAME] = WITHHELD
    if flags:
        withheld[PYTHON_CFLAGS] = flags
    return scrub(withheld, keep_host=keep_host)
