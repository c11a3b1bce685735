import { paths } from "@/config/paths";
import type { Alert } from "./api";

/** The page of figures with the days of an alert, and its campaign. `today` is the company's. */
export function alertUrl(alert: Pick<Alert, "firstDay" | "campaign">, today: string): string {
  const chosen = new URLSearchParams({ from: alert.firstDay, to: today });
  if (alert.campaign) chosen.set("utmCampaign", alert.campaign);
  return `${paths.admin.quizAnalytics}?${chosen}`;
}
