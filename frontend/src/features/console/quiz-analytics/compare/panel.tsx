import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useLocation } from "react-router";
import { Button } from "@/components/ui/button";
import { daysOf, formatSpan } from "@/features/console/shared/period/period";
import { useMe } from "@/features/console/shared/session";
import { todayIn } from "@/lib/dates";
import { useSearchChange } from "@/lib/url-state";
import { FileMenu } from "../components/file-menu";
import { FilterBar } from "../components/filter-bar";
import { SectionHead } from "../components/panel";
import { fileUrl } from "../rules/bars";
import type { PanelProps } from "../rules/view";
import { Comparison } from "./comparison";
import { beginComparison, segmentB, withChangesOfB, withoutB } from "./segment";

/** The page's sessions (A) beside others (B): another period, other filters, or both. */
export function ComparePanel({ view }: PanelProps) {
  const { t } = useLingui();
  const { tenant } = useMe();
  const { search } = useLocation();
  const go = useSearchChange();
  const today = todayIn(tenant.timezone);
  const other = segmentB(search, today);
  const files = (segment: typeof view, name: string) =>
    (["answers", "funnel", "sessions"] as const).map((table) => ({
      title: `${name} · ${{ answers: t`Answers`, funnel: t`Questions`, sessions: t`Sessions` }[table]}`,
      address: (form: string) => fileUrl(segment, table, form),
    }));

  return (
    <section aria-label={t`Compare`} className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <SectionHead
        title={t`Compare`}
        description={t`Compare the sessions above with others: other days, other filters, or both.`}
      >
        {other ? (
          <div className="flex gap-2">
            <FileMenu label={t`Compare`} groups={[...files(view, "A"), ...files(other, "B")]} />
            <Button look="quiet" className="min-h-11 px-4 text-sm" onClick={() => go(withoutB)}>
              <X aria-hidden size={16} /> <Trans>End comparison</Trans>
            </Button>
          </div>
        ) : (
          <Button
            look="quiet"
            className="min-h-11 px-4 text-sm"
            onClick={() => go((current) => beginComparison(current, view, today))}
          >
            <Trans>Compare with others</Trans>
          </Button>
        )}
      </SectionHead>
      {other && (
        <div className="mt-4 flex flex-col gap-4">
          <fieldset className="rounded-2xl bg-stone p-3">
            <legend className="sr-only">
              <Trans>Segment B</Trans>
            </legend>
            <p className="mb-2 px-1 text-sm">
              <b>B</b> <span className="text-slate">{formatSpan(daysOf(other))}</span>
            </p>
            <FilterBar
              view={other}
              today={today}
              onChoose={(changes) => go((current) => withChangesOfB(current, changes))}
            />
          </fieldset>
          <Comparison a={view} b={other} />
        </div>
      )}
    </section>
  );
}
