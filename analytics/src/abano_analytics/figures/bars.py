"""The bars of figures whose sessions one can look at."""

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from abano_analytics.figures.counts import Scope
from abano_analytics.figures.recount import gather_sessions
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano_analytics.figures", "bars.sql")
BarKind = Literal["answer", "dropped"]


@dataclass(frozen=True, slots=True)
class Bar:
    """An answer to a question, or the sessions that stopped at it."""

    kind: BarKind
    question: str
    answer: str = ""

    @property
    def condition(self) -> str:
        return QUERIES[f"bar_{self.kind}"]

    def parameters(self, tenant_id: UUID) -> dict[str, object]:
        given: dict[str, object] = {"tenant": tenant_id, "question": self.question}
        return given | {"answer": self.answer} if self.kind == "answer" else given


def gather_behind(scope: Scope, bar: Bar | None) -> None:
    """Make the temporary table ``sessions_behind``; without a bar those are all of the query."""
    gather_sessions(scope)
    sql = QUERIES["behind"].format(bar=bar.condition if bar else "")
    scope.conn.execute(sql, bar.parameters(scope.tenant_id) if bar else {})
