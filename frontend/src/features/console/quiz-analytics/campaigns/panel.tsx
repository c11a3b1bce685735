import { useQuery } from "@tanstack/react-query";
import { campaignsQuery } from "../api";
import { Shown } from "../components/shown";
import type { PanelProps } from "../rules/view";
import { Campaigns } from "./campaigns";

export function CampaignsPanel({ view }: PanelProps) {
  return (
    <Shown query={useQuery(campaignsQuery(view))}>
      {({ campaigns, currency }) => <Campaigns campaigns={campaigns} currency={currency} />}
    </Shown>
  );
}
