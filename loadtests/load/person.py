"""What all people of the crowd have in common: they check each response and record what was acknowledged."""

import itertools
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from locust import FastHttpUser
from locust.runners import STATE_CLEANUP, STATE_STOPPED, STATE_STOPPING
from locust.user.task import LOCUST_STATE_STOPPING

from loadtests.load.acknowledged import Acknowledged
from loadtests.load.plan import PLAN_VARIABLE, Company, Plan

Content = dict[str, Any]
# Answers what is wrong with a content, or nothing.
Check = Callable[[Content], str | None]
PLAN = Plan.read(Path(os.environ[PLAN_VARIABLE]))
ACKNOWLEDGED = Acknowledged()
ENDING = frozenset({STATE_STOPPING, STATE_STOPPED, STATE_CLEANUP})
NUMBERS = itertools.count(1)
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"
)
DESKTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


class Answer(NamedTuple):
    """``right`` when status and content were as they must be; ``content`` is empty unless it was JSON."""

    right: bool
    status: int
    content: Content
    headers: dict[str, str]
    text: str


def succeeded(content: Content) -> str | None:
    return None if content.get("success") is True else "success is not true"


class Person(FastHttpUser):
    """Someone of one company. Refuses to bother servers elsewhere."""

    abstract = True
    insecure = False
    network_timeout = 60.0
    connection_timeout = 30.0
    browser = DESKTOP

    def on_start(self) -> None:
        if urlsplit(self.host or "").hostname != "127.0.0.1":
            raise RuntimeError("Load tests are for servers on this machine only.")
        self.company: Company = random.choice(PLAN.companies)
        self.arrive()

    def arrive(self) -> None:
        """A new person with their own address: the product trusts one proxy."""
        number = next(NUMBERS)
        self.headers: dict[str, str] = {
            "Host": f"{self.company.slug}.localhost:{urlsplit(self.host or '').port}",
            "User-Agent": self.browser,
            "X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}",
        }

    def think(self, shortest: float, longest: float) -> None:
        """Seconds that a person takes. Who has to go thinks no more."""
        if not self.ending:
            time.sleep(random.uniform(shortest, longest) * PLAN.pace)

    @property
    def ending(self) -> bool:
        """The run is over, or a smaller stage has started and this person leaves."""
        runner = self.environment.runner
        return self._state == LOCUST_STATE_STOPPING or (runner is not None and runner.state in ENDING)

    def ask(
        self,
        method: str,
        path: str,
        body: Content | None = None,
        *,
        step: str = "",
        status: int = 200,
        check: Check | None = succeeded,
        headers: dict[str, str] | None = None,
        refusal: int = 0,
    ) -> Answer:
        """One request. ``step`` is its route when the path is not; ``check`` looks at JSON content.

        ``refusal`` is a status that is right, too, when someone else was quicker: then nothing was done.

        A wrong status or content is a failure of the run. A write without any answer is remembered as unsure.
        """
        with self.client.request(
            method,
            path,
            name=step or path.partition("?")[0],
            json=body,
            headers={**self.headers, **(headers or {})},
            catch_response=True,
            allow_redirects=False,
        ) as answer:
            found = int(answer.status_code or 0)
            text = answer.text or "" if found not in {0, 304} else ""
            wrong = None if found == status else f"answered {found} instead of {status}: {text[:160]}"
            content: Content = {}
            if wrong is None and check is not None:
                try:
                    content = answer.json()
                    wrong = check(content)
                except ValueError:
                    wrong = "the content is no JSON"
            if wrong is None or found == refusal:
                answer.success()
            else:
                answer.failure(wrong)
        if found == 0 and method != "GET":
            ACKNOWLEDGED.unsure += 1
        lower = {name.lower(): value for name, value in (answer.headers or {}).items()}
        return Answer(wrong is None, found, content, lower, text)
