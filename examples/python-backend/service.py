"""The connection to the service: the only place that has the API secret."""

import base64
import http.client
import json
import re
from urllib.parse import urlsplit

# A 401 whose reason has one of these words is about what the person proved. Any other one is about the API token.
PROOFS = "otp|passkey|oidc|signature|challenge|session|request[ _-]?id"

FIELDS = ("code", "message", "reason", "details")


class Refusal(Exception):
    def __init__(self, status, code, message, details=None, headers=None):
        body = {"status": status, "code": code, "message": message, **({"details": details} if details else {})}
        self.answer = status, json.dumps(body).encode(), headers or {}


class Service:
    def __init__(self, url, token):
        """`token` is "id:secret"."""
        self.url, self.token = urlsplit(url), token

    def call(self, method, target, headers=None, body=b""):
        """Returns (status, body, headers) of the service's answer, as a page may have it."""
        sent = {**(headers or {}), **({"Content-Type": "application/json"} if body else {})}
        encoded = base64.b64encode(self.token.encode()).decode()
        sent["Authorization"] = f"Basic {encoded}"
        kind = http.client.HTTPSConnection if self.url.scheme == "https" else http.client.HTTPConnection
        connection = kind(self.url.netloc, timeout=25)
        try:
            connection.request(method, self.url.path + target, body or None, sent)
            answer = connection.getresponse()
            status, text = answer.status, answer.read(4 * 1024 * 1024)
            is_json = status >= 300 or not text or json.loads(text) is not None
        except TimeoutError:
            raise Refusal(504, "UPSTREAM_TIMEOUT", "The service did not answer in time.") from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            details = {"forwarded": False} if isinstance(error, ConnectionRefusedError) else None
            raise Refusal(502, "UPSTREAM_UNREACHABLE", "The service gave no usable answer.", details) from None
        finally:
            connection.close()
        has_secret = any(each.encode() in text for each in (self.token.partition(":")[2], encoded.rstrip("=")))
        if not is_json or 300 <= status < 400 or has_secret:
            raise Refusal(502, "UPSTREAM_UNREACHABLE", "The service gave no usable answer.")
        more = {name: answer.headers[name] for name in ("Date", "Retry-After") if name in answer.headers}
        return (status, text, more) if status < 300 else self.refused(method, target, answer, text, more)

    def refused(self, method, target, answer, text, more):
        """Returns what the page gets of a refusal. Raises if the service refuses the platform, and not the person."""
        try:
            error = {name: each for name, each in json.loads(text).items() if name in FIELDS}
        except (ValueError, AttributeError):
            error = {}
        details = error.get("details")
        if isinstance(details, dict):
            error["details"] = details = {name: each for name, each in details.items() if name != "forwarded"}
        else:
            details = {}
        said = f"{error.get('code')} {error.get('reason')} {details.get('reason')}"
        status, asks = answer.status, target.endswith("/challenge")
        is_basic = "basic" in answer.headers.get("WWW-Authenticate", "").lower()
        is_ours = method == "GET" or asks or (is_basic and not re.search(PROOFS, said, re.I))
        is_forbidden = status == 403 and error.get("code", "FORBIDDEN") == "FORBIDDEN"
        if (status == 401 and is_ours) or is_forbidden or status == 407:
            raise Refusal(502, "UPSTREAM_REFUSED", "The service refused the platform.", {"forwarded": False})
        if status == 429 and not (error and (asks or target.endswith(("/verify", "/auth/credentials")))):
            raise Refusal(503, "UPSTREAM_RATE_LIMITED", "Too many calls.", {"forwarded": False}, more)
        return status, json.dumps({"status": status, **error}).encode() if error else b"", more
