import { paths } from "@/config/paths";
import type { Role } from "@/features/console/shared/roles";
import type { Alert } from "./api";

/** Who may see the quiz's figures. */
export function seesFigures(role: Role): boolean {
  return role === "owner" || role === "manager" || role === "analyst";
}

/** The page of figures with the days of an alert, and its campaign. `today` is the company's. */
export function alertUrl(alert: Pick<Alert, "firstDay" | "campaign">, today: string): string {
  const chosen = new URLSearchParams({ from: alert.firstDay, to: today });
  if (alert.campaign) chosen.set("utmCampaign", alert.campaign);
  return `${paths.admin.quizAnalytics}?${chosen}`;
}
