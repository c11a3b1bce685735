"""Customers of the demo companies: names, languages and addresses that belong to nobody."""

from random import Random
from typing import NamedTuple

_NAMES: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("en", "+44 7700 900", ("Emma", "Oliver", "Grace", "Henry"), ("Walsh", "Bennett", "Clarke", "Hughes")),
    ("en", "+1 202 555 0", ("Noah", "Ava", "Mason", "Chloe"), ("Parker", "Brooks", "Reed", "Foster")),
    ("de", "+49 30 23125 ", ("Lukas", "Anna", "Jonas", "Lea"), ("Becker", "Hoffmann", "Keller", "Vogel")),
    ("ru", "+7 900 000 0", ("Дмитрий", "Елена", "Сергей", "Мария"), ("Орлов", "Белова", "Котов", "Лебедева")),
    (
        "ka",
        "+995 555 014 ",
        ("ნინო", "გიორგი", "თამარ", "ლევან"),
        ("ბერიძე", "კაპანაძე", "ლომიძე", "გელაშვილი"),
    ),
    (
        "en",
        "+33 6 39 98 0",
        ("Camille", "Hugo", "Manon", "Louis"),
        ("Moreau", "Lambert", "Rousseau", "Garnier"),
    ),
    ("en", "+972 55 570 0", ("Noa", "Itay", "Maya", "Omer"), ("Levi", "Mizrahi", "Peretz", "Dahan")),
    ("en", "+48 699 900 ", ("Zofia", "Jakub", "Maja", "Filip"), ("Nowak", "Zielinska", "Wrona", "Mazur")),
)


class Person(NamedTuple):
    """``language`` is one of the company's."""

    name: str
    email: str
    phone: str
    language: str


def draw_person(random: Random, number: int, languages: tuple[str, ...]) -> Person:
    """A customer; ``number`` keeps addresses apart."""
    language, prefix, first, last = random.choice(_NAMES)
    return Person(
        f"{random.choice(first)} {random.choice(last)}",
        f"guest{number}@example.com",
        f"{prefix}{random.randrange(100, 1000)}",
        language if language in languages else languages[0],
    )
