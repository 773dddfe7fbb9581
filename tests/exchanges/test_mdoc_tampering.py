"""Every byte that is signed, hashed or authenticated counts, and every item is where the issuer put it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.errors import SpecError, VerificationFailed
from canonbench.exchanges import load
from canonbench.exchanges.codec import codec
from canonbench.exchanges.mdoc import Verified, VerifyRequest
from canonbench.model.engine import Engine
from canonbench.model.exchange import Variant
from canonbench.model.use import Neutral, Stack
from canonbench.specs.mdoc import Document, decode_device_response, encode_device_response

SHOWN = 3
VARIANTS = [Variant("ed25519", "holder"), Variant("p256", "holder"), Variant("p256", "holder", "mac")]
Engines = Mapping[str, Engine[Any, Any]]


class Presented:
    """A presentation, its only document, and what verifies it and others like it."""

    def __init__(self, engines: Engines, variant: Variant, seed: int = 1) -> None:
        """Present three items of the credential that ``seed`` salts."""
        exchange = load("mdoc")
        document = corpus.find("credential-20", seed=1)
        self.codec = codec(Neutral(engines))
        self.request: VerifyRequest = exchange.requests(Neutral(engines), document, variant, SHOWN, seed)[
            "verify"
        ]
        self.run: Callable[[VerifyRequest], Verified] = exchange.roles["verify"].bind(Stack(engines), variant)
        (self.document,) = decode_device_response(self.request.presented, self.codec).documents
        ((self.name_space, self.items),) = self.document.issuer_signed.name_spaces.items()

    def verify(self, document: Document) -> Verified:
        """Verify another document in place of this one."""
        response = decode_device_response(self.request.presented, self.codec)._replace(documents=(document,))
        return self.run(self.request._replace(presented=encode_device_response(response, self.codec)))

    def with_items(self, items: Iterable[bytes], name_space: str = "") -> Document:
        """Return the document with other items."""
        changed = {name_space or self.name_space: tuple(items)}
        return self.document._replace(issuer_signed=self.document.issuer_signed._replace(name_spaces=changed))


@pytest.fixture(params=VARIANTS, ids=lambda variant: f"{variant.algorithm}-{variant.binding}")
def presented(engines: Engines, request: pytest.FixtureRequest) -> Presented:
    return Presented(engines, request.param)


def _flipped(data: bytes) -> Iterator[bytes]:
    for index, byte in enumerate(data):
        yield data[:index] + bytes((byte ^ (1 << index % 8),)) + data[index + 1 :]


def _accepted(run: Callable[[Any], Any], inputs: Iterable[Any]) -> list[int]:
    places = []
    for place, given in enumerate(inputs):
        try:
            run(given)
        except (VerificationFailed, SpecError):
            continue
        places.append(place)
    return places


def test_every_byte_of_a_presentation_but_its_certificate_and_version_counts(presented: Presented) -> None:
    data = presented.request.presented
    header = dict(presented.document.issuer_signed.issuer_auth.unprotected)
    start = data.index(header[33])
    outside = {data.index(b"1.0") + 2, *range(start, start + len(header[33]))}
    changed = [each for place, each in enumerate(_flipped(data)) if place not in outside]

    assert _accepted(presented.run, [presented.request]) == [0]
    assert _accepted(presented.run, (presented.request._replace(presented=each) for each in changed)) == []
    assert len(changed) > 1000


def test_every_byte_of_the_transcript_counts(presented: Presented) -> None:
    changed = [presented.request._replace(transcript=each) for each in _flipped(presented.request.transcript)]

    assert _accepted(presented.run, changed) == []
    assert len(changed) > 50


def test_items_in_another_order_are_the_same_items(presented: Presented) -> None:
    expected = presented.run(presented.request)

    assert presented.verify(presented.with_items(reversed(presented.items))) == expected


def test_a_dropped_item_is_not_among_the_elements(presented: Presented) -> None:
    names = list(presented.run(presented.request).elements[presented.name_space])
    for place in range(SHOWN):
        items = [*presented.items[:place], *presented.items[place + 1 :]]
        verified = presented.verify(presented.with_items(items))
        assert list(verified.elements[presented.name_space]) == [*names[:place], *names[place + 1 :]]


def test_a_duplicated_or_misplaced_item_is_refused(presented: Presented) -> None:
    changed = [presented.with_items([*presented.items, item]) for item in presented.items]
    changed.append(presented.with_items(presented.items, f"{presented.name_space}.other"))

    assert _accepted(presented.verify, changed) == []


def test_an_item_of_another_credential_is_refused(engines: Engines, presented: Presented) -> None:
    other = Presented(engines, Variant("p256", "holder"), seed=2)
    changed = [
        presented.with_items([*presented.items[:place], foreign, *presented.items[place + 1 :]])
        for place in range(SHOWN)
        for foreign in other.items
    ]
    changed += [presented.with_items([*presented.items, foreign]) for foreign in other.items]

    assert _accepted(presented.verify, changed) == []


def test_what_another_issuing_signed_or_another_device_is_refused(engines: Engines) -> None:
    here, there = (Presented(engines, Variant("p256", "holder"), seed=seed) for seed in (1, 2))
    mixed = [
        here.document._replace(device_signed=there.document.device_signed),
        here.document._replace(
            issuer_signed=here.document.issuer_signed._replace(
                issuer_auth=there.document.issuer_signed.issuer_auth
            )
        ),
    ]

    assert _accepted(here.verify, mixed) == []
