import type { MessageDescriptor } from "@lingui/core";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";
import type { Bar } from "../rules/bars";
import { exactly } from "../rules/match";

const withoutSource = msg`Without a source`;

export type Campaign = components["schemas"]["CampaignFigures"];
export type Column =
  | "totalSessions"
  | "completionRate"
  | "conversionCount"
  | "conversionRate"
  | "bookedValue";

interface Head {
  name: Column;
  title: MessageDescriptor;
  /** Below the figure, where there are no heads. */
  unit: MessageDescriptor;
  order: MessageDescriptor;
}

export const columns: Head[] = [
  {
    name: "totalSessions",
    title: msg({ message: "Sessions", context: "column of campaigns" }),
    unit: msg({ message: "sessions", context: "column of campaigns" }),
    order: msg`By sessions`,
  },
  {
    name: "completionRate",
    title: msg({ message: "Completed", context: "column of campaigns" }),
    unit: msg({ message: "completed", context: "column of campaigns" }),
    order: msg`By completed`,
  },
  {
    name: "conversionCount",
    title: msg({ message: "Converted", context: "column of campaigns" }),
    unit: msg({ message: "converted", context: "column of campaigns" }),
    order: msg`By converted`,
  },
  {
    name: "conversionRate",
    title: msg({ message: "Conversion rate", context: "column of campaigns" }),
    unit: msg({ message: "conversion", context: "column of campaigns" }),
    order: msg`By conversion rate`,
  },
  {
    name: "bookedValue",
    title: msg({ message: "Booked value", context: "column of campaigns" }),
    unit: msg({ message: "booked", context: "column of campaigns" }),
    order: msg`By booked value`,
  },
];

/** The sessions that a campaign brought. */
export function allOf({ source, medium, campaign }: Campaign): Bar {
  const none = "(none)";
  return {
    kind: "all",
    title: [source, medium, campaign].filter(Boolean).join(" / ") || i18n._(withoutSource),
    filters: {
      utmSource: exactly(source || none),
      utmMedium: exactly(medium || none),
      utmCampaign: exactly(campaign || none),
    },
  };
}
