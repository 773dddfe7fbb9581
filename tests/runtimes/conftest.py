"""A child that is not real: it keeps to the protocol, but for the fault that it is asked for."""

import sys
from collections.abc import Callable

import pytest

# The stage that it does is hashing.sha256; FAULT says what goes wrong, and at which request.
_PROGRAM = r"""
import base64, hashlib, json, os, sys, time

FAULT, AT = (sys.argv[1:] + ["", ""])[:2]
LIBRARY = {"name": "fake", "version": "1.2", "source": "git 0123"}
GREETING = {"protocol": 1, "runtime": "Fake", "version": "3", "details": "really", "openssl": "",
            "library": LIBRARY, "stages": ["hashing.sha256", "ecdsa.sign"]}
state = {"calls": 0}

def hashed(data):
    if data == b"bad":
        raise ValueError(FAULT)
    return ["b", base64.b64encode(hashlib.sha256(data).digest()).decode()]

def digest(output):
    text = json.dumps(output)
    if FAULT == "drifts" and state["calls"] > 2:
        text += "?"
    return hashlib.sha256(text.encode()).hexdigest()

def respond(request):
    do = request["do"]
    if do == "hello":
        return GREETING
    if do == "prepare":
        state["input"] = base64.b64decode(request["input"][1])
        return {"prepared": request["stage"]}
    state["calls"] += 1
    if do == "check":
        output = hashed(state["input"])
        return {"first": [2000, 1000], "output": output, "digest": digest(output)}
    if do == "warm":
        return {"calls": 40, "wall": 5, "steady": FAULT != "restless", "series": [300, 200.5]}
    return {"wall": 3000 * request["loops"], "cpu": 2000 * request["loops"], "collections": [1, 0],
            "digest": digest(hashed(state["input"]))}

def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()

PARTS = {"no time": {"wall": "soon"}, "negative": {"wall": -1, "first": [-1, 0]},
         "infinite": {"wall": 1e999, "first": [1e999, 1]}, "no digest": {"digest": 7},
         "one time": {"first": [1]}, "no counts": {"collections": [0.5]}, "old": {"protocol": 0},
         "no stages": {"stages": "all"}, "no library": {"library": None}, "number": {"runtime": 5},
         "other stage": {"prepared": "x"}, "no series": {"series": None}, "no value": {"output": ["b", "?"]},
         "untagged": {"output": [1]}, "unknown name": {"output": ["n", "Thing", 1]}}

for line in sys.stdin:
    request = json.loads(line)
    here = request["do"] == AT
    if here and FAULT == "dies":
        sys.stderr.write("the last word\n")
        os._exit(3)
    if here and FAULT == "killed":
        os.kill(os.getpid(), 9)
    if here and FAULT == "hangs":
        time.sleep(600)
    if here and FAULT == "deaf":
        time.sleep(600)
    if here and FAULT == "closes":
        os.close(1)
        time.sleep(600)
    if here and FAULT == "nonsense":
        say("how are you?\n")
        continue
    if here and FAULT == "list":
        say("[1]\n")
        continue
    if here and FAULT == "noise":
        say("a library that prints\n" + json.dumps(respond(request)) + "\n")
        continue
    if here and FAULT == "odd":
        say(json.dumps({"failed": "mood", "message": "no"}) + "\n")
        continue
    if here and FAULT == "flood":
        while True:
            say("x" * 65536)
    answer = respond_text = None
    try:
        answer = respond(request)
    except ValueError as error:
        answer = {"failed": str(error), "message": "a library's\nown words"}
    if here and FAULT in PARTS:
        answer = {**answer, **PARTS[FAULT]}
    text = json.dumps(answer) + "\n"
    if here and FAULT == "partial":
        say(text[:10])
        os._exit(0)
    if here and FAULT == "slow line":
        for start in range(0, len(text), 7):
            say(text[start:start + 7])
            time.sleep(0.002)
        continue
    say(text)
"""


@pytest.fixture(scope="session")
def fake(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., tuple[str, ...]]:
    """Return the command of a fake child, given its fault and the request at which it happens."""
    program = tmp_path_factory.mktemp("fake") / "child.py"
    program.write_text(_PROGRAM, encoding="utf-8")

    def command(fault: str = "", at: str = "") -> tuple[str, ...]:
        return (sys.executable, "-S", str(program), fault, at)

    return command
