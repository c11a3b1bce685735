"""Figures with the texts of questions and answers in the reader's language. They are counted by their codes. Pure.

The analytics service knows the texts of the company's first language; the others are put in their place here.
"""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from abano.analytics.figures.client import Answer
from abano.db.unit_of_work import TenantId

# By the codes of question and answer; None in place of an answer: the question itself.
Labels = Mapping[tuple[str, str | None], str]
# A company's labels in a language; empty where it has written none in it.
FindLabels = Callable[[TenantId, str], Awaitable[Labels]]
_QUOTE = '"'


@dataclass(frozen=True, slots=True)
class Labelled:
    """Figures in one language. Their tag names the labels, too, so that it changes with them."""

    labels: Labels

    def inner_tag(self, known_tag: str) -> str:
        """The service's own tag of what the caller has; empty when that has other labels."""
        end = self._mark + _QUOTE
        return known_tag.removesuffix(end) + _QUOTE if known_tag.endswith(end) else ""

    def apply(self, answer: Answer) -> Answer:
        tag = answer.tag.removesuffix(_QUOTE) + self._mark + _QUOTE
        return Answer(tag, None if answer.body is None else self._relabelled(answer.body))

    def apply_to_sessions(self, body: bytes) -> bytes:
        """The same for a page of sessions."""
        content: dict[str, Any] = orjson.loads(body)
        for step in (step for session in content["sessions"] for step in session["steps"]):
            code = step["questionId"]
            step["questionText"] = self.labels.get((code, None), step["questionText"])
            step["text"] = self.labels.get((code, step["value"]), step["text"]) if step["value"] else None
        return orjson.dumps(content)

    @property
    def _mark(self) -> str:
        digest = hashlib.sha256(repr(sorted(self.labels.items(), key=repr)).encode()).hexdigest()
        return f"-labels-{digest[:12]}"

    def _relabelled(self, body: bytes) -> bytes:
        content: dict[str, Any] = orjson.loads(body)
        for question in content.get("answerDistribution", content.get("funnel", [])):
            code = question["questionId"]
            question["questionText"] = self.labels.get((code, None), question["questionText"])
            for answer in question.get("answers", []):
                answer["text"] = self.labels.get((code, answer["value"]), answer["text"])
        for split in ("all", "withQuiz", "withoutQuiz"):
            for step in content.get(split, {}).get("steps", []):
                code = step["questionId"]
                step["questionText"] = self.labels.get((code, None), step["questionText"])
        return orjson.dumps(content)
