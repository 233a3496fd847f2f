"""A platform in Python, with nothing but the standard library: a login, a shop, and the wallet's backend behind it.

The backend is a process of its own, `npx embedded-wallet-auth backend --config wallet.json`. It asks `/internal/login` here
who is logged in. Pages reach it at `/wallet`, through this program; in production, your proxy does that.
"""

import base64
import http.client
import json
import os
import re
import secrets
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

PORT = int(os.environ.get("PORT", "8000"))
ORIGIN = os.environ.get("ORIGIN", f"http://localhost:{PORT}")
BACKEND = os.environ.get("BACKEND", "127.0.0.1:8080")
BROWSER_BUILD = "node_modules/embedded-wallet-auth/dist/browser.js"
DURATION = 8 * 60 * 60
LONGEST_BODY = 64 * 1024
# With the prefix, no other host of the site can set the cookie. Browsers want HTTPS for it.
COOKIE, SECURE = ("__Host-login", "; Secure") if ORIGIN.startswith("https:") else ("login", "")

# Use your database instead, so that logins outlast this process, and several instances know them.
sessions = {}


def who_is(request):
    """WRITE THIS before others use the platform: return the ids of the wallet accounts of the person who logs in.

    Check a password, a passkey or the answer of your identity provider. Return None if it does not prove who they are.
    Here, everybody is the demo account of the emulator.
    """
    demo = os.environ.get("ACCOUNT_ID")
    return [demo] if demo else None


def secret_of(request):
    # Not SimpleCookie, which reads no cookie at all beside one that another program has set with a JSON value.
    pairs = request.headers.get("Cookie", "").split("; ")
    return next((pair[len(COOKIE) + 1 :] for pair in pairs if pair.startswith(f"{COOKIE}=")), None)


def session_of(request):
    """Returns the login session of a request, or None if nobody is logged in."""
    session = sessions.get(secret_of(request))
    return session if session and time.time() < session["until"] else None


def log_in(request):
    """Checks who is logging in, and gives them a new cookie; the old one ends.

    Returns None, and changes nothing, if the request is nobody's.
    """
    accounts = who_is(request)
    if not accounts:
        return None
    before, now = session_of(request), time.time()
    sessions.pop(secret_of(request), None)
    for secret in [secret for secret, each in list(sessions.items()) if each["until"] <= now]:
        sessions.pop(secret, None)
    # The cookie is a secret. The id is not, so that it may appear in a store. For the same person it stays the same: a
    # sign-in to the wallet counts for step-up in one login session only.
    is_same = before is not None and before["accounts"] == accounts
    session = {"id": before["id"] if is_same else secrets.token_hex(16), "accounts": accounts, "until": now + DURATION}
    session["cookie"] = secrets.token_urlsafe(32)
    sessions[session["cookie"]] = session
    return session


def create_quote(account):
    """Creates a quote that pays the shop 20 dollars. The server, not the page, decides what is paid and to whom."""
    token = f"{os.environ['SERVICE_TOKEN_ID']}:{os.environ['SERVICE_SECRET']}".encode()
    body = {
        "source": {"sourceType": "ACCOUNT", "accountId": account},
        "destination": {"destinationType": "ACCOUNT", "accountId": os.environ["SHOP_ID"]},
        "lockedCurrencySide": "RECEIVING",
        "lockedCurrencyAmount": 20_00,
    }
    headers = {
        "Authorization": f"Basic {base64.b64encode(token).decode()}",
        "Content-Type": "application/json",
    }
    request = urllib.request.Request(os.environ["SERVICE_URL"] + "/quotes", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


class Platform(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Without this, each small answer waits for the confirmation of the one before.
    disable_nagle_algorithm = True

    def parse_request(self):
        """Reads the body of every request. What is left of one would be read as the next request of its connection."""
        if not super().parse_request():
            return False
        [length, *others] = self.headers.get_all("Content-Length", ["0"])
        if others or "Transfer-Encoding" in self.headers or not re.fullmatch("[0-9]{1,5}", length):
            self.refuse(411, "LENGTH_REQUIRED")
        elif int(length) > LONGEST_BODY:
            self.refuse(413, "PAYLOAD_TOO_LARGE")
        else:
            self.body = self.rfile.read(int(length))
            return True
        return False

    def refuse(self, status, code):
        """Refuses a request whose body is not read, in the form of the service's errors."""
        error = {"status": status, "code": code, "message": "The body is too large, or its length is not known."}
        self.answer(status, error, {"Connection": "close"})

    def do_GET(self):
        path = urlsplit(self.path).path
        if path == "/internal/login":
            return self.who_is_logged_in()
        if path == "/":
            return self.page("index.html", "text/html; charset=utf-8")
        if path == "/browser.js":
            return self.page(BROWSER_BUILD, "text/javascript; charset=utf-8")
        self.to_wallet()

    def do_POST(self):
        if not self.path.startswith("/api/"):
            return self.to_wallet()
        # A browser sends the cookie with requests of other origins of the same site, too.
        if self.headers.get("Origin", ORIGIN) != ORIGIN:
            return self.answer(403, {"code": "FORBIDDEN"})
        if self.path == "/api/login":
            # This is checked with a live cookie, too: it may be that of the person before.
            session = log_in(self)
            if session is None:
                return self.answer(401, {"code": "NOT_LOGGED_IN"})
            cookie = f"{COOKIE}={session['cookie']}; Path=/; Max-Age={DURATION}; HttpOnly; SameSite=Lax{SECURE}"
            return self.answer(200, {"accountId": session["accounts"][0]}, {"Set-Cookie": cookie})
        session = session_of(self)
        if session is None:
            return self.answer(401, {"code": "NOT_LOGGED_IN"})
        if self.path == "/api/quotes":
            return self.answer(200, create_quote(session["accounts"][0]))
        self.answer(404, {"code": "NOT_FOUND"})

    def to_wallet(self):
        if self.path.startswith("/wallet/"):
            return self.pass_on()
        self.answer(404, {"code": "NOT_FOUND"})

    do_HEAD = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = to_wallet

    def who_is_logged_in(self):
        """The backend's question. It comes with the person's cookie, and 401 means that nobody is logged in."""
        session = session_of(self)
        if session is None:
            return self.answer(401, {})
        self.answer(200, {"accountIds": session["accounts"], "loginSession": session["id"]})

    def pass_on(self):
        """What a proxy such as nginx does: passes the request on as it is, and the answer back."""
        hop = {"connection", "keep-alive", "transfer-encoding", "content-length"}
        headers = {name: value for name, value in self.headers.items() if name.lower() not in hop}
        connection = http.client.HTTPConnection(BACKEND, timeout=35)
        try:
            connection.request(self.command, self.path, self.body or None, headers)
            answer = connection.getresponse()
            body = answer.read()
        except ConnectionRefusedError:
            # Nothing was sent, so a payment was certainly not made. After any other error, nobody can know.
            return self.answer(503, {"code": "BACKEND_DOWN", "details": {"forwarded": False}})
        finally:
            connection.close()
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in hop:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def page(self, file, media_type):
        with open(os.path.join(os.path.dirname(__file__), file), "rb") as content:
            body = content.read()
        self.send_response(200)
        self.send_header("Content-Type", media_type)
        # Without this header, a script of the page could send the session's key to a window of another site.
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answer(self, status, body, headers=None):
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Cache-Control": "no-store", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        """Prints nothing: a line for each request would contain ids."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", PORT), Platform)
    print(ORIGIN, flush=True)
    server.serve_forever()
