import type { Alert } from "@/features/console/shared/quiz-alerts/api";
import { filterNames } from "../rules/view";

/** What the address has to say for the page to show the days of an alert, and its campaign. */
export function changesFor(alert: Pick<Alert, "firstDay" | "campaign">, today: string) {
  return {
    ...Object.fromEntries(filterNames.map((name) => [name, undefined])),
    from: alert.firstDay,
    to: today,
    year: undefined,
    month: undefined,
    utmCampaign: alert.campaign || undefined,
  };
}
