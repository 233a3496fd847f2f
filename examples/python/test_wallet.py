"""Uses the emulator over HTTP, only in Python: signs in, pays, causes faults and advances the clock."""

import email.utils
import os
import shlex
import signal
import subprocess
import tempfile
import time
import unittest
import uuid
from datetime import datetime, timedelta

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from wallet import CURVE, Refused, Service, call, client_key, installed, open_session_key, point

# Not npx, which starts the emulator as a process of its own and passes no signal on to it.
COMMAND = shlex.split(os.environ["EMULATOR"]) if "EMULATOR" in os.environ else [installed("embedded-wallet-auth-emulator")]


def environment(path, process):
    """Returns what the emulator wrote to its --env file, once it listens."""
    for _ in range(600):
        with open(path, encoding="utf-8") as file:
            lines = [line.strip() for line in file if "=" in line]
        if lines:
            return dict(line.split("=", 1) for line in lines)
        if process.poll() is not None:
            raise RuntimeError(f"the emulator ended with {process.returncode}")
        time.sleep(0.05)
    raise RuntimeError("the emulator did not start")


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


class Wallet(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        handle, cls.env_file = tempfile.mkstemp(suffix=".env")
        os.close(handle)
        options = ["--port", "0", "--env", cls.env_file, "--quiet", "--codes-per-minute", "100"]
        cls.process = subprocess.Popen([*COMMAND, *options], stdout=subprocess.DEVNULL)
        cls.env = environment(cls.env_file, cls.process)
        cls.service = Service(cls.env)

    @classmethod
    def tearDownClass(cls):
        cls.process.send_signal(signal.SIGTERM)
        code = cls.process.wait(timeout=20)
        os.remove(cls.env_file)
        assert code == 0, f"the emulator ended with {code}"

    def setUp(self):
        address = f"{uuid.uuid4()}@example.com"
        made = self.service.control("POST", "provision", {"email": address, "balance": 125_500_000})
        self.email, self.customer, self.account = address, made["customer"], made["account"]
        shop = self.service.control("POST", "provision", {"accountType": "INTERNAL_FIAT"})
        self.shop = shop["account"]

    def code(self):
        return self.service.control("GET", f"inbox?to={self.email}")["data"][0]["otp"]

    def sign_in(self):
        return self.service.sign_in(self.account["id"], self.code)

    def quote(self):
        return self.service.call(
            "POST",
            "/quotes",
            {
                "source": {"sourceType": "ACCOUNT", "accountId": self.account["id"]},
                "destination": {"destinationType": "ACCOUNT", "accountId": self.shop["id"]},
                "lockedCurrencySide": "RECEIVING",
                "lockedCurrencyAmount": 20_00,
            },
        )

    def balance(self, account, customer):
        path = f"/customers/internal-accounts?customerId={customer}"
        accounts = self.service.call("GET", path)["data"]
        return next(each["balance"]["amount"] for each in accounts if each["id"] == account)

    def test_the_vector_opens(self):
        known = ec.derive_private_key(0x20FA65DF11F24833790AE283FC9A0C215EECBBC589549767977994DC69D05A56, CURVE)
        sealed = (
            "w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXW"
            "PEVbZvocB4Tw2K1vQVp7uwjf"
        )
        opened = open_session_key(sealed, known)
        public = "03bf162576eb8dfecf33d9275d09595284f6c4df0db6156c3c582777886a0ee0ac"
        self.assertEqual(point(opened.public_key(), compressed=True).hex(), public)
        with self.assertRaises(InvalidTag):
            open_session_key(sealed, client_key())

    def test_a_customer_signs_in_and_pays(self):
        before = self.balance(self.account["id"], self.customer["id"])
        session, key = self.sign_in()
        quote = self.quote()
        paid = self.service.execute(quote, key, str(uuid.uuid4()))
        self.assertEqual(paid["status"], "COMPLETED")
        spent = before - self.balance(self.account["id"], self.customer["id"])
        self.assertEqual(before, 125_500_000)
        self.assertEqual(spent, quote["totalSendingAmount"])
        self.assertGreater(spent, 20_000_000)
        sessions = self.service.call("GET", f"/auth/sessions?accountId={self.account['id']}")["data"]
        self.assertEqual([each["id"] for each in sessions], [session["id"]])

    def test_a_stamp_of_another_key_moves_nothing(self):
        self.sign_in()
        with self.assertRaises(Refused) as refused:
            self.service.execute(self.quote(), client_key(), str(uuid.uuid4()))
        self.assertEqual(refused.exception.status, 401)
        self.assertEqual(self.balance(self.account["id"], self.customer["id"]), 125_500_000)

    def test_a_wrong_code_is_refused(self):
        with self.assertRaises(Refused) as refused:
            self.service.sign_in(self.account["id"], lambda: "000000" if self.code() != "000000" else "111111")
        self.assertEqual(refused.exception.status, 401)

    def test_a_payment_whose_answer_is_lost_is_paid_once(self):
        _, key = self.sign_in()
        quote, idempotency_key = self.quote(), str(uuid.uuid4())
        lost = {"call": "POST /quotes/{id}/execute", "fault": {"answer": "lost"}}
        self.service.control("POST", "faults", lost)
        with self.assertRaises(OSError):
            self.service.execute(quote, key, idempotency_key)
        again = self.service.execute(quote, key, idempotency_key)
        self.assertEqual(again["status"], "COMPLETED")
        spent = 125_500_000 - self.balance(self.account["id"], self.customer["id"])
        self.assertEqual(spent, quote["totalSendingAmount"])

    def test_the_service_is_unavailable_once(self):
        self.service.control("POST", "faults", {"call": "POST /quotes", "fault": {"status": 503}})
        with self.assertRaises(Refused) as refused:
            self.quote()
        self.assertEqual(refused.exception.status, 503)
        self.assertIn("id", self.quote())

    def test_a_session_ends_after_fifteen_minutes(self):
        session, key = self.sign_in()
        before = instant(self.service.control("GET", "clock")["now"])
        after = instant(self.service.control("POST", "clock", {"advance": 15 * 60_000})["now"])
        self.assertGreaterEqual(after - before, timedelta(minutes=15))
        _, headers = call(f"{self.service.base}/auth/sessions?accountId={self.account['id']}", headers=self.service.auth)
        date = email.utils.parsedate_to_datetime(headers["Date"])
        self.assertGreaterEqual(date + timedelta(seconds=1), instant(session["expiresAt"]))
        with self.assertRaises(Refused) as refused:
            self.service.execute(self.quote(), key, str(uuid.uuid4()))
        self.assertEqual(refused.exception.status, 401)


if __name__ == "__main__":
    unittest.main()
