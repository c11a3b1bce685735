import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Check } from "@/components/console/check";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import { useChange } from "@/components/console/use-change";
import { Dialog } from "@/components/ui/dialog";
import { useMay } from "@/features/console/shared/session";
import type { View } from "../rules/view";
import { mailKey, mailQuery, switchAlerts } from "./api";
import { NewReport } from "./new-report";
import { Subscriptions } from "./subscriptions";

interface Props {
  view: View;
  onClose: () => void;
}

export function ReportsDialog({ view, onClose }: Props) {
  const { t } = useLingui();
  const may = useMay();
  const mail = useQuery(mailQuery);
  const change = useChange({ refresh: mailKey });
  const maySwitch = may("settings");
  return (
    <Dialog
      title={t`Reports by email`}
      description={t`Figures with charts, in each recipient's language.`}
      onClose={onClose}
      isWide
    >
      {mail.isPending && <Skeleton className="h-48" />}
      {mail.isError && <Problem error={mail.error} onRetry={() => void mail.refetch()} />}
      {mail.data && (
        <div className="flex flex-col gap-6">
          <Subscriptions subscriptions={mail.data.subscriptions} />
          <NewReport view={view} readers={mail.data.readers} />
          <Check
            data-transient
            label={t`Alert me to drops and missing data`}
            hint={t`Once a day, recent days are compared with the four weeks before. In a month with no change, the chance of a false alarm is at most 5 %.`}
            checked={mail.data.watches}
            disabled={!maySwitch}
            onChange={(event) => void change(() => switchAlerts(event.target.checked))}
          />
        </div>
      )}
    </Dialog>
  );
}
