"""The truth that an analyst's recording is held against must be one."""

import json
from uuid import uuid4

import pytest
from loadtests.local_product import ROOT
from loadtests.recordings.known_campaigns import (
    AT_QUESTION,
    CAMPAIGNS,
    DAYS,
    FALLEN,
    LAST,
    Traffic,
    cost_file,
)
from loadtests.recordings.truth import Truth, numbers

from abano.analytics.ad_costs.ads_report import read_report

QUIZ = json.loads((ROOT / "platform/src/abano/ops/seeds/georgia/quiz-v1.json").read_text())


def test_what_was_counted_is_in_the_rows_and_in_the_file_of_costs() -> None:
    traffic = Traffic(uuid4(), QUIZ["questions"])
    sessions = {row[1]: row[5] for row in traffic.rows["quiz_sessions"]}
    for campaign in CAMPAIGNS:
        began = sum(name == campaign.name for name in sessions.values())
        booked = [row for row in traffic.rows["bookings"] if sessions[row[-2]] == campaign.name]
        assert began == traffic.counted[campaign.name, "began"]
        assert len(booked) == traffic.counted[campaign.name, "booked"]
        assert traffic.counted[campaign.name, "visits"] == campaign.clicks_a_day * DAYS
    seen = {row[1] for row in traffic.rows["quiz_question_views"] if row[2] == AT_QUESTION.stops_at}
    answered = {row[1] for row in traffic.rows["quiz_answers"] if row[2] == AT_QUESTION.stops_at}
    assert len(seen - answered) == traffic.counted[AT_QUESTION.name, "stopped"]
    last_week = sum(
        sessions[row[-2]] == FALLEN.name and str(row[-4])[:10] >= str(traffic.days[-LAST])
        for row in traffic.rows["bookings"]
    )
    assert last_week < traffic.counted[FALLEN.name, "booked"] / 20

    report = read_report(cost_file(traffic).encode())
    assert not report.refused
    assert len(report.lines) == DAYS * len(CAMPAIGNS)


def test_numbers_are_read_as_they_are_shown() -> None:
    assert numbers("1,234 of −3.5 to +12%") == [1234, -3.5, 12]


def test_a_contradiction_fails_the_recording() -> None:
    truth = Truth()
    truth.compare("sessions", 3, 3)
    truth.check()
    truth.compare("bookings", 3, 4)
    with pytest.raises(ValueError, match="bookings"):
        truth.check()
