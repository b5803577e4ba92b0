"""Signatures of a server (Ed25519) over the chain of a finished match, and the file with its key.

A public key and a signature are written in hexadecimal digits. The file of a key is PEM (PKCS #8), as that of
OpenSSL.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from battlewright.engine.errors import BattlewrightError, NotInstalled, shorten

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PURPOSE = b"battlewright: the log of a finished match\n"
"""What is signed begins with it, so that the signature serves for nothing else."""
MAX_KEY_FILE = 16 * 1024


class Signature(NamedTuple):
    """A signature, with the public key that it is checked by."""

    key: str
    signature: str


class SigningKey:
    """The private key of a server."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw().hex()
        """The public key."""

    def sign(self, chain: str) -> Signature:
        """Sign the last link of a chain."""
        return Signature(self.public, self._private.sign(PURPOSE + bytes.fromhex(chain)).hex())


def is_by_its_key(signature: Signature, chain: str) -> bool:
    """Return whether the key that a signature names has made it, over this chain. Raises ``NotInstalled`` where that
    cannot be computed."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise NotInstalled("Checking a signature", "server", "cryptography") from None
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.key))
        key.verify(bytes.fromhex(signature.signature), PURPOSE + bytes.fromhex(chain))
    except (InvalidSignature, ValueError):
        return False
    return True


def public_key(text: str) -> str:
    """Return a public key as it was typed, in lower case."""
    key = text.strip().lower()
    if len(key) != 64 or set(key) - set("0123456789abcdef"):
        raise BattlewrightError(
            f"A public key has 64 hexadecimal digits, as /healthz of a server shows; not {shorten(text)}."
        )
    return key


def key_of(path: Path) -> SigningKey:
    """Return the key of a file; a file that is not there gets a new key, and nobody but its owner may read it."""
    try:
        if not path.exists():
            _make(path)
        if path.stat().st_mode & 0o007:
            raise BattlewrightError(f"The key {path} can be read by everybody on this machine; chmod 600 {path}.")
        with path.open("rb") as file:
            return _parsed(file.read(MAX_KEY_FILE), path)
    except OSError as error:
        raise BattlewrightError(f"The key {path} can neither be read nor made ({error.strerror}).") from None


def _parsed(pem: bytes, path: Path) -> SigningKey:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        private = load_pem_private_key(pem, None)
    except (ValueError, TypeError, UnsupportedAlgorithm):  # not PEM, or locked by a password
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        made = f"openssl genpkey -algorithm ed25519 -out {path}"
        raise BattlewrightError(f"{path} is not the private key of a server (Ed25519 as PEM, no password): {made}.")
    return SigningKey(private)


def _make(path: Path) -> None:
    """Write a new key. It appears under its name once it is complete; where another process was faster, its stays."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # for its owner alone
    try:
        with os.fdopen(file, "wb") as unfinished:
            unfinished.write(pem)
            unfinished.flush()
            os.fsync(unfinished.fileno())
        with suppress(FileExistsError):
            os.link(name, path)
    finally:
        Path(name).unlink()
