import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { DialogForm } from "@/components/forms/dialog-form";
import { SelectInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { call, companiesKey } from "./api";
import { amountOf, type CompanyPlan, companyPlanQuery, limitText, measures, plansQuery } from "./plans";

/** A company's plan: what is used beside each limit, and the way to give it another one. */
export function PlanPanel({ slug }: { slug: string }) {
  const query = useQuery(companyPlanQuery(slug));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <QueryBoundary query={query}>
      {(answer) => (
        <Panel title={`Plan: ${answer.plan}`}>
          <ul className="grid max-w-2xl divide-y divide-line text-sm">
            {answer.usage.map(({ measure, used, state, ...limit }) => (
              <li key={measure} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <span className="w-44 text-slate">{measures[measure]}</span>
                <span className="tabular min-w-20 font-semibold">{amountOf(measure, used)}</span>
                <span className="text-slate">{limitText(measure, limit)}</span>
                {state !== "within" && (
                  <Badge look="warning">{state === "hard" ? "Hard limit" : "Soft limit"}</Badge>
                )}
              </li>
            ))}
          </ul>
          <Button look="quiet" className="mt-4" onClick={() => setIsOpen(true)}>
            Change plan
          </Button>
          {isOpen && <AssignDialog slug={slug} current={answer} onClose={() => setIsOpen(false)} />}
        </Panel>
      )}
    </QueryBoundary>
  );
}

interface AssignProps {
  slug: string;
  current: CompanyPlan;
  onClose: () => void;
}

function AssignDialog({ slug, current, onClose }: AssignProps) {
  const plans = useQuery(plansQuery);
  const form = useForm({ defaultValues: { planId: current.planId } });
  const submit = useSubmit(
    form,
    (values: { planId: string }) => call(`/companies/${encodeURIComponent(slug)}/plan`, values),
    {
      refresh: [companiesKey, ["company", slug], plansQuery.queryKey],
      done: { title: "The company has its new plan" },
      onDone: onClose,
    },
  );
  const known = plans.data?.plans ?? [];
  const options = known.map(({ id, name }) => [id, name] as const);
  return (
    <DialogForm
      title={`Change the plan of ${slug}?`}
      description="Limits apply at once. Nothing that is there already is removed."
      confirm="Change plan"
      submit={submit}
      isBlocked={form.watch("planId") === current.planId}
      onClose={onClose}
    >
      <SelectInput
        control={form.control}
        name="planId"
        label="Plan"
        options={options.length > 0 ? options : [[current.planId, current.plan] as const]}
      />
    </DialogForm>
  );
}
