import { expect, test } from "vitest";
import { alertUrl } from "./rules";

test("an alert leads to its days and its campaign", () => {
  const alert = { firstDay: "2026-11-17", campaign: "autumn & winter" };
  expect(alertUrl(alert, "2026-11-23")).toBe(
    "/admin/quiz-analytics?from=2026-11-17&to=2026-11-23&utmCampaign=autumn+%26+winter",
  );
  expect(alertUrl({ ...alert, campaign: "" }, "2026-11-23")).toBe(
    "/admin/quiz-analytics?from=2026-11-17&to=2026-11-23",
  );
});
