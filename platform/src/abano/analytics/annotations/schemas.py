"""Annotations as the console reads and writes them."""

from datetime import date
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.analytics.annotations.service import Marks
from abano.core.api_model import ApiModel
from abano.core.text import clean

Note = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=80),
    AfterValidator(clean),
    Field(min_length=1),
]


class AnnotationRequest(ApiModel):
    day: date = Field(ge=date(2000, 1, 1), le=date(2100, 12, 31), description="By the company's clock")
    text: Note


class AnnotationOut(ApiModel):
    id: UUID
    day: date
    text: str
    created_by: str = Field(description="The author's name")


class PublishedVersion(ApiModel):
    day: date
    version: str


class AnnotationsResponse(ApiModel):
    annotations: list[AnnotationOut]
    prices: list[PublishedVersion] = Field(description="Versions of the catalogue published in the period")
    quizzes: list[PublishedVersion] = Field(description="Versions of the quiz published in the period")

    @classmethod
    def of(cls, marks: Marks) -> "AnnotationsResponse":
        return cls(
            annotations=[
                AnnotationOut(
                    id=row.id, day=row.day, text=row.text, created_by=marks.authors.get(row.created_by, "")
                )
                for row in marks.annotations
            ],
            prices=[PublishedVersion(day=day, version=name) for name, day in marks.prices],
            quizzes=[PublishedVersion(day=day, version=name) for name, day in marks.quizzes],
        )


class AnnotationSaved(ApiModel):
    id: UUID
