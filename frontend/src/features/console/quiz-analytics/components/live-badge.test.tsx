import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { render } from "@/testing/render";
import { silentMilliseconds } from "../rules/freshness";
import { LiveBadge } from "./live-badge";

const start = Date.parse("2026-06-10T09:00:00Z");
const live = "Live Analytics - Updates every 5 seconds";
const late = "Not live right now. Showing the last known figures.";

function badge(checkedAt: number, behind = false) {
  return (
    <LiveBadge checkedAt={checkedAt} completeUntil={checkedAt} behind={behind} timezone="Asia/Tbilisi" />
  );
}

describe("LiveBadge", () => {
  beforeEach(() => vi.useFakeTimers({ now: start }));
  afterEach(() => vi.useRealTimers());

  it("stops saying live when polls fall silent, and says it again with the next answer", () => {
    const { rerender } = render(badge(start));
    expect(screen.getByRole("status").textContent).toBe(live);
    act(() => vi.advanceTimersByTime(silentMilliseconds));
    expect(screen.getByRole("status").textContent).toBe(live);
    act(() => vi.advanceTimersByTime(2000));
    expect(screen.getByRole("status").textContent).toBe(late);
    expect(screen.getByText("Complete until 13:00:00 (Asia/Tbilisi)")).toBeTruthy();
    rerender(badge(Date.now()));
    expect(screen.getByRole("status").textContent).toBe(live);
  });

  it("claims nothing before the first answer", () => {
    render(badge(0, true));
    expect(screen.getByText("No data received yet")).toBeTruthy();
  });
});
