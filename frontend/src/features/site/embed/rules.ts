import { paths } from "@/config/paths";
import { clickIdsIn } from "@/features/site/shared/tracking/rules";
import { tripQuery } from "@/lib/visitors-query";

const campaignNames = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"];
const maxCampaignLength = 200;
// The same as of share links (site/shared/referral.ts).
const referral = /^[A-Za-z0-9][A-Za-z0-9._-]{1,39}$/;

/** The campaign of a frame's URL: valid click ids, campaign parameters and the code of an affiliate. */
export function campaignOf(search: string): Record<string, string> {
  const query = new URLSearchParams(search);
  const campaign: Record<string, string> = { ...clickIdsIn(search) };
  for (const name of campaignNames) {
    const value = query.get(name)?.trim();
    if (value && value.length <= maxCampaignLength) campaign[name] = value;
  }
  const code = query.get("ref")?.trim() ?? "";
  if (referral.test(code)) campaign.ref = code;
  return campaign;
}

/** Where links of a frame open: over the page around it, or in a new tab where that page wants it. */
export function targetOf(search: string): "_top" | "_blank" {
  return new URLSearchParams(search).get("target") === "new" ? "_blank" : "_top";
}

/** The URL of a page of the site with its own parameters, and with the campaign of the frame's URL. */
function siteUrl(prefix: string, path: string, own: Record<string, string>, search: string): string {
  const query = new URLSearchParams({ ...own, ...campaignOf(search) });
  return `${prefix}${path}${query.size > 0 ? `?${query}` : ""}`;
}

interface Trip {
  pickupLocation: string;
  dropoffLocation: string;
  pickupDate: string;
  pickupTime: string;
  returnDate: string;
  returnTime: string;
}

/** The cars with their totals for a search. */
export function resultsUrl(prefix: string, trip: Trip, search: string): string {
  const { pickupLocation: pickup, dropoffLocation: dropoff, ...times } = trip;
  return siteUrl(prefix, paths.cars, { pickup, dropoff, ...times }, search);
}

/** The booking form for a car, with the trip of the frame's URL. */
export function carBookingUrl(prefix: string, carName: string, search: string): string {
  const trip = Object.fromEntries(new URLSearchParams(tripQuery(search)));
  return siteUrl(prefix, paths.booking, { ...trip, carType: carName.replace(/\s*\n\s*/g, " ") }, search);
}
