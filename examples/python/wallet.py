"""A wallet over HTTP, in Python: the client key, the sealed session key, the stamp, and the calls of a platform.

For platforms whose tests are in Python. In production, the client key and the session key belong in the customer's
browser, where the library keeps them. This code lets a test do what the browser would do.
"""

import base64
import hashlib
import hmac
import json
import pathlib
import urllib.error
import urllib.request

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
INFO = b"turnkey_hpke"


def point(key, compressed=False):
    """Returns the bytes of a public key: 65, or 33 if compressed."""
    form = serialization.PublicFormat
    return key.public_bytes(
        serialization.Encoding.X962, form.CompressedPoint if compressed else form.UncompressedPoint
    )


def client_key():
    """An ephemeral key pair. Each verify needs a new one."""
    return ec.generate_private_key(CURVE)


# --- HPKE in base mode, RFC 9180: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.

KEM = b"KEM\x00\x10"
SUITE = b"HPKE\x00\x10\x00\x01\x00\x02"


def labeled_extract(suite, salt, label, ikm):
    return hmac.digest(salt or bytes(32), b"HPKE-v1" + suite + label + ikm, "sha256")


def labeled_expand(suite, prk, label, info, length):
    """Derives at most 32 bytes, which is one block of HKDF-Expand."""
    text = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info + b"\x01"
    return hmac.digest(prk, text, "sha256")[:length]


def hpke_open(recipient, enc, ciphertext, info, aad):
    """Opens the only message of a context. Raises if the message was changed or was sealed for another key."""
    ephemeral = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, enc)
    shared_point = recipient.exchange(ec.ECDH(), ephemeral)
    kem_context = enc + point(recipient.public_key())
    eae_prk = labeled_extract(KEM, b"", b"eae_prk", shared_point)
    shared_secret = labeled_expand(KEM, eae_prk, b"shared_secret", kem_context, 32)

    psk_id_hash = labeled_extract(SUITE, b"", b"psk_id_hash", b"")
    info_hash = labeled_extract(SUITE, b"", b"info_hash", info)
    context = b"\x00" + psk_id_hash + info_hash
    secret = labeled_extract(SUITE, shared_secret, b"secret", b"")
    key = labeled_expand(SUITE, secret, b"key", context, 32)
    nonce = labeled_expand(SUITE, secret, b"base_nonce", context, 12)
    return AESGCM(key).decrypt(nonce, ciphertext, aad)


ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58check_decode(text):
    number = 0
    for sign in text:
        number = number * 58 + ALPHABET.index(sign)
    zeros = len(text) - len(text.lstrip("1"))
    data = bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")
    payload, checksum = data[:-4], data[-4:]
    if hashlib.sha256(hashlib.sha256(payload).digest()).digest()[:4] != checksum:
        raise ValueError("wrong checksum")
    return payload


def open_session_key(sealed, recipient):
    """Returns the session's private key: opens `encryptedSessionSigningKey` with the client key that it was sealed for."""
    payload = base58check_decode(sealed)
    if len(payload) != 81:
        raise ValueError(f"{len(payload)} bytes instead of 81")
    enc = point(ec.EllipticCurvePublicKey.from_encoded_point(CURVE, payload[:33]))
    aad = enc + point(recipient.public_key())
    number = int.from_bytes(hpke_open(recipient, enc, payload[33:], INFO, aad), "big")
    if not 1 <= number < ORDER:
        raise ValueError("not a private key of P-256")
    return ec.derive_private_key(number, CURVE)


def stamp(payload_to_sign, session_key):
    """Returns the header Service-Wallet-Signature for a text. Pass the text exactly as it was received."""
    signature = session_key.sign(payload_to_sign.encode(), ec.ECDSA(hashes.SHA256()))
    fields = {
        "publicKey": point(session_key.public_key(), compressed=True).hex(),
        "scheme": "SIGNATURE_SCHEME_TK_API_P256",
        "signature": signature.hex(),
    }
    text = json.dumps(fields, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


# --- Calls.


def installed(name):
    """Returns an executable where npm has put it: in this folder, or in one above."""
    for folder in pathlib.Path(__file__).resolve().parents:
        path = folder / "node_modules/.bin" / name
        if path.exists():
            return str(path)
    raise RuntimeError(f"Run npm install {name} first.")


class Refused(Exception):
    """An answer with a status of 400 or more."""

    def __init__(self, status, body):
        super().__init__(f"{status} {body.get('code')}: {body.get('message')}")
        self.status, self.body, self.code = status, body, body.get("code")


def call(url, method="GET", body=None, headers=None):
    """Sends JSON and returns (answer, headers). Raises Refused, and OSError if the connection breaks."""
    # A backend of the library accepts only what a page's JSON.stringify writes, so there are no spaces.
    data = None if body is None else json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **(headers or {})}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
            return (json.loads(text) if text else None), answer.headers
    except urllib.error.HTTPError as error:
        text = error.read()
        raise Refused(error.code, json.loads(text) if text else {}) from None


class Service:
    """The service's API, as the platform's server calls it, and the emulator's control."""

    # A page names these headers otherwise: "Wallet-Signature" and "Wallet-Idempotency-Key".
    signature_header = "Service-Wallet-Signature"
    key_header = "Idempotency-Key"

    def __init__(self, env):
        token = f"{env['SERVICE_TOKEN_ID']}:{env['SERVICE_SECRET']}".encode()
        self.base = env["SERVICE_URL"]
        self.controls = env["EMULATOR_CONTROL_URL"]
        self.auth = {"Authorization": f"Basic {base64.b64encode(token).decode()}"}

    def call(self, method, path, body=None, headers=None):
        return call(self.base + path, method, body, {**self.auth, **(headers or {})})[0]

    def control(self, method, path, body=None):
        return call(self.controls + path, method, body)[0]

    def sign_in(self, account_id, code):
        """Requests a code, reads it with `code()`, and returns the session and its opened key."""
        credential = self.call("GET", f"/auth/credentials?accountId={account_id}")["data"][0]
        self.call("POST", f"/auth/credentials/{credential['id']}/challenge")
        key = client_key()
        proof = {"type": "EMAIL_OTP", "otp": code(), "clientPublicKey": point(key.public_key()).hex()}
        session = self.call("POST", f"/auth/credentials/{credential['id']}/verify", proof)
        return session, open_session_key(session["encryptedSessionSigningKey"], key)

    def execute(self, quote, session_key, idempotency_key):
        signature = stamp(payload_of(quote), session_key)
        headers = {self.signature_header: signature, self.key_header: idempotency_key}
        return self.call("POST", f"/quotes/{quote['id']}/execute", headers=headers)


def payload_of(quote):
    """Returns the text to stamp, which is in the quote itself or in its payment instructions."""
    if "payloadToSign" in quote:
        return quote["payloadToSign"]
    for instruction in quote["paymentInstructions"]:
        if "payloadToSign" in instruction["accountOrWalletInfo"]:
            return instruction["accountOrWalletInfo"]["payloadToSign"]
    raise ValueError("the quote has no payloadToSign")
