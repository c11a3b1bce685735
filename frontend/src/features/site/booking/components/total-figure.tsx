import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { usePrice } from "@/lib/currency";
import type { RunningTotal } from "../use-total";
import { useOnline } from "./offline-banner";

/** Shown beside a total that the server has not confirmed. */
export function useTotalMark({ state }: RunningTotal): string | null {
  const { t } = useLingui();
  const isOnline = useOnline();
  if (state === "checking") return t`checking…`;
  if (state !== "unchecked") return null;
  return isOnline ? t`not confirmed` : t`not confirmed yet`;
}

/** The running total, the same everywhere. Paler while the server has not confirmed it. */
export function TotalFigure({ total, className }: { total: RunningTotal; className: string }) {
  const price = usePrice();
  return (
    <span
      data-total={total.state}
      className={clsx("tabular font-bold", total.state !== "checked" && "text-muted", className)}
    >
      {total.price ? price(total.price.totalPrice) : "…"}
    </span>
  );
}
