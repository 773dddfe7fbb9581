"""canonbench.specs.multibase: Multibase, Multikey and did:key."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import MalformedInput
from canonbench.specs import multibase
from canonbench.specs.multibase import PublicKey, SecretKey

ED25519 = "z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2"
P256 = "zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"\0", "1"),
        (b"\0\0\1", "112"),
        (b"Hello World!", "2NEpo7TZRRrLZSi2U"),
        (b"\x00\x00\x28\x7f\xb4\xcd", "11233QC4"),
        (bytes.fromhex("73696d706c792061206c6f6e6720737472696e67"), "2cFupjhnEsSn59qHXstmK2ffpLv2"),
    ],
)
def test_base58btc_by_hand(data: bytes, text: str) -> None:
    assert text == multibase.encode_base58btc(data)
    assert data == multibase.decode_base58btc(text)


@given(st.binary(max_size=100), st.sampled_from(["z", "u"]))
def test_decoding_undoes_encoding(data: bytes, base: str) -> None:
    text = multibase.encode(data, base)
    assert text[0] == base
    assert data == multibase.decode(text)
    assert data == multibase.decode(text, base)


@given(st.text("123zZ0OIl \n", max_size=24))
def test_what_is_accepted_is_what_would_be_written(text: str) -> None:
    try:
        data = multibase.decode("z" + text)
    except MalformedInput:
        assert set(text) & set("0OIl \n")
    else:
        assert "z" + text == multibase.encode(data)


@pytest.mark.parametrize(
    ("text", "base", "reason"),
    [
        ("", None, "the header is '' and must be 'z' or 'u'"),
        ("m" + "AA", None, "the header is 'm'"),
        ("uAA", "z", "the header is 'u' and must be 'z'"),
        ("z0", None, "'0' is outside the alphabet"),
        ("z1 ", "z", "' ' is outside the alphabet"),
        (" z1", "z", "the header is ' '"),
        ("uAB", "u", "pad bits"),
        ("uAA==", "u", "4n\\+1|alphabet"),
    ],
)
def test_every_other_spelling_is_refused(text: str, base: str | None, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        multibase.decode(text, base)


def test_a_base_that_is_not_supported_is_refused() -> None:
    with pytest.raises(MalformedInput, match="header 'm' is not supported"):
        multibase.encode(b"", "m")


@pytest.mark.parametrize(("text", "algorithm", "length"), [(ED25519, "Ed25519", 32), (P256, "P-256", 33)])
def test_public_keys_are_read_and_written(text: str, algorithm: str, length: int) -> None:
    key = multibase.read_public_multikey(text)
    assert (algorithm, length) == (key.algorithm, len(key.key))
    assert text == multibase.public_multikey(key)
    assert 2 + length == len(multibase.public_multikey_bytes(key))
    assert key == multibase.read_public_multikey_bytes(multibase.public_multikey_bytes(key))
    assert key == multibase.parse_did_key(multibase.did_key(key))
    assert f"did:key:{text}#{text}" == multibase.did_key_method(key)


@pytest.mark.suites
@pytest.mark.parametrize(
    ("name", "algorithm"),
    [
        ("vc-di-eddsa/keyPair.json", "Ed25519"),
        ("vc-di-ecdsa/p256KeyPair.json", "P-256"),
        ("vc-di-ecdsa/p384KeyPair.json", "P-384"),
    ],
)
def test_key_pairs_of_the_vectors_are_read_and_written(
    suite: Callable[[str], Path], name: str, algorithm: str
) -> None:
    folder, _, file = name.partition("/")
    pair = json.loads((suite(folder) / file).read_bytes())
    public = pair["publicKeyMultibase"]
    secret = pair.get("secretKeyMultibase") or pair["privateKeyMultibase"]
    assert algorithm == multibase.read_public_multikey(public).algorithm
    assert algorithm == multibase.read_secret_multikey(secret).algorithm
    assert public == multibase.public_multikey(multibase.read_public_multikey(public))
    assert secret == multibase.secret_multikey(multibase.read_secret_multikey(secret))


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        (PublicKey("Ed25519", bytes(31)), "Ed25519 is 32 bytes long, this one is 31"),
        (PublicKey("P-256", bytes(33)), "compressed point"),
        (PublicKey("P-256", b"\4" + bytes(64)), "P-256 is 33 bytes long"),
        (PublicKey("P-384", b"\2" + bytes(49)), "P-384 is 49 bytes long"),
        (PublicKey("secp256k1", bytes(33)), "'secp256k1' is not supported"),
    ],
)
def test_what_is_no_public_key_is_not_written(key: PublicKey, reason: str) -> None:
    for write in (multibase.public_multikey, multibase.did_key, multibase.did_key_method):
        with pytest.raises(MalformedInput, match=reason):
            write(key)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "'' is not the header"),
        (b"\xe7\x01" + bytes(33), "'e701' is not the header"),
        (b"\x80\x24\x02" + bytes(31), "P-256 is 33 bytes long, this one is 32"),
        (b"\x80\x24\x02" + bytes(33), "this one is 34"),
        (b"\x80\x24\x05" + bytes(32), "starts with 02 or 03"),
    ],
)
def test_what_is_no_public_key_is_not_read(data: bytes, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        multibase.read_public_multikey(multibase.encode(data))


def test_a_public_key_in_another_base_is_refused() -> None:
    with pytest.raises(MalformedInput, match="the header is 'u' and must be 'z'"):
        multibase.read_public_multikey(multibase.encode(multibase.decode(ED25519), "u"))


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"\xed\x01" + bytes(32), "not that of a secret key"), (b"\x80\x26" + b"\7" * 33, "this one is 33")],
)
def test_what_is_no_secret_key_is_refused_without_showing_it(data: bytes, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason) as caught:
        multibase.read_secret_multikey(multibase.encode(data))
    assert "0707" not in str(caught.value)


def test_a_secret_key_of_another_length_is_not_written() -> None:
    with pytest.raises(MalformedInput, match="P-384 is 48 bytes long"):
        multibase.secret_multikey(SecretKey("P-384", bytes(32)))


def test_another_did_method_is_refused() -> None:
    with pytest.raises(MalformedInput, match="give its controller document"):
        multibase.parse_did_key("did:web:example.org")
