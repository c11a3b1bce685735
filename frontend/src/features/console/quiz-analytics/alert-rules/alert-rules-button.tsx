import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useState } from "react";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import { buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { View } from "../rules/view";
import { alertRulesQuery } from "./api";
import { NewRule } from "./new-rule";
import { RuleItem } from "./rule-item";

/** The company's own alerts. */
export function AlertRulesButton({ view }: { view: View }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={buttonClass("quiet", "min-h-11 px-4 text-sm")}
        onClick={() => setOpen(true)}
      >
        <Bell aria-hidden size={16} /> <Trans>Alerts</Trans>
      </button>
      {isOpen && <AlertRulesDialog view={view} onClose={() => setOpen(false)} />}
    </>
  );
}

function AlertRulesDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const { t } = useLingui();
  const rules = useQuery(alertRulesQuery);
  return (
    <Dialog
      title={t`Alerts`}
      description={t`Checked once a day, for complete days. You get one email until the alert resolves.`}
      onClose={onClose}
      isWide
    >
      {rules.isPending && <Skeleton className="h-48" />}
      {rules.isError && <Problem error={rules.error} onRetry={() => void rules.refetch()} />}
      {rules.data && (
        <div className="flex flex-col gap-6">
          {rules.data.rules.length === 0 ? (
            <p className="text-sm text-muted">
              <Trans>No alerts yet.</Trans>
            </p>
          ) : (
            <ul className="divide-y divide-line rounded-2xl border border-line">
              {rules.data.rules.map((rule) => (
                <RuleItem key={rule.id} rule={rule} />
              ))}
            </ul>
          )}
          <NewRule view={view} readers={rules.data.readers} />
        </div>
      )}
    </Dialog>
  );
}
