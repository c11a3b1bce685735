import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { View } from "../rules/view";
import { type AlertRule, alertRulesQuery } from "./api";
import { RuleForm } from "./rule-form";
import { RuleItem } from "./rule-item";

/** The list of alerts, or the form of a new or a changed one. */
export function AlertRulesDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const { t } = useLingui();
  const rules = useQuery(alertRulesQuery);
  const [edited, setEdited] = useState<AlertRule | "new" | null>(null);
  return (
    <Dialog
      title={edited ? (edited === "new" ? t`New alert` : t`Edit alert`) : t`Alerts`}
      description={
        edited
          ? undefined
          : t`Checked once a day, for complete days; missing data every hour. At most one email a day.`
      }
      onClose={onClose}
      isWide
    >
      {rules.isPending && <Skeleton className="h-48" />}
      {rules.isError && <Problem error={rules.error} onRetry={() => void rules.refetch()} />}
      {rules.data &&
        (edited ? (
          <RuleForm
            view={view}
            readers={rules.data.readers}
            rule={edited === "new" ? null : edited}
            onDone={() => setEdited(null)}
          />
        ) : (
          <div className="flex flex-col gap-4">
            {rules.data.rules.length === 0 ? (
              <p className="rounded-2xl border border-line px-4 py-6 text-center text-sm text-muted">
                <Trans>
                  No alerts yet. Add one, and you get an email when a metric changes beyond chance or passes a
                  limit.
                </Trans>
              </p>
            ) : (
              <ul className="divide-y divide-line rounded-2xl border border-line">
                {rules.data.rules.map((rule) => (
                  <RuleItem key={rule.id} rule={rule} onEdit={() => setEdited(rule)} />
                ))}
              </ul>
            )}
            <div>
              <Button onClick={() => setEdited("new")}>
                <Plus aria-hidden size={18} /> <Trans>New alert</Trans>
              </Button>
            </div>
          </div>
        ))}
    </Dialog>
  );
}
