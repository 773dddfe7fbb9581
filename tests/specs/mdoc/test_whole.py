"""canonbench.specs.mdoc.whole: issue, present, verify; tampering with every byte and every item."""

import hmac
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from hypothesis import given, settings
from hypothesis import strategies as st

from canonbench.errors import MalformedInput, SpecError, VerificationFailed
from canonbench.specs import cose
from canonbench.specs.cbor import Codec, Tag, embed, embedded
from canonbench.specs.mdoc.device import DeviceSigned, device_name_spaces
from canonbench.specs.mdoc.education import EDUCATION_DOCTYPE, EDUCATION_NAMESPACE
from canonbench.specs.mdoc.items import Elements, IssuerNameSpaces
from canonbench.specs.mdoc.response import (
    DeviceResponse,
    Document,
    IssuerSigned,
    decode_device_response,
    decode_issuer_signed,
    encode_device_response,
    encode_issuer_signed,
)
from canonbench.specs.mdoc.whole import (
    SignerCertificate,
    VerifiedDocument,
    nonconformities,
    validate_document,
    verify,
    verify_issuer_signed,
)

REFUSED = (VerificationFailed, MalformedInput)
OTHER = f"{EDUCATION_NAMESPACE}.XX"


@pytest.fixture(scope="module")
def response(world: Any, issued: bytes, full: dict[str, tuple[str, ...]]) -> bytes:
    presented: bytes = world.present(issued, full)
    return presented


@pytest.fixture(scope="module")
def document(world: Any, response: bytes) -> Document:
    return decode_device_response(response, world.codec).documents[0]


@pytest.fixture
def check(world: Any) -> Callable[[Document], VerifiedDocument]:
    return lambda document: validate_document(document, world.transcript, world.verifier())


def with_items(document: Document, name_spaces: IssuerNameSpaces) -> Document:
    return document._replace(issuer_signed=document.issuer_signed._replace(name_spaces=name_spaces))


def with_issuer_auth(document: Document, **changes: Any) -> Document:
    issuer_auth = document.issuer_signed.issuer_auth._replace(**changes)
    return document._replace(issuer_signed=document.issuer_signed._replace(issuer_auth=issuer_auth))


def flipped(data: bytes) -> Iterator[bytes]:
    for index, byte in enumerate(data):
        yield data[:index] + bytes((byte ^ (1 << index % 8),)) + data[index + 1 :]


def accepted(check: Callable[[Document], Any], documents: Iterator[Document]) -> list[int]:
    """Give the places of the documents that were not refused."""
    places = []
    for place, document in enumerate(documents):
        try:
            check(document)
        except REFUSED:
            continue
        places.append(place)
    return places


def test_a_credential_is_issued_presented_and_verified(
    world: Any, issued: bytes, response: bytes, diploma: Elements
) -> None:
    (verified,) = verify(response, transcript=world.transcript, verifier=world.verifier())

    assert diploma == verified.elements
    assert (verified.doc_type, verified.device_elements) == (EDUCATION_DOCTYPE, {})
    assert nonconformities(verified) == ()
    held = verify_issuer_signed(issued, doc_type=EDUCATION_DOCTYPE, verifier=world.verifier())
    assert diploma == held.elements


def test_what_was_not_chosen_is_not_in_the_response(world: Any, issued: bytes) -> None:
    presented = world.present(issued, {EDUCATION_NAMESPACE: ("degree", "family_name")})
    (verified,) = verify(presented, transcript=world.transcript, verifier=world.verifier())

    assert {name_space: list(elements) for name_space, elements in verified.elements.items()} == {
        EDUCATION_NAMESPACE: ["family_name", "degree"]
    }
    assert b"student_number" not in presented


def test_the_device_authenticates_by_mac(world: Any, issued: bytes) -> None:
    presented = world.present(issued, {}, world.device_mac())
    (verified,) = verify(presented, transcript=world.transcript, verifier=world.verifier())

    assert verified.elements == {}
    with pytest.raises(VerificationFailed, match=r"reader's ephemeral key only: give it .*9\.1\.3\.5"):
        verify(presented, transcript=world.transcript, verifier=world.verifier(mac=None))


@pytest.mark.parametrize("name_space", [EDUCATION_NAMESPACE, f"{EDUCATION_NAMESPACE}.device"])
def test_the_device_signs_elements_that_its_key_is_authorized_for(
    world: Any, issued: bytes, codec: Codec, name_space: str
) -> None:
    elements = {name_space: {"device_time": Tag(0, "2026-11-30T12:00:00Z")}}
    signed = world.device_signature(device_name_spaces(elements, codec))
    (verified,) = verify(
        world.present(issued, {}, signed), transcript=world.transcript, verifier=world.verifier()
    )

    assert elements == verified.device_elements


def test_the_device_may_sign_no_other_element(world: Any, issued: bytes, codec: Codec) -> None:
    signed = world.device_signature(device_name_spaces({EDUCATION_NAMESPACE: {"degree": "PhD"}}, codec))

    with pytest.raises(
        VerificationFailed, match=rf"not authorized for {EDUCATION_NAMESPACE} degree .*9\.1\.2\.4"
    ):
        verify(world.present(issued, {}, signed), transcript=world.transcript, verifier=world.verifier())


@pytest.mark.parametrize("kind", ["P-384", "Ed25519"])
def test_other_algorithms_do_too(world: Any, diploma: Elements, full: Any, kind: str) -> None:
    generate: Callable[[], Any] = {
        "P-384": lambda: ec.generate_private_key(ec.SECP384R1()),
        "Ed25519": ed25519.Ed25519PrivateKey.generate,
    }[kind]
    other = world.with_keys(generate(), generate())
    presented = other.present(other.issue(other.credential(diploma)), full)
    (verified,) = verify(presented, transcript=other.transcript, verifier=other.verifier())

    assert diploma == verified.elements
    tampered = with_issuer_auth(
        decode_device_response(presented, other.codec).documents[0], payload=b"\xd8\x18\x40"
    )
    with pytest.raises(VerificationFailed, match="signature of issuerAuth"):
        validate_document(tampered, other.transcript, other.verifier())


def test_every_byte_of_issuer_auth_is_signed(document: Document, check: Any) -> None:
    payload, signature = document.issuer_signed.issuer_auth[2:]
    assert payload is not None

    assert accepted(check, (with_issuer_auth(document, payload=data) for data in flipped(payload))) == []
    assert accepted(check, (with_issuer_auth(document, signature=data) for data in flipped(signature))) == []
    protected = document.issuer_signed.issuer_auth.protected
    assert accepted(check, (with_issuer_auth(document, protected=data) for data in flipped(protected))) == []


def test_every_byte_of_every_item_is_hashed(document: Document, check: Any) -> None:
    for name_space, items in document.issuer_signed.name_spaces.items():
        for place, item in enumerate(items):
            others = dict(document.issuer_signed.name_spaces)
            changed = (
                with_items(document, {**others, name_space: (*items[:place], data, *items[place + 1 :])})
                for data in flipped(item)
            )
            assert accepted(check, changed) == []


def test_a_changed_item_is_found_wherever_it_stands(document: Document, check: Any, codec: Codec) -> None:
    items = document.issuer_signed.name_spaces[EDUCATION_NAMESPACE]
    for place, item in enumerate(items):
        forged = embed(codec.encode({**codec.decode(embedded(item)), "elementValue": "forged"}))
        changed = with_items(document, {EDUCATION_NAMESPACE: (*items[:place], forged, *items[place + 1 :])})
        with pytest.raises(VerificationFailed, match=rf"digestID {place}, does not match .*9\.3\.1"):
            check(changed)


@pytest.mark.parametrize("by", ["signature", "mac"])
def test_every_byte_of_device_authentication_is_signed(
    world: Any, document: Document, check: Any, by: str
) -> None:
    signed = world.device_signature() if by == "signature" else world.device_mac()
    code = signed.signature or signed.mac
    changed: list[DeviceSigned] = [signed._replace(name_spaces=data) for data in flipped(signed.name_spaces)]
    for place in (0, 3):
        changed += [
            signed._replace(**{by: type(code)(*code[:place], data, *code[place + 1 :])})
            for data in flipped(code[place])
        ]

    assert check(document._replace(device_signed=signed)).elements
    assert accepted(check, (document._replace(device_signed=other) for other in changed)) == []


def test_every_byte_of_transcript_and_document_type_is_signed(world: Any, document: Document) -> None:
    def session(transcript: bytes) -> Callable[[Document], Any]:
        return lambda document: validate_document(document, transcript, world.verifier())

    for transcript in flipped(world.transcript):
        assert accepted(session(transcript), iter([document])) != [0]
    with pytest.raises(
        VerificationFailed, match=r"docType of the MSO is .*, of the document other .*9\.3\.1"
    ):
        session(world.transcript)(document._replace(doc_type="other"))


def test_items_in_another_order_are_the_same_items(document: Document, check: Any, diploma: Elements) -> None:
    for name_space, items in document.issuer_signed.name_spaces.items():
        for first in range(len(items)):
            for second in range(first):
                order = list(items)
                order[first], order[second] = order[second], order[first]
                verified = check(with_items(document, {name_space: tuple(order)}))
                assert {name_space: dict(diploma[name_space])} == verified.elements


def test_an_item_that_is_dropped_is_not_among_the_elements(
    document: Document, check: Any, diploma: Elements
) -> None:
    for name_space, items in document.issuer_signed.name_spaces.items():
        for place, identifier in enumerate(diploma[name_space]):
            fewer = with_items(document, {name_space: (*items[:place], *items[place + 1 :])})
            assert {name for name in diploma[name_space] if name != identifier} == set(
                check(fewer).elements[name_space]
            )


def test_an_item_that_stands_there_twice_is_refused(document: Document, check: Any) -> None:
    for name_space, items in document.issuer_signed.name_spaces.items():
        for item in items:
            with pytest.raises(VerificationFailed, match=r"stands there twice .*9\.3\.1"):
                check(with_items(document, {name_space: (*items, item)}))


def test_an_item_of_another_namespace_is_refused(document: Document, check: Any) -> None:
    here, there = document.issuer_signed.name_spaces.values()
    swaps = [
        with_items(document, {EDUCATION_NAMESPACE: (*here[:i], other, *here[i + 1 :]), OTHER: there})
        for i in range(len(here))
        for other in there
    ] + [
        with_items(document, {EDUCATION_NAMESPACE: here, OTHER: (*there[:i], other, *there[i + 1 :])})
        for i in range(len(there))
        for other in here
    ]

    assert accepted(check, iter(swaps)) == []
    assert accepted(check, iter([with_items(document, {"unknown": here})])) == []


def test_an_item_of_another_credential_is_refused(
    world: Any, document: Document, check: Any, diploma: Elements
) -> None:
    other = decode_issuer_signed(world.issue(world.credential(diploma), seed=2), world.codec)
    for name_space, items in document.issuer_signed.name_spaces.items():
        for foreign in other.name_spaces[name_space]:
            for items_with_it in ((*items, foreign), (foreign,)):
                with pytest.raises(VerificationFailed, match=r"9\.3\.1"):
                    check(with_items(document, {name_space: items_with_it}))


def test_an_element_under_two_digests_is_refused(world: Any, diploma: Elements, codec: Codec) -> None:
    renamed = {EDUCATION_NAMESPACE: {"degree": "BSc", "egreed": "PhD"}}

    def encode(value: Any) -> bytes:
        return codec.encode(value).replace(b"egreed", b"degree")

    issued = world.with_keys(world.issuer_key, world.device_key)
    twice = type(world)(
        codec._replace(encode=encode),
        *[getattr(issued, name) for name in list(issued.__dataclass_fields__)[1:]],
    ).issue(world.credential(renamed))

    with pytest.raises(VerificationFailed, match=rf"element {EDUCATION_NAMESPACE} degree stands there twice"):
        verify_issuer_signed(twice, doc_type=EDUCATION_DOCTYPE, verifier=world.verifier())


@pytest.mark.parametrize("by", ["neither", "both"])
def test_device_authentication_is_one_of_two(world: Any, document: Document, check: Any, by: str) -> None:
    signed = world.device_signature()
    other = (
        signed._replace(signature=None) if by == "neither" else signed._replace(mac=world.device_mac().mac)
    )

    with pytest.raises(
        VerificationFailed, match=r"not exactly one of deviceSignature and deviceMac .*9\.1\.3\.4"
    ):
        check(document._replace(device_signed=other))


def test_a_device_signature_with_its_payload_in_it_is_refused(
    world: Any, document: Document, check: Any
) -> None:
    signed = world.device_signature()
    odd = signed._replace(signature=signed.signature._replace(payload=b""))

    with pytest.raises(MalformedInput, match="must be detached"):
        check(document._replace(device_signed=odd))


def test_elements_of_the_issuer_are_not_taken_for_those_of_the_device(
    world: Any, document: Document, check: Any, codec: Codec
) -> None:
    signed = world.device_signature(device_name_spaces({EDUCATION_NAMESPACE: {"device_time": "now"}}, codec))
    stripped = signed._replace(name_spaces=b"\xa0")

    with pytest.raises(VerificationFailed, match="the signature of deviceSignature does not verify"):
        check(document._replace(device_signed=stripped))


@pytest.mark.parametrize(
    ("now", "reason"),
    [
        ("2026-09-01T07:59:59Z", "is valid from 2026-09-01T08:00:00Z"),
        ("2027-01-01T00:00:00Z", "was valid until 2026-12-31T23:59:59Z"),
    ],
)
def test_one_second_outside_its_validity_is_refused(
    world: Any, response: bytes, now: str, reason: str
) -> None:
    with pytest.raises(VerificationFailed, match=reason):
        verify(response, transcript=world.transcript, verifier=world.verifier(now=now))


@pytest.mark.parametrize("now", ["2026-09-01T08:00:00Z", "2026-12-31T23:59:59Z"])
def test_its_first_and_its_last_second_are_valid(world: Any, response: bytes, now: str) -> None:
    assert verify(response, transcript=world.transcript, verifier=world.verifier(now=now))


def test_without_x5chain_nothing_is_verified(
    world: Any, document: Document, check: Any, codec: Codec
) -> None:
    chain = dict(document.issuer_signed.issuer_auth.unprotected)[cose.X5CHAIN]
    protected = codec.encode({cose.ALG: cose.ES256, cose.X5CHAIN: chain})

    with pytest.raises(VerificationFailed, match=r"there is no x5chain.*9\.1\.2\.4"):
        check(with_issuer_auth(document, unprotected=()))
    with pytest.raises(VerificationFailed, match=r"in the protected header only.*9\.1\.2\.4"):
        check(with_issuer_auth(document, unprotected=(), protected=protected))
    with pytest.raises(MalformedInput, match="stands in both headers"):
        check(with_issuer_auth(document, protected=protected))


def test_a_certificate_that_is_not_trusted_ends_it(world: Any, response: bytes) -> None:
    def trust(chain: tuple[bytes, ...]) -> SignerCertificate:
        raise VerificationFailed(f"no path from {len(chain)} certificate to a root")

    with pytest.raises(VerificationFailed, match="no path from 1 certificate"):
        verify(response, transcript=world.transcript, verifier=world.verifier(trust=trust))


def test_a_digest_algorithm_without_a_hash_is_refused(world: Any, response: bytes) -> None:
    with pytest.raises(VerificationFailed, match="no hash for digestAlgorithm SHA-256"):
        verify(response, transcript=world.transcript, verifier=world.verifier(hashes={}))


def test_a_response_that_is_not_ok_or_empty_is_refused(world: Any, document: Document) -> None:
    def judged(response: DeviceResponse) -> Any:
        data = encode_device_response(response, world.codec)
        return verify(data, transcript=world.transcript, verifier=world.verifier())

    with pytest.raises(VerificationFailed, match=r"is 10, not 0 \(OK\)"):
        judged(DeviceResponse((document,), 10))
    with pytest.raises(VerificationFailed, match="holds no document"):
        judged(DeviceResponse(()))
    assert len(judged(DeviceResponse((document, document)))) == 2


def test_an_element_that_is_not_there_cannot_be_presented(world: Any, issued: bytes) -> None:
    with pytest.raises(VerificationFailed, match=r"has not each of .* height once"):
        world.present(issued, {EDUCATION_NAMESPACE: ("height",)})


def test_dates_that_do_not_conform_are_reported(world: Any) -> None:
    odd = {
        EDUCATION_NAMESPACE: {
            "birth_date": "1815-12-10",
            "degree": {"awarded": Tag(0, "2026-07-01T00:00:00.5Z")},
        }
    }
    issued = world.issue(world.credential(odd))
    verified = verify_issuer_signed(issued, doc_type=EDUCATION_DOCTYPE, verifier=world.verifier())

    assert nonconformities(verified) == (
        "birth_date: a date is plain text, not tag 1004 (ISO/IEC 18013-5:2021, 7.2.1)",
        "degree.awarded: a tdate has a fraction, an offset or another form (ISO/IEC 18013-5:2021, 7.2.1)",
    )


NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(1 << 70), 1 << 70)
    | st.floats(allow_nan=False)
    | st.text(max_size=300)
    | st.binary(max_size=300)
    | st.dates().map(lambda day: Tag(1004, day.isoformat())),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
ELEMENTS = st.dictionaries(
    NAMES, st.dictionaries(NAMES, VALUES, min_size=1, max_size=6), min_size=1, max_size=3
)


@given(elements=ELEMENTS, data=st.data())
@settings(max_examples=60)
def test_any_selection_of_any_credential_verifies_and_no_change_does(
    world: Any, elements: Elements, data: st.DataObject
) -> None:
    wanted = {
        name_space: tuple(data.draw(st.lists(st.sampled_from(list(values)), unique=True)))
        for name_space, values in elements.items()
    }
    presented = world.present(world.issue(world.credential(elements)), wanted)
    (verified,) = verify(presented, transcript=world.transcript, verifier=world.verifier())

    assert {
        name_space: {name: value for name, value in values.items() if name in wanted[name_space]}
        for name_space, values in elements.items()
        if wanted[name_space]
    } == verified.elements
    document = decode_device_response(presented, world.codec).documents[0]
    name_space, items = data.draw(
        st.sampled_from(list(document.issuer_signed.name_spaces.items()) or [("", ())])
    )
    payload = document.issuer_signed.issuer_auth.payload
    assert payload is not None
    changed = [with_issuer_auth(document, payload=data.draw(st.sampled_from(list(flipped(payload)))))]
    if items:
        place = data.draw(st.integers(0, len(items) - 1))
        item = data.draw(st.sampled_from(list(flipped(items[place]))))
        changed.append(with_items(document, {name_space: (*items[:place], item, *items[place + 1 :])}))
    for other in changed:
        with pytest.raises(REFUSED):
            validate_document(other, world.transcript, world.verifier())


@given(data=st.binary(max_size=60) | st.binary(max_size=40).map(lambda data: b"\xa3" + data))
def test_what_is_no_response_is_malformed(world: Any, data: bytes) -> None:
    with pytest.raises(SpecError):
        verify(data, transcript=world.transcript, verifier=world.verifier())


def test_every_byte_of_a_response_outside_its_certificate_counts(world: Any, issued: bytes) -> None:
    presented = world.present(issued, {OTHER: ("student_number",)})
    (certificate,) = world.chain
    start = presented.index(certificate)
    version = presented.index(b"1.0") + 2
    unsigned = {version, *range(start, start + len(certificate))}
    changed = [data for place, data in enumerate(flipped(presented)) if place not in unsigned]
    found = []
    for data in changed:
        with suppress(VerificationFailed, MalformedInput):
            found.append(verify(data, transcript=world.transcript, verifier=world.verifier()))

    assert len(changed) > 900
    assert found == []


@pytest.fixture
def annex_verifier(world: Any, annex_d: dict[str, Any]) -> Any:
    """Verify as in Annex D, at a time when its MSO was valid."""
    key = annex_d["derived"]["e_mac_key"]
    return world.verifier(
        now="2020-12-01T00:00:00Z", mac=lambda _device_key, data: hmac.digest(key, data, "sha256")
    )


@pytest.mark.suites
def test_annex_d_verifies(annex_d: dict[str, Any], annex_verifier: Any) -> None:
    (verified,) = verify(
        annex_d["vectors"]["device_response"],
        transcript=annex_d["derived"]["session_transcript"],
        verifier=annex_verifier,
    )

    elements = verified.elements["org.iso.18013.5.1"]
    assert list(annex_d["issuer_signed_items"]) == list(elements)
    assert ("Doe", Tag(1004, "2019-10-20")) == (elements["family_name"], elements["issue_date"])
    assert nonconformities(verified) == ()


@pytest.mark.suites
def test_annex_d_is_written_byte_for_byte(annex_d: dict[str, Any], codec: Codec) -> None:
    data = annex_d["vectors"]["device_response"]

    assert data == encode_device_response(decode_device_response(data, codec), codec)


@pytest.mark.suites
def test_annex_d_is_expired_a_second_later(annex_d: dict[str, Any], annex_verifier: Any) -> None:
    with pytest.raises(VerificationFailed, match="was valid until 2021-10-01T13:30:02Z"):
        verify(
            annex_d["vectors"]["device_response"],
            transcript=annex_d["derived"]["session_transcript"],
            verifier=annex_verifier._replace(now="2021-10-01T13:30:03Z"),
        )


@pytest.mark.suites
def test_every_byte_of_annex_d_that_is_signed_hashed_or_authenticated_counts(
    annex_d: dict[str, Any], annex_verifier: Any, codec: Codec
) -> None:
    (document,) = decode_device_response(annex_d["vectors"]["device_response"], codec).documents
    transcript = annex_d["derived"]["session_transcript"]
    issuer_auth = document.issuer_signed.issuer_auth
    assert issuer_auth.payload is not None

    def check(document: Document) -> VerifiedDocument:
        return validate_document(document, transcript, annex_verifier)

    changed = [with_issuer_auth(document, payload=data) for data in flipped(issuer_auth.payload)]
    changed += [with_issuer_auth(document, signature=data) for data in flipped(issuer_auth.signature)]
    ((name_space, items),) = document.issuer_signed.name_spaces.items()
    for place, item in enumerate(items):
        changed += [
            with_items(document, {name_space: (*items[:place], data, *items[place + 1 :])})
            for data in flipped(item)
        ]
    mac = document.device_signed.mac
    assert mac is not None
    changed += [
        document._replace(device_signed=document.device_signed._replace(mac=mac._replace(tag=data)))
        for data in flipped(mac.tag)
    ]

    assert check(document).elements
    assert len(changed) > 2500
    assert accepted(check, iter(changed)) == []


def test_issuer_signed_is_written_byte_for_byte(issued: bytes, codec: Codec) -> None:
    assert issued == encode_issuer_signed(decode_issuer_signed(issued, codec), codec)
    empty = IssuerSigned({}, decode_issuer_signed(issued, codec).issuer_auth)
    assert empty == decode_issuer_signed(encode_issuer_signed(empty, codec), codec)
