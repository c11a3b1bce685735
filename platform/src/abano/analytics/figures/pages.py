"""Several figures in one response: matches known tags, and translates labels. Pure.

Figures are grouped by codes of questions and answers. The analytics service has the texts of the company's
first language; translations are inserted here.
"""

import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from abano.analytics.figures.client import Answer, Counting
from abano.analytics.figures.money import Addition
from abano.core.errors import Message
from abano.db.unit_of_work import TenantId
from abano_shared.contract.figures import Figure

UNKNOWN_FIGURES = Message("unknown_figures", "Unknown reports. Use names such as overview,answers.")
# Of these the texts are in the reader's language.
WORDED: tuple[Figure, ...] = ("answers", "funnel", "journey")


class Page:
    """The requested figures by their keys in the response. ``known``: If-None-Match, a list of tags."""

    def __init__(
        self, figures: Mapping[str, Figure], known: str, additions: Mapping[Figure, Sequence[Addition]]
    ) -> None:
        """``additions``: what is added to a figure, one after the other."""
        self.figures = figures
        self._additions = additions
        given = [tag.strip() for tag in known.split(",")]
        # A tag contains the figure's key.
        self._known = {
            figure: tag
            for figure in figures.values()
            for tag in given
            if f"-{figure}-" in tag and tag.startswith('"')
        }

    def inner_tags(self) -> dict[Figure, str]:
        """The service's own tags of what the caller has."""
        tags = {
            figure: inner_tag_of(self._additions.get(figure, ()), tag) for figure, tag in self._known.items()
        }
        return {figure: tag for figure, tag in tags.items() if tag}

    def response(self, answers: Mapping[Figure, Answer | Counting]) -> tuple[int, bytes | None]:
        """Status and body."""
        figures: dict[str, orjson.Fragment] = {}
        tags: dict[str, str] = {}
        counting: dict[str, float] = {}
        for name, figure in self.figures.items():
            answer = answers.get(figure)
            if answer is None:
                continue
            if isinstance(answer, Counting):
                counting[name] = answer.share
                continue
            whole = apply_all(self._additions.get(figure, ()), answer)
            tags[name] = whole.tag
            if whole.body is not None:
                figures[name] = orjson.Fragment(whole.body)
        if not figures and not counting and tags.keys() == set(self.figures):
            return 304, None
        body = {"success": True, "figures": figures, "tags": tags, "counting": counting}
        return 202 if counting else 200, orjson.dumps(body)


def apply_all(additions: Sequence[Addition], answer: Answer) -> Answer:
    """``answer`` with ``additions``, in their order."""
    for addition in additions:
        answer = addition.apply(answer)
    return answer


def inner_tag_of(additions: Sequence[Addition], known_tag: str) -> str:
    """The tag of what ``additions`` were made to; empty where the caller has it with others."""
    for addition in reversed(additions):
        known_tag = addition.inner_tag(known_tag)
    return known_tag


# By the codes of question and answer. An answer of None: the question itself.
Labels = Mapping[tuple[str, str | None], str]
# A company's labels in a language. Empty without translations.
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
        body = None if answer.body is None else orjson.dumps(self.relabelled(orjson.loads(answer.body)))
        return Answer(tag, body)

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

    def relabelled(self, content: dict[str, Any]) -> dict[str, Any]:
        """The content of a figure, changed in place."""
        for question in content.get("answerDistribution", content.get("funnel", [])):
            code = question["questionId"]
            question["questionText"] = self.labels.get((code, None), question["questionText"])
            for answer in question.get("answers", []):
                answer["text"] = self.labels.get((code, answer["value"]), answer["text"])
        for split in ("all", "withQuiz", "withoutQuiz"):
            for step in content.get(split, {}).get("steps", []):
                code = step["questionId"]
                step["questionText"] = self.labels.get((code, None), step["questionText"])
        return content
