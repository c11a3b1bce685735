import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { placeName } from "@/features/console/shared/fleet";
import { formatMoment, formatMoney } from "@/lib/format";
import { serviceNames } from "@/lib/services";
import { siteConfig } from "@/lib/site-config";

interface Difference {
  label: string;
  before: string;
  after: string;
}

type Side = Record<string, unknown>;

const labels: Record<string, MessageDescriptor> = {
  car: msg`Car`,
  pickupAt: msg`Pickup`,
  returnAt: msg`Return`,
  pickupLocation: msg`Pickup place`,
  dropoffLocation: msg`Return place`,
  pickupPlace: msg`Handover place, pickup`,
  dropoffPlace: msg`Handover place, return`,
  days: msg`Days`,
  totalPrice: msg`Total`,
  insurance: msg`Insurance`,
  services: msg`Services`,
  customerName: msg`Name`,
  customerEmail: msg`Email`,
  customerPhone: msg`Phone`,
  driverAge: msg`Driver's age`,
  groupSize: msg`People`,
};

/** What differs of a booking in words, before and after. Price lines are compared by their total. */
export function differences(before: Side, after: Side, currency: string): Difference[] {
  return Object.entries(labels)
    .filter(([name]) => name in after)
    .map(([name, label]) => ({
      label: t(label),
      before: inWords(name, before[name], currency),
      after: inWords(name, after[name], currency),
    }));
}

function inWords(name: string, value: unknown, currency: string): string {
  if (value === null || value === undefined || value === "") return t`nothing`;
  const { insurance, services } = siteConfig();
  switch (name) {
    case "pickupAt":
    case "returnAt":
      return formatMoment(String(value));
    case "pickupLocation":
    case "dropoffLocation":
      return placeName(String(value));
    case "totalPrice":
      return formatMoney(Number(value), currency);
    case "insurance":
      return insurance.find(({ code }) => code === value)?.label ?? String(value);
    case "services":
      return serviceNames(value as string[], services) || t`nothing`;
    default:
      return String(value);
  }
}
