"""The wallet's part of a platform's server, in Python's standard library. docs/backend-by-hand.md has each rule.

A server calls `answer()`. What has to be remembered is in the memory of one process here: several need a shared store.
"""

import base64
import hashlib
import json
import re
import secrets
import threading
import time
from collections import Counter
from urllib.parse import parse_qsl

from service import Refusal, Service

# Method, path, the sign-in that the call needs, and the forms of its body: "" is none.
CALLS = """
GET    | /auth/credentials                          |         |
POST   | /auth/credentials                          | spent   | type accountId nickname challenge attestation \
                                                              | type accountId oidcToken | type accountId email?
POST   | /auth/passkey-registration-options         | unspent | accountId nickname
POST   | /auth/credentials/{AuthMethod}/challenge   |         | | clientPublicKey?
POST   | /auth/credentials/{AuthMethod}/verify      |         | type otp clientPublicKey | type encryptedOtpBundle \
                                                              | type oidcToken clientPublicKey | type assertion
DELETE | /auth/credentials/{AuthMethod}             | spent   |
GET    | /auth/sessions                             |         |
POST   | /auth/sessions/{Session}/refresh           | recent  | clientPublicKey
DELETE | /auth/sessions/{Session}                   |         |
PATCH  | /internal-accounts/{InternalAccount}       |         | privateEnabled
GET    | /quotes/{Quote}                            |         |
POST   | /quotes/{Quote}/execute                    |         |
"""
CALLS = [[part.strip() for part in line.split("|")] for line in CALLS.strip().splitlines()]
NESTED = {
    "attestation": "credentialId clientDataJson attestationObject transports?",
    "assertion": "credentialId clientDataJson authenticatorData signature userHandle?",
}
# How many in how many seconds; how old a sign-in may be; the service's name of a header, and how long it may be.
LIMITS = {"calls": (300, 60), "lookUps": (30, 60), "codes": (10, 600), "texts": (5, 3600), "verifies": (20, 600)}
MAX_AGE = {"spent": 300, "unspent": 300, "recent": 12 * 3600}
HEADERS = {
    "Wallet-Signature": ("Service-Wallet-Signature", 4096),
    "Wallet-Request-Id": ("Request-Id", 256),
    "Wallet-Idempotency-Key": ("Idempotency-Key", 256),
}
UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


def fits(value, form):
    needed, known = {name for name in form.split() if name[-1] != "?"}, set(form.replace("?", "").split())
    is_inner = (isinstance(value[name], dict) and fits(value[name], NESTED[name]) for name in NESTED if name in value)
    return needed <= value.keys() <= known and all(is_inner)


def parsed(forms, body, content_type):
    if not body and "" in forms:
        return {}
    try:
        value = json.loads(body)
        # What two parsers could read differently, such as a key that comes twice, is not as JSON.stringify writes it.
        is_exact = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() == body
    except (ValueError, RecursionError):
        is_exact = False
    is_json = is_exact and re.fullmatch('application/json( *; *charset="?utf-8"?)?', content_type, re.I)
    if not is_json or not isinstance(value, dict) or not any(form and fits(value, form) for form in forms):
        raise Refusal(400, "INVALID_INPUT", "The body does not have the form of this call.")
    return value


def listed(method, path):
    """Returns the sign-in that the call needs, the forms of its body, and the id in its path."""
    found = [call for call in CALLS if re.fullmatch(re.sub("{.+}", "[^/]+", call[1]), path)]
    for name, pattern, demand, *forms in found:
        if name == method:
            match = re.fullmatch(re.sub("{(.+)}", rf"(\1:{UUID})", pattern), path)
            if match is None:
                raise Refusal(400, "INVALID_INPUT", "An id in the path is malformed.")
            return demand, forms, [*match.groups()]
    raise Refusal(405, "METHOD_NOT_ALLOWED", "Another method.") if found else Refusal(404, "NOT_FOUND", "Unknown path.")


class WalletBackend:
    def __init__(self, service_url, token, origins, rp):
        """`token` is "id:secret", `origins` are those of the pages, and `rp` is {"id", "name"}."""
        self.service, self.origins, self.rp = Service(service_url, token), origins, rp
        self.lock, self.counts, self.proofs, self.covers, self.challenges = threading.RLock(), Counter(), {}, {}, {}
        self.owners, self.types = {}, {}  # whose an id is may be remembered, who may use an account may not

    def answer(self, method, target, headers, body, person):
        """Returns (status, body, headers). `target` begins after /wallet; `person` is None or {"id", "accounts"}."""
        try:
            status, text, more = self.checked(method, target, headers, body, person)
        except Refusal as refusal:
            status, text, more = refusal.answer
        return status, text, {"Content-Type": "application/json", "Cache-Control": "no-store", **more}

    def checked(self, method, target, headers, body, person):
        path, _, query = target.partition("?")
        demand, forms, ids = listed(method, path)
        origin, site = headers.get("Origin", self.origins[0]), headers.get("Sec-Fetch-Site", "same-origin")
        if origin not in self.origins or site != "same-origin":
            raise Refusal(403, "FORBIDDEN", "This origin is not allowed.")
        asked = parse_qsl(query, keep_blank_values=True)
        is_asked = [name for name, _ in asked] == ["accountId"] * (method == "GET" and not ids)
        for name, (_, most) in HEADERS.items():
            given = headers.get_all(name, [])
            is_asked = is_asked and len(given) < 2 and all(re.fullmatch("[!-~]{1,%d}" % most, each) for each in given)
        if not is_asked:
            raise Refusal(400, "INVALID_INPUT", "The query or a header is malformed.")
        if person is None:
            raise Refusal(401, "NOT_LOGGED_IN", "A login is required.")
        self.count(["calls"], person["id"], *person["accounts"])
        if len(body) > 64 * 1024:
            raise Refusal(413, "PAYLOAD_TOO_LARGE", "The body exceeds 64 KiB.")
        value = parsed(forms, body, headers.get("Content-Type", ""))
        accounts = [each for name, each in [*asked, *value.items()] if name == "accountId"]
        if not all(re.fullmatch(f"InternalAccount:{UUID}", str(each)) for each in accounts):
            raise Refusal(400, "INVALID_INPUT", "An account id is malformed.")
        owners = {self.owner_of(each, person) for each in accounts + ids}
        if len(owners) != 1 or owners.isdisjoint(person["accounts"]):
            raise Refusal(403, "FORBIDDEN", "Not allowed for this account.")
        subject = (*owners, person["id"])
        self.count(self.counted(path, value, ids), *subject)
        if "attestation" in value:
            self.admit(subject, value, digest(body))

        leg = (subject, method, target, body)
        cover = self.covers.pop((*leg, headers.get("Wallet-Request-Id")), 0)
        if demand and time.time() > cover:
            self.prove(subject, demand)
        if path.endswith("-options"):
            return self.registration_options(subject, value["nickname"])
        sent = {theirs: headers[name] for name, (theirs, _) in HEADERS.items() if name in headers}
        if "Idempotency-Key" in sent:
            sent["Idempotency-Key"] = digest(f"{subject[0]}\n{sent['Idempotency-Key']}".encode())
        status, text, more = self.service.call(method, target, sent, body)
        if status == 202:
            self.covers[(*leg, json.loads(text)["requestId"])] = time.time() + 600
        elif path.endswith("/verify") and status == 200 and json.loads(text)["accountId"] == subject[0]:
            self.proofs[subject] = {"at": time.time(), "spent": False}
        elif status == 201:
            self.challenges.pop(value.get("challenge"), None)
        return status, text, more

    def owner_of(self, identifier, person):
        """Returns the account that an id belongs to, or None."""
        kind = identifier.partition(":")[0]
        if kind == "InternalAccount" or identifier in self.owners:
            return self.owners.get(identifier, identifier)
        self.count(["lookUps"], person["id"], *person["accounts"])
        if kind == "Quote":
            quote = self.read(f"/quotes/{identifier}")
            found = [{"id": quote.get("id"), "accountId": quote.get("source", {}).get("accountId")}]
        else:
            name = {"AuthMethod": "credentials", "Session": "sessions"}[kind]
            lists = [self.read(f"/auth/{name}?accountId={account}").get("data", []) for account in person["accounts"]]
            found = [each for data in lists for each in data]
        self.owners.update((each["id"], each["accountId"]) for each in found)
        self.types.update((each["id"], each.get("type")) for each in found)
        return self.owners.get(identifier)

    def read(self, target):
        status, text, _ = self.service.call("GET", target)
        if status not in (200, 404):
            raise Refusal(502, "UPSTREAM_UNREACHABLE", "The service did not say whose an id is.")
        return json.loads(text) if status == 200 else {}

    def counted(self, path, value, ids):
        """Returns what a call counts as. A code of a type that is not known may be a text message."""
        if path.endswith("/verify"):
            return ["verifies"]
        if not path.endswith("/challenge") and "type" not in value:
            return []
        kind = value.get("type") or self.types.get(ids[0])
        return {"PASSKEY": [], "OAUTH": [], "EMAIL_OTP": ["codes"]}.get(kind, ["codes", "texts"])

    def count(self, names, *subjects):
        now = time.time()
        with self.lock:
            for name, subject in [(name, subject) for name in names for subject in subjects]:
                most, period = LIMITS[name]
                self.counts[name, subject, now // period] += 1
                if self.counts[name, subject, now // period] > most:
                    wait = {"Retry-After": str(int(period - now % period) + 1)}
                    raise Refusal(429, "RATE_LIMITED", "Too many calls.", headers=wait)

    def prove(self, subject, demand):
        with self.lock:
            proof = self.proofs.get(subject, {"at": 0, "spent": True})
            if time.time() - proof["at"] > MAX_AGE[demand] or (proof["spent"] and demand != "recent"):
                maxAge = {"maxAge": MAX_AGE[demand]}
                raise Refusal(403, "STEP_UP_REQUIRED", "Sign in again, and repeat the call.", maxAge)
            proof["spent"] |= demand == "spent"

    def registration_options(self, subject, nickname):
        challenge = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")
        self.challenges[challenge] = {"subject": subject, "until": time.time() + 600}
        listed_now = self.read(f"/auth/credentials?accountId={subject[0]}").get("data", [])
        passkeys = [each["credentialId"] for each in listed_now if "credentialId" in each]
        selection = {"residentKey": "required", "requireResidentKey": True, "userVerification": "required"}
        options = {
            **{"challenge": challenge, "rp": self.rp, "timeout": 240_000, "attestation": "none"},
            "user": {"id": digest(subject[0].encode()), "name": nickname, "displayName": nickname},
            "pubKeyCredParams": [{"type": "public-key", "alg": -7}],
            "excludeCredentials": [{"type": "public-key", "id": each} for each in passkeys],
            "authenticatorSelection": selection,
        }
        return 200, json.dumps(options).encode(), {}

    def admit(self, subject, value, body):
        """Refuses a passkey that was not made on a page of ours, for a challenge that no other body has used."""
        issued = self.challenges.get(value["challenge"], {"subject": None})
        try:
            made = json.loads(base64.urlsafe_b64decode(value["attestation"]["clientDataJson"] + "=="))
            is_ours = [made["type"], made["challenge"]] == ["webauthn.create", value["challenge"]]
            is_here = made["origin"] in self.origins and not made.get("crossOrigin") and "topOrigin" not in made
        except (KeyError, TypeError, ValueError):
            is_ours = is_here = False
        is_issued = issued["subject"] == subject and time.time() < issued["until"]
        if not is_ours or not is_here or not is_issued or issued.setdefault("body", body) != body:
            raise Refusal(400, "INVALID_INPUT", "The challenge is not valid for this passkey.")
