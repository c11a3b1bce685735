import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";
import type { Bar } from "../rules/bars";
import { exactly } from "../rules/match";

const withoutSource = msg`Without a source`;

export type Campaign = components["schemas"]["CampaignFigures"];

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
