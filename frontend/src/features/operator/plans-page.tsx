import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { formatNumber } from "@/lib/format";
import { queryClient } from "@/lib/query-client";
import { call } from "./api";
import { PlanDialog } from "./plan-dialog";
import { limitText, measureKeys, measures, type Plan, plansQuery, standardPlan } from "./plans";
import { useTitle } from "./shell";
import { UsageExport } from "./usage-export";

const columns: TableColumn<Plan>[] = [
  {
    id: "name",
    title: "Plan",
    sort: "asc",
    value: ({ name }) => name,
    cell: ({ name, id }) => (
      <>
        <span className="font-semibold">{name}</span>
        {id === standardPlan && <span className="block text-xs text-muted">New companies get it</span>}
      </>
    ),
  },
  {
    id: "companies",
    title: "Companies",
    sort: "desc",
    align: "end",
    card: "right",
    isLabelled: true,
    value: ({ companies }) => companies,
    cell: ({ companies }) => formatNumber(companies),
  },
  {
    id: "weight",
    title: "Weight",
    sort: "desc",
    align: "end",
    card: "line",
    isLabelled: true,
    value: ({ weight }) => weight,
    cell: ({ weight }) => formatNumber(weight),
  },
  {
    id: "limits",
    title: "Limits",
    card: "line",
    cell: ({ limits }) => {
      const limited = measureKeys.filter(
        (each) => limits[each].softLimit !== null || limits[each].hardLimit !== null,
      );
      return limited.length === 0 ? (
        <span className="text-slate">Unlimited</span>
      ) : (
        <ul className="grid gap-0.5 text-sm">
          {limited.map((each) => (
            <li key={each}>
              <span className="text-slate">{measures[each]}:</span> {limitText(each, limits[each])}
            </li>
          ))}
        </ul>
      );
    },
  },
];

/** What companies may use, and the export of what they used. */
export function PlansPage() {
  useTitle("Plans");
  const query = useQuery(plansQuery);
  const [edited, setEdited] = useState<Plan | "new" | null>(null);
  const [deleted, setDeleted] = useState<Plan | null>(null);

  async function remove(plan: Plan) {
    try {
      await call(`/plans/${plan.id}/delete`, {});
      toast({ title: "The plan is deleted" });
    } catch (error) {
      toast({ kind: "destructive", title: "Couldn't delete", description: sentenceOf(error) });
    }
    await queryClient.invalidateQueries(plansQuery);
  }

  return (
    <>
      <PageHeader
        title="Plans"
        description="At a soft limit, owners are warned. Beyond a hard limit, the team's own additions are refused. Visitors' bookings, quiz sessions and emails never are."
      >
        <Button onClick={() => setEdited("new")}>Create plan</Button>
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        <QueryBoundary query={query}>
          {({ plans }) => (
            <DataTable
              label="Plans"
              rows={plans}
              columns={columns}
              rowId={({ id }) => id}
              defaultSort="name"
              actions={(plan) => (
                <>
                  <Button look="quiet" className="min-h-11 text-sm" onClick={() => setEdited(plan)}>
                    Edit
                  </Button>
                  {plan.id !== standardPlan && plan.companies === 0 && (
                    <Button look="plain" className="min-h-11 text-sm" onClick={() => setDeleted(plan)}>
                      Delete
                    </Button>
                  )}
                </>
              )}
            />
          )}
        </QueryBoundary>
        <UsageExport />
      </div>
      {edited && <PlanDialog plan={edited === "new" ? undefined : edited} onClose={() => setEdited(null)} />}
      {deleted && (
        <ConfirmDialog
          title={`Delete ${deleted.name}?`}
          description="No company has this plan."
          confirm="Delete plan"
          onConfirm={() => remove(deleted)}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  );
}
