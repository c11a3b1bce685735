import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { useLocation } from "react-router";
import { Button } from "@/components/ui/button";
import { useMe } from "@/features/console/shared/session";
import { todayIn } from "@/lib/dates";
import { useSearchChange } from "@/lib/url-state";
import { FileMenu } from "../components/file-menu";
import { FilterBar } from "../components/filter-bar";
import { SectionHead } from "../components/panel";
import { fileUrl } from "../rules/bars";
import type { PanelProps } from "../rules/view";
import { Comparison } from "./comparison";
import { FillButtons } from "./fill-buttons";
import {
  maxSegments,
  nameOf,
  type Segment,
  segmentsOf,
  titleOf,
  withAnother,
  withChanges,
  withoutSegments,
} from "./segment";
import { SegmentFields } from "./segment-fields";

/** The page's sessions (A) beside up to four others: other days, other filters, or both. */
export function ComparePanel({ view }: PanelProps) {
  const { t } = useLingui();
  const { tenant } = useMe();
  const { search } = useLocation();
  const go = useSearchChange();
  const today = todayIn(tenant.timezone);
  const others = segmentsOf(search, today);
  const a: Segment = { letter: "A", name: nameOf(search, "A"), view };
  const segments = [a, ...others];
  const isComparing = others.length > 0;
  const files = (segment: Segment) =>
    (["answers", "funnel", "campaigns", "sessions"] as const).map((table) => {
      const names = {
        answers: t`Answers`,
        funnel: t`Questions`,
        campaigns: t`Campaigns`,
        sessions: t`Sessions`,
      };
      return {
        title: `${titleOf(segment)} · ${names[table]}`,
        address: (form: string) => fileUrl(segment.view, table, form),
      };
    });
  const addAnother = () => go((current) => withAnother(current, view, today));

  return (
    <section aria-label={t`Compare`} className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <SectionHead
        title={t`Compare`}
        description={t`Compare the sessions above with up to four others: other days, other filters, or both.`}
      >
        {isComparing ? (
          <div className="flex gap-2">
            <FileMenu label={t`Compare`} groups={segments.flatMap(files)} />
            <Button
              access="read"
              look="quiet"
              className="min-h-11 px-4 text-sm"
              onClick={() => go(withoutSegments)}
            >
              <X aria-hidden size={16} /> <Trans>End comparison</Trans>
            </Button>
          </div>
        ) : (
          <Button access="read" look="quiet" className="min-h-11 px-4 text-sm" onClick={addAnother}>
            <Trans>Compare with others</Trans>
          </Button>
        )}
      </SectionHead>
      <FillButtons view={view} />
      {isComparing && (
        <div className="mt-4 flex flex-col gap-4">
          <SegmentFields segment={a}>
            <p className="mt-1 px-1 text-xs text-slate">
              <Trans>The days and filters at the top of the page.</Trans>
            </p>
          </SegmentFields>
          {others.map((segment) => (
            <SegmentFields key={segment.letter} segment={segment}>
              <div className="mt-2">
                <FilterBar
                  view={segment.view}
                  today={today}
                  onChoose={(changes) => go((current) => withChanges(current, segment.letter, changes))}
                />
              </div>
            </SegmentFields>
          ))}
          {segments.length < maxSegments && (
            <Button
              access="read"
              look="quiet"
              className="min-h-11 self-start px-4 text-sm"
              onClick={addAnother}
            >
              <Plus aria-hidden size={16} /> <Trans>Add segment</Trans>
            </Button>
          )}
          <Comparison segments={segments} />
        </div>
      )}
    </section>
  );
}
