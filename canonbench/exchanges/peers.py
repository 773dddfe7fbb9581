"""Whole-role peers: libraries that do a role in one call. Are they fit to be timed beside our compositions?

A peer's engine of a role is an engine of the stage with the role's name, on the request of that role.
"""

import contextlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from canonbench.errors import CanonbenchError, one_line
from canonbench.exchanges import Exchange, Tampered
from canonbench.model.engine import Engine
from canonbench.model.exchange import RoleName, Variant
from canonbench.model.use import Use

__all__ = ["disagreement", "unverified"]


def disagreement(
    peer: Mapping[str, Engine[Any, Any]],
    exchange: Exchange,
    requests: Mapping[RoleName, Any],
    variant: Variant,
    use: Use,
) -> str:
    """Return why ``peer`` is not to be timed on ``requests``, in one line, or ``""``.

    It is, where it verifies what ours presented and gives the same claims, ours verifies what it issued and
    presented, by itself and by ours, and it refuses all that ours refuses.

    Args:
        peer: engines by stage, of issue, present and verify of the exchange.
        exchange: the exchange.
        requests: a request for each role.
        variant: of the exchange.
        use: our own engines.
    """
    ours = {role: found.bind(use, variant) for role, found in exchange.roles.items()}
    its = {role: _call(peer[found.name]) for role, found in exchange.roles.items()}
    verify = requests["verify"]
    try:
        claims = ours["verify"](verify)
        if its["verify"](verify) != claims:
            return "it gives other claims than ours"
        issued = its["issue"](requests["issue"])
        present = requests["present"]._replace(secured=issued)
        for shown in (its["present"](present), ours["present"](present), its["present"](requests["present"])):
            if ours["verify"](verify._replace(secured=shown)) != claims:
                return "ours finds other claims in what it made"
            if its["verify"](verify._replace(secured=shown)) != claims:
                return "it finds other claims than ours in what it made"
    except Exception as error:  # noqa: BLE001 - a library may fail in any way
        return f"it and ours do not verify each other: {one_line(error)}"
    return _unrefused(its["verify"], exchange.tampered(use, verify, variant))


def unverified(
    made: bytes,
    by: RoleName,
    requests: Mapping[str, Any],
    present: Callable[[Any], bytes],
    verifiers: Mapping[str, Callable[[Any], Any]],
) -> str:
    """Return why what a peer ``made`` is not accepted, in one line without a value of it, or ``""``.

    Each of ``verifiers`` must find in it the claims that ours finds in what is all ours. What was issued is
    presented by ours first. Where a format lets it, it is verified as it is, too: presenting may sign anew.

    Args:
        made: what the peer made in the role ``by``, on the request of that role.
        by: *issue* or *present*.
        requests: of *present* and *verify*, both ours. The first member of each is the message.
        present: ours.
        verifiers: *verify* by who does it, ours first.
    """
    asked, verify = requests["present"], requests["verify"]
    ours = next(iter(verifiers.values()))
    checked = [(made, ours(verify))] if by == "present" else []
    if by == "issue":
        try:
            checked.append((present(_with(asked, made)), ours(verify)))
        except Exception as error:  # noqa: BLE001 - what a library made may be anything
            return f"what it made is not accepted by ours that presents: {type(error).__name__}"
        with contextlib.suppress(CanonbenchError):  # a base proof is not verified before it is derived from
            checked.append((made, ours(_with(verify, asked[0]))))
    for who, check in verifiers.items():
        for message, claims in checked:
            try:
                found = check(_with(verify, message))
            except Exception as error:  # noqa: BLE001 - a library may fail in any way
                return f"what it made is not accepted by {who}: {type(error).__name__}"
            if found != claims:
                return f"{who} finds other claims in what it made"
    return ""


def _with(request: Any, message: bytes) -> Any:
    return request._replace(**{request._fields[0]: message})


def _unrefused(verify: Callable[[Any], Any], tampered: Iterable[Tampered]) -> str:
    for each in tampered:
        try:
            verify(each.request)
        except CanonbenchError:
            continue
        except Exception as error:  # noqa: BLE001 - a library may fail in any way
            return f"it fails where {each.name}: {one_line(error)}"
        return f"it does not refuse that {each.name}"
    return ""


def _call(engine: Engine[Any, Any]) -> Callable[[Any], Any]:
    return lambda request: engine.leave(engine.run(engine.enter(request)))
