import { expect, test } from "vitest";
import { alertAddress, seesFigures } from "./rules";

test("an alert leads to its days and its campaign", () => {
  const alert = { firstDay: "2026-11-17", campaign: "autumn & winter" };
  expect(alertAddress(alert, "2026-11-23")).toBe(
    "/admin/quiz-analytics?from=2026-11-17&to=2026-11-23&utmCampaign=autumn+%26+winter",
  );
  expect(alertAddress({ ...alert, campaign: "" }, "2026-11-23")).toBe(
    "/admin/quiz-analytics?from=2026-11-17&to=2026-11-23",
  );
});

test("the desk and the yard see no figures", () => {
  const roles = ["owner", "manager", "analyst", "desk", "driver"] as const;
  expect(roles.filter(seesFigures)).toEqual(["owner", "manager", "analyst"]);
});
