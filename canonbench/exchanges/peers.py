"""Whole-role peers: libraries that do a role in one call. Are they fit to be timed beside our compositions?

A peer's engine of a role is an engine of the stage with the role's name, on the request of that role.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from canonbench.errors import CanonbenchError
from canonbench.exchanges import Exchange, Tampered
from canonbench.model.engine import Engine
from canonbench.model.exchange import RoleName, Variant
from canonbench.model.use import Use

__all__ = ["disagreement"]


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
        return f"it and ours do not verify each other: {type(error).__name__}: {' '.join(str(error).split())}"
    return _unrefused(its["verify"], exchange.tampered(use, verify, variant))


def _unrefused(verify: Callable[[Any], Any], tampered: Iterable[Tampered]) -> str:
    for each in tampered:
        try:
            verify(each.request)
        except CanonbenchError:
            continue
        except Exception as error:  # noqa: BLE001 - a library may fail in any way
            return f"it fails where {each.name}: {type(error).__name__}: {' '.join(str(error).split())}"
        return f"it does not refuse that {each.name}"
    return ""


def _call(engine: Engine[Any, Any]) -> Callable[[Any], Any]:
    return lambda request: engine.leave(engine.run(engine.enter(request)))
