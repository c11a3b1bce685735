import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { useChange } from "@/components/console/use-change";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { acceptDifference, type Till, tillsKey } from "@/features/console/shared/tills";
import { formatMomentDay, formatMoney, formatTime } from "@/lib/format";
import { CountDialog } from "./count-dialog";
import { TillLines } from "./till-lines";

interface Props {
  tills: readonly Till[];
  currency: string;
  isManager: boolean;
}

/** Tills of other people and of the days before. */
export function TillList({ tills, currency, isManager }: Props) {
  const { t } = useLingui();
  const [counting, setCounting] = useState<Till | null>(null);
  if (tills.length === 0) return null;
  const columns: TableColumn<Till>[] = [
    {
      id: "person",
      title: t`Person`,
      sort: "asc",
      value: ({ person }) => person,
      cell: ({ person, reason }) => (
        <>
          <span className="block font-semibold">{person}</span>
          {reason && <span className="block text-muted">{reason}</span>}
        </>
      ),
    },
    {
      id: "openedAt",
      title: t`Opened`,
      sort: "desc",
      value: ({ openedAt }) => openedAt,
      cell: ({ openedAt, countedAt }) => (
        <span className="tabular text-slate">
          {formatMomentDay(openedAt)}, {formatTime(openedAt)}
          {countedAt && `–${formatTime(countedAt)}`}
        </span>
      ),
    },
    {
      id: "state",
      title: t`State`,
      value: ({ state }) => state,
      cell: ({ state }) => <StateBadge state={state} />,
      card: "right",
    },
    {
      id: "difference",
      title: t`Difference`,
      sort: "desc",
      value: ({ difference }) => difference,
      cell: ({ difference }) => <Difference difference={difference ?? 0} currency={currency} />,
      align: "end",
    },
    {
      id: "amount",
      title: t`Amount`,
      sort: "desc",
      value: ({ counted, expected }) => counted ?? expected,
      cell: ({ counted, expected }) => <b>{formatMoney(counted ?? expected, currency)}</b>,
      align: "end",
      card: "right",
    },
  ];
  return (
    <>
      <DataTable
        label={t`Tills`}
        rows={tills}
        columns={columns}
        rowId={({ id }) => id}
        csv="tills"
        details={(till) => ({
          label: t`Cash movements of ${{ person: till.person }}, ${{ openedAt: formatMomentDay(till.openedAt) }}`,
          content: <TillLines till={till} currency={currency} />,
        })}
        actions={
          isManager ? (till) => <TillAction till={till} onCount={() => setCounting(till)} /> : undefined
        }
      />
      {counting && <CountDialog till={counting} currency={currency} onClose={() => setCounting(null)} />}
    </>
  );
}

function TillAction({ till, onCount }: { till: Till; onCount: () => void }) {
  const { t } = useLingui();
  const change = useChange({ refresh: tillsKey });
  if (till.state === "open") {
    return (
      <Button look="quiet" onClick={onCount}>
        {t`Count`}
      </Button>
    );
  }
  if (till.state === "closed") return null;
  return (
    <Button
      look="quiet"
      onClick={() =>
        void change(
          () => acceptDifference(till.id, ""),
          () => ({ title: t`The till is closed` }),
        )
      }
    >
      {t`Accept and close`}
    </Button>
  );
}

function Difference({ difference, currency }: { difference: number; currency: string }) {
  const { t } = useLingui();
  if (difference === 0) return null;
  return (
    <span className="font-semibold text-danger">
      {difference > 0
        ? t`${{ amount: formatMoney(difference, currency) }} over`
        : t`${{ amount: formatMoney(-difference, currency) }} short`}
    </span>
  );
}

function StateBadge({ state }: Pick<Till, "state">) {
  const { t } = useLingui();
  return {
    open: <Badge look="good">{t`open`}</Badge>,
    counted: <Badge look="warning">{t`waiting for a manager`}</Badge>,
    closed: <Badge>{t`closed`}</Badge>,
  }[state];
}
