import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ComponentType } from "react";
import { AnswersPanel } from "./answers/distributions";
import { CampaignsPanel } from "./campaigns/campaigns";
import { ComparePanel } from "./compare/panel";
import { FunnelPanel } from "./funnel/panel";
import { JourneyPanel } from "./journey/panel";
import { MoneyPanel } from "./money/panel";
import { OwnFunnelPanel } from "./own-funnel/panel";
import type { PanelProps } from "./rules/view";
import { WeekhoursPanel } from "./weekhours/panel";

interface Section {
  /** The URL's hash. */
  id: string;
  title: MessageDescriptor;
  /** Without props it reads its state from the URL. */
  Panel: ComponentType<PanelProps>;
  /** Hidden for a period without quiz sessions. */
  needsSessions?: boolean;
}

/**
 * The parts of the page below the overview, in order. A panel renders, and requests its figures, only while it is
 * expanded. Its heading is `SectionHead` of `components/panel`: on a phone the disclosure button has the title.
 */
export const sections: readonly Section[] = [
  { id: "journey", title: msg`From landing to booking`, Panel: JourneyPanel },
  { id: "own-funnel", title: msg`Own funnel`, Panel: OwnFunnelPanel },
  { id: "funnel", title: msg`Drop-off`, Panel: FunnelPanel, needsSessions: true },
  { id: "campaigns", title: msg`Campaigns`, Panel: CampaignsPanel, needsSessions: true },
  {
    id: "money",
    title: msg({ message: "Money", context: "section of the quiz analytics" }),
    Panel: MoneyPanel,
  },
  { id: "hours", title: msg`Hours of the week`, Panel: WeekhoursPanel, needsSessions: true },
  { id: "compare", title: msg`Compare`, Panel: ComparePanel },
  { id: "answers", title: msg`Answers and bookings`, Panel: AnswersPanel, needsSessions: true },
];
