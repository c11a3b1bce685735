"""Answers that a visitor writes: a text, or a contact with consent. Pure.

The words are personal data: they are stored as ``details`` beside the answer, which only says whether there are any.
"""

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from abano.core.email_address import check_email
from abano.core.errors import FieldError, Message, RefusedValue
from abano.core.languages.texts import Texts, translatable
from abano.core.phone import MAX_INPUT_LENGTH, MIN_DIGITS, stored_phone
from abano.core.text import clean, name_without_link
from abano.marketing.quiz.definition import DEFAULT_TEXT, GIVEN, SKIPPED, TEXT_LENGTHS, Question
from abano.marketing.quiz.schemas import AnswerIn, ContactIn

ANSWER_REQUIRED = Message("quiz_answer_required", "Please answer this question")
TEXT_TOO_LONG = Message("quiz_text_too_long", "Enter at most {max, number} characters")
TEXT_CONTROL = Message("quiz_text_control", "This text contains a character that can't be stored")
CONTACT_FIELD_MISSING = Message("quiz_contact_missing", "Please fill in this field")
CONTACT_UNREACHABLE = Message("quiz_contact_unreachable", "Enter an email or a phone number")
CONTACT_PHONE = Message("quiz_contact_phone", "Please enter a valid phone number")
CONTACT_CONSENT = Message("quiz_contact_consent", "Tick the box to send your contact details")

# What is stored and counted, by kind and code.
LABELS: Mapping[str, Mapping[str, str]] = {
    "text": {
        "short": translatable("Up to 50 characters"),
        "medium": translatable("51 to 150 characters"),
        "long": translatable("More than 150 characters"),
        SKIPPED: translatable("Skipped"),
    },
    "contact": {GIVEN: translatable("Contact given"), SKIPPED: translatable("Skipped")},
}


class Written(NamedTuple):
    """An answer as stored: its code and text for figures, and its words, if there are any."""

    value: str
    text: str
    details: dict[str, Any] | None


def labels_in(question: Question, texts: Texts) -> dict[str, str]:
    """What the codes of this question's answers are called; nothing for a question with answers to choose from."""
    return {code: texts.gettext(label) for code, label in LABELS.get(question.kind, {}).items()}


def check_written(question: Question, answer: AnswerIn) -> Written | FieldError:
    """The answer to a ``text`` or ``contact``, or what is wrong with it, by field of the answer."""
    if answer.is_skipped:
        if question.is_required:
            return FieldError("value", ANSWER_REQUIRED())
        return Written(SKIPPED, LABELS[question.kind][SKIPPED], None)
    return _text(question, answer.value) if question.kind == "text" else _contact(question, answer.contact)


def _text(question: Question, typed: str) -> Written | FieldError:
    text = typed.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not text:
        return FieldError("value", ANSWER_REQUIRED())
    if any(unicodedata.category(sign) == "Cc" and sign not in "\n\t" for sign in text):
        return FieldError("value", TEXT_CONTROL())
    longest = question.max_length or DEFAULT_TEXT
    if len(text) > longest:
        return FieldError("value", TEXT_TOO_LONG(max=longest))
    code = next(code for code, limit in TEXT_LENGTHS if len(text) <= limit)
    return Written(code, LABELS["text"][code], {"text": text})


def _contact(question: Question, contact: ContactIn | None) -> Written | FieldError:
    if contact is None:
        return FieldError("contact", ANSWER_REQUIRED())
    # What was not asked for is not stored.
    given: dict[str, str] = {name: clean(getattr(contact, name) or "") for name in question.asks}
    if problem := _missing(question, given):
        return problem
    for name, check in _CHECKS.items():
        try:
            if given.get(name):
                given[name] = check(given[name])
        except RefusedValue as error:
            return FieldError(f"contact.{name}", error.sentence)
    if not contact.has_consented:
        return FieldError("contact.hasConsented", CONTACT_CONSENT())
    details = {name: value for name, value in given.items() if value} | {"consent": question.consent_text}
    return Written(GIVEN, LABELS["contact"][GIVEN], details)


def _missing(question: Question, given: Mapping[str, str]) -> FieldError | None:
    for name in question.requires:
        if not given[name]:
            return FieldError(f"contact.{name}", CONTACT_FIELD_MISSING())
    if not given.get("email") and not given.get("phone"):
        return FieldError(f"contact.{'email' if 'email' in given else 'phone'}", CONTACT_UNREACHABLE())
    return None


def _phone(typed: str) -> str:
    if sum(sign.isdigit() for sign in typed) < MIN_DIGITS:
        raise RefusedValue(CONTACT_PHONE())
    return stored_phone(typed, "")[:MAX_INPUT_LENGTH]


_CHECKS: Mapping[str, Callable[[str], str]] = {
    "name": name_without_link,
    "email": check_email,
    "phone": _phone,
}
