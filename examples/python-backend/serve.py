"""A platform in Python with its own wallet backend. The login and the shop are those of ../python-login."""

import os
import sys
from http.server import ThreadingHTTPServer

from wallet_backend import WalletBackend

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../python-login"))
import app as login  # noqa: E402

backend = WalletBackend(
    os.environ["SERVICE_URL"],
    f"{os.environ['SERVICE_TOKEN_ID']}:{os.environ['SERVICE_SECRET']}",
    [login.ORIGIN],
    {"id": "localhost", "name": "Example Bank"},
)


class Platform(login.Platform):
    def pass_on(self):
        session = login.session_of(self)
        target = self.path.removeprefix("/wallet")
        status, body, headers = backend.answer(self.command, target, self.headers, self.body, session)
        self.send_response_only(status)
        headers.setdefault("Date", self.date_time_string())
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", login.PORT), Platform)
    print(login.ORIGIN, flush=True)
    server.serve_forever()
