"""Several figures in one answer: which of them the caller has, and how the rest is written. Pure."""

from collections.abc import Mapping

import orjson

from abano.analytics.client import Answer, Counting, Figure
from abano.analytics.labels import Labelled
from abano.errors.messages import Message

UNKNOWN_FIGURES = Message("unknown_figures", "Name figures that there are, such as overview,answers.")
# Of these the texts are in the reader's language.
WORDED: frozenset[Figure] = frozenset({"answers", "funnel", "journey"})


class Page:
    """What is asked for at once, by the names it has here; ``known`` is the If-None-Match: a list of tags."""

    def __init__(self, figures: Mapping[str, Figure], known: str, labelled: Labelled | None) -> None:
        self.figures = figures
        self._labelled = labelled
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
        tags = {figure: self._inner(figure, tag) for figure, tag in self._known.items()}
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
            worded = self._worded(figure, answer)
            tags[name] = worded.tag
            if worded.body is not None:
                figures[name] = orjson.Fragment(worded.body)
        if not figures and not counting and tags.keys() == set(self.figures):
            return 304, None
        body = {"success": True, "figures": figures, "tags": tags, "counting": counting}
        return 202 if counting else 200, orjson.dumps(body)

    def _worded(self, figure: Figure, answer: Answer) -> Answer:
        return self._labelled.apply(answer) if self._labelled and figure in WORDED else answer

    def _inner(self, figure: Figure, tag: str) -> str:
        return self._labelled.inner_tag(tag) if self._labelled and figure in WORDED else tag
