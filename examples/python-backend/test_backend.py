"""Checks the backend with `check-backend --strict`, as it is and with faults in it."""

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
import urllib.request
import uuid

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../python"))
from wallet import Service, call, installed  # noqa: E402


def command(variable, name):
    return shlex.split(os.environ[variable]) if variable in os.environ else [installed(name)]


EMULATOR = command("EMULATOR", "embedded-wallet-auth-emulator")
LIBRARY = command("LIBRARY", "embedded-wallet-auth")

# What is taken out of the files, what is put in its place, and the rules that must then be broken.
FAULTS = {
    "no owner check": (
        "len(owners) != 1 or owners.isdisjoint(person[\"accounts\"])",
        "len(owners) != 1",
        {"owner.account", "owner.quote"},
    ),
    "no step-up": ("if demand and time.time() > cover:", "if False:", {"stepUp.first", "stepUp.refresh", "stepUp.spent"}),
    "no limits": (
        "if self.counts[name, subject, now // period] > most:",
        "if False:",
        {"limits.calls", "limits.codes", "limits.lookUps", "limits.verifies"},
    ),
    "a body that is serialized again": (
        "self.service.call(method, target, sent, body)",
        "self.service.call(method, target, sent, json.dumps(value).encode() if value else b\"\")",
        {"body.bytes"},
    ),
    "a cookie that is passed on": (
        "        if \"Idempotency-Key\" in sent:",
        "        sent[\"Cookie\"] = headers[\"Cookie\"]\n        if \"Idempotency-Key\" in sent:",
        {"headers.private"},
    ),
    "a cover for any call": (
        "leg = (subject, method, target, body)",
        "leg = (subject,)",
        {"stepUp.bound"},
    ),
    "a cover that is not used up": ("self.covers.pop((*leg", "self.covers.get((*leg", {"stepUp.once"}),
    "limits of a login session only": (
        "self.count(self.counted(path, value, ids), *subject)",
        "self.count(self.counted(path, value, ids), subject[1])",
        {"limits.account"},
    ),
    "limits of account and login session as a pair": (
        "self.count(self.counted(path, value, ids), *subject)",
        "self.count(self.counted(path, value, ids), subject)",
        {"limits.account"},
    ),
    "a challenge that the passkey may not have": (
        "[\"webauthn.create\", value[\"challenge\"]]",
        "[\"webauthn.create\", made[\"challenge\"]]",
        {"passkey.challenge"},
    ),
    "a sign-in of another account": (
        " and json.loads(text)[\"accountId\"] == subject[0]",
        "",
        {"stepUp.account"},
    ),
    "an entry of another account": (
        "(each[\"id\"], each[\"accountId\"]) for each in found",
        "(each[\"id\"], person[\"accounts\"][0]) for each in found",
        {"owner.credential"},
    ),
}

PAYMENTS = [
    *["asked", "terms", "underWay", "form", "signature", "ceremony", "passkey"],
    *["login", "repeated", "refused", "once", "age"],
]
UNSEEN = [
    *["body.values", "answer.late", "flow.export", "passkey.age", "stepUp.none", "stepUp.list", "stepUp.age"],
    *["limits.everyone", "limits.login"],
    *[f"payments.{rule}" for rule in PAYMENTS],
    *["accounts.key", "accounts.signIn", "accounts.challenge"],
]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(path):
    for _ in range(600):
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                found = dict(line.strip().split("=", 1) for line in file if "=" in line)
            if "EMULATOR_PROFILE" in found:
                return found
        time.sleep(0.05)
    raise RuntimeError("the emulator did not start")


def stop(process):
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=20)


class Backend(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.port = free_port()
        cls.origin = f"http://localhost:{cls.port}"
        path = os.path.join(cls.folder.name, "emulator.env")
        options = ["--port", "0", "--env", path, "--quiet", "--origin", cls.origin]
        cls.emulator = subprocess.Popen([*EMULATOR, *options], stdout=subprocess.DEVNULL)
        cls.env = environment(path)

    @classmethod
    def tearDownClass(cls):
        stop(cls.emulator)
        cls.folder.cleanup()

    def verdicts(self, change=lambda source: source):
        """Starts the platform, with a change in its wallet backend, and returns what is said about it."""
        service_port, folder = free_port(), tempfile.mkdtemp(dir=self.folder.name)
        for name in ["wallet_backend.py", "service.py", "serve.py"]:
            with open(os.path.join(HERE, name), encoding="utf-8") as source, open(os.path.join(folder, name), "w") as copy:
                text = source.read().replace('os.path.dirname(os.path.abspath(__file__))', repr(HERE))
                copy.write(change(text) if name == "wallet_backend.py" else text)
        person = {"email": f"{uuid.uuid4()}@example.com", "phoneNumber": "+12025550123"}
        account = Service(self.env).control("POST", "provision", person)["account"]["id"]
        platform = {"PORT": str(self.port), "SERVICE_URL": f"http://127.0.0.1:{service_port}/2025-10-13", "ACCOUNT_ID": account}
        process = subprocess.Popen(
            [sys.executable, os.path.join(folder, "serve.py")],
            env={**os.environ, **self.env, **platform, "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
        )
        try:
            process.stdout.readline()
            logins = ["--cookie", self.cookie(), "--second-cookie", self.cookie(), "--account", account]
            emulator = ["--emulator", self.env["EMULATOR_CONTROL_URL"], "--service-port", str(service_port)]
            strict = [*LIBRARY, "check-backend", f"{self.origin}/wallet", "--strict", "--json", *logins, *emulator]
            printed = subprocess.run(strict, capture_output=True, text=True, timeout=300)
            self.assertEqual(printed.stderr, "")
            return printed.returncode, json.loads(printed.stdout)
        finally:
            stop(process)
            process.stdout.close()

    def cookie(self):
        _, headers = call(f"{self.origin}/api/login", "POST", {}, {"Origin": self.origin})
        return headers["Set-Cookie"].split(";")[0]

    def test_every_rule_is_kept(self):
        code, verdicts = self.verdicts()
        broken = {each["rule"]: each["because"] for each in verdicts if each["result"] == "broken"}
        unseen = [each["rule"] for each in verdicts if each["result"] == "not looked at"]
        self.assertEqual((code, broken), (0, {}))
        self.assertEqual(unseen, UNSEEN)

    def test_every_planted_fault_is_found(self):
        for name, (right, wrong, expected) in FAULTS.items():
            with self.subTest(name):

                def change(source, right=right, wrong=wrong):
                    self.assertEqual(source.count(right), 1)
                    return source.replace(right, wrong)

                code, verdicts = self.verdicts(change)
                broken = {each["rule"] for each in verdicts if each["result"] == "broken"}
                self.assertEqual(code, 1)
                self.assertLessEqual(expected, broken)


if __name__ == "__main__":
    unittest.main()
