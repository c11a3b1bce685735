import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, Plus } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMay } from "@/features/console/shared/session";
import { tillsQuery } from "@/features/console/shared/tills";
import { todayIn } from "@/lib/dates";
import { OpenDialog } from "./components/open-dialog";
import { OwnTill } from "./components/own-till";
import { TillList } from "./components/till-list";
import { TransferDialog } from "./components/transfer-dialog";

/** The cash of the day: one's own till, and for managers everyone's. */
export function Component() {
  const { t } = useLingui();
  const may = useMay();
  const query = useQuery(tillsQuery);
  const [isOpening, setOpening] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const isManager = may("refunds");
  const own = query.data?.tills.find((till) => till.isOwn && till.state === "open");
  return (
    <>
      <PageHeader
        title={t`Till`}
        description={t`Cash you take and pay out goes through your own till. Count it at the end of the day.`}
      >
        {query.data && (own || (isManager && query.data.openTills.length > 0)) && (
          <Button look="quiet" onClick={() => setMoving(true)}>
            <ArrowLeftRight aria-hidden size={18} /> <Trans>Move cash</Trans>
          </Button>
        )}
        {query.data && !own && (
          <Button onClick={() => setOpening(true)}>
            <Plus aria-hidden size={18} /> <Trans>Open my till</Trans>
          </Button>
        )}
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        <QueryBoundary
          query={query}
          skeleton={<Skeleton className="h-64" />}
          empty={({ tills }) =>
            tills.length === 0 && (
              <EmptyState title={t`No till yet`}>
                <Trans>
                  Enter the cash in your till to open it. Cash payments are added to it, so you know the
                  expected balance at the end of the day.
                </Trans>
              </EmptyState>
            )
          }
        >
          {({ tills, currency }) => (
            <>
              {own && <OwnTill till={own} currency={currency} />}
              <TillList
                tills={tills.filter((till) => till !== own)}
                currency={currency}
                isManager={isManager}
              />
            </>
          )}
        </QueryBoundary>
      </div>
      {isMoving && query.data && (
        <TransferDialog
          own={own}
          openTills={query.data.openTills}
          tills={query.data.tills}
          currency={query.data.currency}
          today={todayIn(query.data.timezone)}
          isManager={isManager}
          onClose={() => setMoving(false)}
        />
      )}
      {isOpening && query.data && (
        <OpenDialog currency={query.data.currency} onClose={() => setOpening(false)} />
      )}
    </>
  );
}
