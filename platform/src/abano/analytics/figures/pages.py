"""Several figures in one answer: which of them the caller has, and how the rest is written. Pure."""

from collections.abc import Mapping, Sequence

import orjson

from abano.analytics.figures.client import Answer, Counting
from abano.analytics.figures.money import Addition
from abano.core.errors import Message
from abano_shared.contract.figures import Figure

UNKNOWN_FIGURES = Message("unknown_figures", "Name figures that there are, such as overview,answers.")
# Of these the texts are in the reader's language.
WORDED: tuple[Figure, ...] = ("answers", "funnel", "journey")


class Page:
    """What is asked for at once, by the names it has here; ``known`` is the If-None-Match: a list of tags."""

    def __init__(
        self, figures: Mapping[str, Figure], known: str, additions: Mapping[Figure, Sequence[Addition]]
    ) -> None:
        """``additions``: what is added to a figure, one after the other."""
        self.figures = figures
        self._additions = additions
        given = [tag.strip() for tag in known.split(",")]
        # A tag says which figure it is of.
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

    def told(self, answers: Mapping[Figure, Answer | Counting]) -> tuple[int, bytes | None]:
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
