import { Trans, useLingui } from "@lingui/react/macro";
import { Ban } from "lucide-react";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { formatMomentDay } from "@/lib/format";
import { type CustomerDetail, customersKey, setBlacklisted } from "../api";

/** Why a customer is on the blacklist, since when, and who added them. */
export function BlacklistNotice({ customer, decides }: { customer: CustomerDetail; decides: boolean }) {
  const { t } = useLingui();
  const change = useChange({ refresh: customersKey });
  if (!customer.blacklisting) return null;
  const { reason, since, adminName } = customer.blacklisting;
  return (
    <section
      aria-label={t`Blacklist`}
      className="flex flex-wrap items-center gap-3 rounded-card border border-danger bg-panel p-4"
    >
      <Ban aria-hidden size={20} className="shrink-0 text-danger" />
      <div className="min-w-0 grow basis-60 text-sm">
        <p className="font-semibold text-danger">
          <Trans>On the blacklist</Trans>
        </p>
        <p className="break-words">{reason}</p>
        <p className="text-xs text-muted">
          {[since && formatMomentDay(since), adminName].filter(Boolean).join(" · ")}
        </p>
      </div>
      {decides && (
        <Button
          look="quiet"
          onClick={() =>
            void change(
              () => setBlacklisted(customer.id, ""),
              () => ({ title: t`Taken off the blacklist` }),
            )
          }
        >
          <Trans>Take off the blacklist</Trans>
        </Button>
      )}
    </section>
  );
}
