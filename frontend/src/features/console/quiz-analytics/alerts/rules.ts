import { filterNames } from "../rules/view";
import type { Alert } from "./api";

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
