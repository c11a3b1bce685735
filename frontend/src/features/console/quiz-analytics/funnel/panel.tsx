import { useQuery } from "@tanstack/react-query";
import { funnelQuery } from "../api";
import { Shown } from "../components/shown";
import type { PanelProps } from "../rules/view";
import { DropOff } from "./drop-off";

export function FunnelPanel({ view }: PanelProps) {
  return <Shown query={useQuery(funnelQuery(view))}>{({ funnel }) => <DropOff steps={funnel} />}</Shown>;
}
