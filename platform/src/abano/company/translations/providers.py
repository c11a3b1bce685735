"""Clients of DeepL and LibreTranslate.

Formats: https://developers.deepl.com/docs/api-reference/translate, https://docs.libretranslate.com/api.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx
import orjson

from abano.company.translations.rules import (
    LANGUAGE_UNSUPPORTED,
    TranslationOff,
    TranslationRefused,
    TranslationUnavailable,
)
from abano.core.config import Settings
from abano.core.errors import InvalidInput
from abano.core.public_ip import tls_context
from abano_shared.fair_turns import end_turn

STEP_SECONDS, CALL_SECONDS, MAX_ANSWER_BYTES = 10.0, 25.0, 512 * 1024
DEEPL_URL, DEEPL_FREE_URL = "https://api.deepl.com", "https://api-free.deepl.com"
# DeepL's keys of free accounts end so, and hold at another host.
FREE_KEY = ":fx"
# DeepL translates into a variant of these.
_VARIANTS = {"EN": "EN-GB", "PT": "PT-PT", "ZH": "ZH-HANS"}
NAMES = {"deepl": "DeepL", "libretranslate": "LibreTranslate"}


def url_of(settings: Settings) -> str:
    """Where the service is."""
    if settings.translation_url or settings.translation_service != "deepl":
        return settings.translation_url.rstrip("/")
    is_free = settings.translation_key.get_secret_value().endswith(FREE_KEY)
    return DEEPL_FREE_URL if is_free else DEEPL_URL


async def translate(settings: Settings, texts: Sequence[str], source: str, target: str) -> list[str]:
    """HTML in, HTML out. Raises TranslationOff, TranslationUnavailable, TranslationRefused, InvalidInput."""
    key, url = settings.translation_key.get_secret_value(), url_of(settings)
    if settings.translation_service == "deepl":
        status, answer = await _post(
            f"{url}/v2/translate",
            {
                "text": list(texts),
                "source_lang": _base(source).upper(),
                "target_lang": _VARIANTS.get(_base(target).upper(), _base(target).upper()),
                "tag_handling": "html",
            },
            {"Authorization": f"DeepL-Auth-Key {key}"},
        )
        said = [each.get("text") for each in _objects(answer.get("translations"))]
        message = answer.get("message")
    elif settings.translation_service == "libretranslate":
        body = {"q": list(texts), "source": _base(source), "target": _base(target), "format": "html"}
        status, answer = await _post(f"{url}/translate", body | ({"api_key": key} if key else {}), {})
        found = answer.get("translatedText")
        said = found if isinstance(found, list) else []
        message = answer.get("error")
    else:
        raise TranslationOff
    _check(status, str(message or ""))
    if len(said) != len(texts) or not all(isinstance(each, str) for each in said):
        raise TranslationUnavailable
    return [str(each) for each in said]


def _check(status: int, message: str) -> None:
    """Raises what a response other than success means."""
    if 200 <= status < 300:
        return
    if status == 400 and ("lang" in message or "not supported" in message):
        raise InvalidInput.of("target", LANGUAGE_UNSUPPORTED())
    # 429: too many calls at once; DeepL's 456 (the quota is used up) and wrong keys do not pass by themselves.
    raise TranslationUnavailable if status == 429 or status >= 500 else TranslationRefused


async def _post(
    url: str, body: Mapping[str, Any], headers: Mapping[str, str]
) -> tuple[int, Mapping[str, Any]]:
    """Raises TranslationUnavailable."""
    if urlsplit(url).scheme not in {"http", "https"}:
        raise TranslationUnavailable
    end_turn()
    try:
        async with (
            asyncio.timeout(CALL_SECONDS),
            httpx.AsyncClient(
                verify=tls_context(), timeout=STEP_SECONDS, follow_redirects=False, trust_env=False
            ) as client,
            client.stream(
                "POST",
                url,
                content=orjson.dumps(body),
                headers={"Content-Type": "application/json", **headers},
            ) as answer,
        ):
            content = bytearray()
            async for chunk in answer.aiter_bytes():
                content += chunk
                if len(content) > MAX_ANSWER_BYTES:
                    raise TranslationUnavailable
            status = answer.status_code
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
        raise TranslationUnavailable from error
    try:
        said = orjson.loads(content)
    except ValueError:
        said = None
    return status, said if isinstance(said, dict) else {}


def _base(language: str) -> str:
    return language.partition("-")[0].lower()


def _objects(value: object) -> Sequence[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
