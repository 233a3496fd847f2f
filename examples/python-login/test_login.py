"""Signs in and pays through a platform that is not JavaScript, with the wallet's backend as a process of its own.

LOGIN is the command of the platform, such as LOGIN="java ../java-login/Login.java".
"""

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request
import uuid

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../python"))
from wallet import Refused, Service, call, installed  # noqa: E402

LOGIN = shlex.split(os.environ.get("LOGIN", f"'{sys.executable}' app.py"))


def command(variable, name):
    """Not npx, which starts the executable as a process of its own and passes no signal on to it."""
    return shlex.split(os.environ[variable]) if variable in os.environ else [installed(name)]


EMULATOR = command("EMULATOR", "embedded-wallet-auth-emulator")
LIBRARY = command("LIBRARY", "embedded-wallet-auth")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(condition, what):
    for _ in range(600):
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise RuntimeError(f"{what} did not start")


def answers(url):
    try:
        urllib.request.urlopen(url, timeout=1).close()
        return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


class Page(Service):
    """What a page does: calls of the wallet at its own origin, with the login cookie that it was given."""

    signature_header = "Wallet-Signature"
    key_header = "Wallet-Idempotency-Key"

    def __init__(self, origin):
        self.origin, self.base, self.auth = origin, f"{origin}/wallet", {"Origin": origin}

    def log_in(self):
        body, headers = call(f"{self.origin}/api/login", "POST", {}, self.auth)
        self.auth["Cookie"] = headers["Set-Cookie"].split(";")[0]
        return body["accountId"]

    def quote(self):
        return call(f"{self.origin}/api/quotes", "POST", {}, self.auth)[0]


class Login(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.processes = []
        env_file = os.path.join(cls.folder.name, "emulator.env")
        cls.start([*EMULATOR, "--port", "0", "--env", env_file, "--quiet", "--codes-per-minute", "1000"])
        cls.env = wait_for(lambda: cls.environment(env_file), "the emulator")
        cls.service = Service(cls.env)
        made = cls.service.control("POST", "provision", {"email": "ada@example.com", "balance": 125_500_000})
        cls.account, cls.customer = made["account"]["id"], made["customer"]["id"]
        cls.other = cls.service.control("POST", "provision", {"email": "bob@example.com"})["account"]["id"]
        shop = cls.service.control("POST", "provision", {"accountType": "INTERNAL_FIAT"})["account"]["id"]
        port, cls.backend = free_port(), f"127.0.0.1:{free_port()}"
        cls.origin = f"http://localhost:{port}"
        token = {"SERVICE_TOKEN_ID": cls.env["SERVICE_TOKEN_ID"], "SERVICE_SECRET": cls.env["SERVICE_SECRET"]}
        platform = {"PORT": str(port), "BACKEND": cls.backend, "SERVICE_URL": cls.service.base, "SHOP_ID": shop}
        cls.start(LOGIN, {**token, **platform, "ACCOUNT_ID": cls.account})
        wait_for(lambda: answers(cls.origin), "the platform")
        cls.start([*LIBRARY, "backend", "--config", cls.config(port)], token)
        wait_for(lambda: answers(f"http://{cls.backend}/ready"), "the backend")

    @classmethod
    def config(cls, port):
        """Returns the path of the example's configuration, with the ports of this test."""
        with open("wallet.json", encoding="utf-8") as file:
            config = json.load(file)
        config["service"]["baseUrl"] = cls.service.base
        config["login"]["url"] = f"http://127.0.0.1:{port}/internal/login"
        config["origins"] = [cls.origin]
        config["listen"]["port"] = int(cls.backend.split(":")[1])
        path = os.path.join(cls.folder.name, "wallet.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(config, file)
        return path

    @classmethod
    def start(cls, command, env=None):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, **(env or {})})
        cls.processes.append(process)

    @classmethod
    def environment(cls, path):
        if not os.path.exists(path):
            return None
        with open(path, encoding="utf-8") as file:
            return dict(line.strip().split("=", 1) for line in file if "=" in line)

    @classmethod
    def tearDownClass(cls):
        for process in cls.processes:
            process.send_signal(signal.SIGTERM)
        codes = [process.wait(timeout=30) for process in cls.processes]
        cls.folder.cleanup()
        # The emulator and the backend end in order. The platform has no more to do than to end.
        assert [codes[0], codes[2]] == [0, 0], f"the processes ended with {codes}"

    def code(self):
        return self.service.control("GET", "inbox?to=ada@example.com")["data"][0]["otp"]

    def balance(self):
        accounts = self.service.call("GET", f"/customers/internal-accounts?customerId={self.customer}")["data"]
        return next(each["balance"]["amount"] for each in accounts if each["id"] == self.account)

    def logged_in(self):
        page = Page(self.origin)
        self.assertEqual(page.log_in(), self.account)
        return page

    def test_a_person_signs_in_and_pays(self):
        page, before = self.logged_in(), self.balance()
        _, key = page.sign_in(self.account, self.code)
        quote = page.quote()
        paid = page.execute(quote, key, str(uuid.uuid4()))
        self.assertEqual(paid["status"], "COMPLETED")
        self.assertEqual(before - self.balance(), quote["totalSendingAmount"])

    def refused(self, status, code, page, path):
        with self.assertRaises(Refused) as refused:
            page.call("GET", path)
        self.assertEqual([refused.exception.status, refused.exception.code], [status, code])

    def test_nobody_is_refused(self):
        self.refused(401, "NOT_LOGGED_IN", Page(self.origin), f"/auth/credentials?accountId={self.account}")

    def test_an_invented_cookie_is_refused(self):
        page = Page(self.origin)
        page.auth["Cookie"] = "login=invented"
        self.refused(401, "NOT_LOGGED_IN", page, f"/auth/credentials?accountId={self.account}")

    def test_the_cookies_of_other_programs_change_nothing(self):
        page = self.logged_in()
        page.auth["Cookie"] = f'first={{"a":1}}; {page.auth["Cookie"]}; last="'
        self.assertEqual(page.log_in(), self.account)
        page.call("GET", f"/auth/credentials?accountId={self.account}")

    def test_a_body_is_not_read_as_the_next_request(self):
        hidden = b"GET /internal/login HTTP/1.1\r\nHost: localhost\r\n\r\n"
        port = int(self.origin.rsplit(":", 1)[1])
        sized, chunked = f"Content-Length: {len(hidden)}", "Transfer-Encoding: chunked"
        for call in ["POST /api/login", "POST /api/none", "GET /", "PATCH /none", "DELETE /wallet/none"]:
            for framing, body in [(sized, hidden), (chunked, b"%x\r\n%b\r\n0\r\n\r\n" % (len(hidden), hidden))]:
                head = f"{call} HTTP/1.1\r\nHost: localhost\r\n{framing}\r\n\r\n"
                with socket.create_connection(("localhost", port), timeout=1) as connection:
                    connection.sendall(head.encode() + body)
                    received = b""
                    try:
                        while more := connection.recv(65_536):
                            received += more
                    except TimeoutError:
                        pass
                self.assertEqual(received.count(b"HTTP/1.1 "), 1, f"{call}, {framing}")

    def test_the_account_of_another_person_is_refused(self):
        self.refused(403, "FORBIDDEN", self.logged_in(), f"/auth/credentials?accountId={self.other}")

    def test_a_page_of_another_origin_is_refused(self):
        page = self.logged_in()
        page.auth["Origin"] = "https://attacker.example"
        self.refused(403, "FORBIDDEN", page, f"/auth/credentials?accountId={self.account}")

    def test_check_backend_finds_no_problem(self):
        page = self.logged_in()
        login = ["--cookie", page.auth["Cookie"], "--account", self.account]
        command = [*LIBRARY, "check-backend", f"{self.origin}/wallet", *login, "--json"]
        checked = subprocess.run(command, capture_output=True, text=True, timeout=60)
        found = [(each["severity"], each["code"]) for each in json.loads(checked.stdout)]
        # The account has no passkey, so which keys the service takes cannot be seen without sending a code.
        self.assertEqual([checked.returncode, found], [0, [("note", "KEYS_UNSEEN"), ("note", "NOT_CHECKED")]])


if __name__ == "__main__":
    unittest.main()
