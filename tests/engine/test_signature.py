"""The key of a server: its file, and what it signs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from battlewright.engine.errors import BattlewrightError, NotInstalled
from battlewright.engine.signature import PURPOSE, Signature, is_by_its_key, key_of, public_key

CHAIN = "0123456789abcdef" * 4


def pem(key: Ed25519PrivateKey | X25519PrivateKey, password: bytes = b"") -> bytes:
    lock = BestAvailableEncryption(password) if password else NoEncryption()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, lock)


def test_a_new_key_is_for_its_owner_alone_and_stays(tmp_path: Path) -> None:
    file = tmp_path / "server.key"
    key = key_of(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["server.key"]
    assert key_of(file).public == key.public != key_of(tmp_path / "other.key").public


def test_a_signature_is_one_of_its_key_over_its_chain_alone(tmp_path: Path) -> None:
    key, other = key_of(tmp_path / "a.key"), key_of(tmp_path / "b.key")
    made = key.sign(CHAIN)
    assert is_by_its_key(made, CHAIN)
    assert not is_by_its_key(made, CHAIN[::-1])
    assert not is_by_its_key(Signature(other.public, made.signature), CHAIN)
    for broken in ("", "zz", made.signature[:-2], made.signature[:-1] + "0g"):
        assert not is_by_its_key(Signature(key.public, broken), CHAIN)
        assert not is_by_its_key(Signature(broken, made.signature), CHAIN)
    checked = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key.public))
    checked.verify(bytes.fromhex(made.signature), PURPOSE + bytes.fromhex(CHAIN))  # as anybody can


def test_a_key_of_openssl_is_read(tmp_path: Path) -> None:
    file = tmp_path / "own.key"
    made = subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", file], capture_output=True)
    assert made.returncode == 0, made.stderr
    file.chmod(0o600)
    assert is_by_its_key(key_of(file).sign(CHAIN), CHAIN)


@pytest.mark.parametrize(
    ("content", "mode", "sentence"),
    [
        (b"", 0o600, "is not the private key of a server"),
        (b"a password, perhaps", 0o600, "is not the private key of a server"),
        (pem(X25519PrivateKey.generate()), 0o600, "is not the private key of a server"),
        (pem(Ed25519PrivateKey.generate(), b"locked"), 0o600, "no password"),
        (
            Ed25519PrivateKey.generate().public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
            0o600,
            "is not the private key of a server",
        ),
        (pem(Ed25519PrivateKey.generate()), 0o644, "can be read by everybody on this machine; chmod 600"),
    ],
)
def test_a_bad_file_is_refused_in_a_sentence_without_its_content(
    tmp_path: Path, content: bytes, mode: int, sentence: str
) -> None:
    file = tmp_path / "server.key"
    file.write_bytes(content)
    file.chmod(mode)
    with pytest.raises(BattlewrightError, match=sentence) as refused:
        key_of(file)
    assert str(file) in str(refused.value)
    assert "BEGIN" not in str(refused.value)
    assert file.read_bytes() == content, "it is left as it is"


def test_a_file_that_cannot_be_made_or_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BattlewrightError, match=r"can neither be read nor made \(No such file"):
        key_of(tmp_path / "no" / "server.key")
    with pytest.raises(BattlewrightError, match=r"can neither be read nor made \(Is a directory"):
        key_of(tmp_path)


def test_where_another_process_is_faster_its_key_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "server.key"
    first = key_of(file)
    seen = iter([False])
    monkeypatch.setattr(Path, "exists", lambda path: next(seen, True))
    assert key_of(file).public == first.public
    assert len([*tmp_path.iterdir()]) == 1


@pytest.mark.parametrize("typed", ["", "12", "g" * 64, "0" * 63, "0" * 65])
def test_what_is_no_public_key_is_refused(typed: str) -> None:
    with pytest.raises(BattlewrightError, match="A public key has 64 hexadecimal digits"):
        public_key(typed)


def test_a_public_key_may_be_typed_in_capitals() -> None:
    assert public_key(f" {'AB' * 32}\n") == "ab" * 32


def test_without_the_package_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    with pytest.raises(NotInstalled, match=r'\(cryptography .*pip install "battlewright\[server\]"'):
        is_by_its_key(Signature("00", "00"), CHAIN)
