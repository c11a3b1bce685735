"""What an answer refuses, for tests of the sentences themselves; codes are tested where they are made."""

import httpx


def refused_fields(answer: httpx.Response) -> list[dict[str, str]]:
    """Every refused field with its English sentence."""
    return [{"field": item["field"], "message": item["message"]} for item in answer.json()["fields"]]
