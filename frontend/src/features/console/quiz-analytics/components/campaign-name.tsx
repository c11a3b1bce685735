import { useLingui } from "@lingui/react/macro";
import type { TableColumn } from "@/components/tables/columns";
import { noValue } from "../rules/view";
import { FilterOn } from "./filter-on";

interface Props {
  source: string;
  /** Left out where figures do not tell media apart. */
  medium?: string | undefined;
  campaign: string;
}

/** The name of a campaign in a table, which narrows the page to its sessions. */
function CampaignName({ source, medium, campaign }: Props) {
  const { t } = useLingui();
  const none = t({ message: "none", context: "source or medium of a campaign" });
  const origin =
    medium === undefined ? source : (source || medium) && `${source || none} / ${medium || none}`;
  return (
    <FilterOn pressed={{ utmSource: source || noValue, utmCampaign: campaign || noValue }}>
      <span className="text-slate">{origin || t`Without a source`}</span>
      {campaign && <> · {campaign}</>}
    </FilterOn>
  );
}

/** The first column of a list of campaigns. */
export function campaignColumn<Row extends Props>(title: string): TableColumn<Row> {
  return {
    id: "campaign",
    title,
    sort: "asc",
    card: "line",
    value: ({ source, medium = "", campaign }) => `${source} ${medium} ${campaign}`,
    cell: ({ source, medium, campaign }) => (
      <CampaignName source={source} medium={medium} campaign={campaign} />
    ),
  };
}
