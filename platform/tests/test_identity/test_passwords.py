"""Which new passwords are refused."""

import pytest

from abano.errors import InvalidInput
from abano.identity.passwords import check_new_password

ABOUT = ("tamar@georgia-4x4.example", "Tamar Abashidze")


@pytest.mark.parametrize(
    "password",
    ["password", "Password123", "qwertyuiop", "12345678", "abano123", "georgia1", "Tamar1990", "r" * 190],
)
def test_what_is_common_or_made_of_the_person_is_refused(password: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_new_password(password, "newPassword", *ABOUT)
    assert [field.field for field in refused.value.fields] == ["newPassword"]


@pytest.mark.parametrize(
    "password",
    ["correct horse battery", "xkq9v2mw", "სამი მთა და ზღვა", "only small letters and spaces " * 6],
)
def test_any_composition_and_length_is_taken(password: str) -> None:
    check_new_password(password, "newPassword", *ABOUT)
