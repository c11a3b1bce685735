import { paths } from "@/config/paths";
import type { Alert } from "@/features/console/shared/quiz-alerts/api";
import { siteConfig } from "@/lib/site-config";
import { day } from "@/lib/url-state";
import type { Lead } from "./api";

/** The new booking's address with all that a begun one says; what was typed into it may be no day and no car of today. */
export function bookingUrl(lead: Lead): string {
  const isOffered = siteConfig().cars.some(({ name }) => name === lead.car);
  const known = {
    customerName: lead.name,
    customerPhone: lead.phone,
    customerEmail: lead.email,
    car: isOffered ? lead.car : "",
    ...(day(lead.pickupDate) && day(lead.returnDate)
      ? { pickupDate: lead.pickupDate, returnDate: lead.returnDate }
      : {}),
  };
  const query = new URLSearchParams(Object.entries(known).filter(([, value]) => value));
  return `${paths.admin.newBooking}?${query}`;
}

/** The lines of a list that stand there before it is opened; one line more is no reason to fold it. */
export function shownAtFirst<T>(items: readonly T[], most: number): readonly T[] {
  return items.length <= most + 1 ? items : items.slice(0, most);
}

/** The page of figures with the days of an alert, and its campaign. `today` is the company's. */
export function alertUrl(alert: Pick<Alert, "firstDay" | "campaign">, today: string): string {
  const chosen = new URLSearchParams({ from: alert.firstDay, to: today });
  if (alert.campaign) chosen.set("utmCampaign", alert.campaign);
  return `${paths.admin.quizAnalytics}?${chosen}`;
}
