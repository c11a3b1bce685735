import { useLingui } from "@lingui/react/macro";
import type { components } from "@/api/schema.gen";
import { formatSpan } from "@/features/console/shared/period/period";
import { AllOverTime, OverTimeFrame } from "../compare/all-over-time";
import { Compared } from "../compare/compared";
import { titleOf } from "../compare/segment";

import { MeasureField, useMeasure } from "../timeline/drawn";
import { FilterWords } from "./filter-words";

type View = components["schemas"]["SharedViewResponse"];

/** The view's sessions, A, beside those of its other segments. */
export function SharedComparison({ view }: { view: View }) {
  const { t } = useLingui();
  const drawn = useMeasure();
  const { timezone, currency, timelineA } = view;
  const segments = [
    { ...view, letter: "A" as const, name: view.nameA, timeline: timelineA },
    ...view.compared,
  ];
  const timelines = segments.flatMap(({ letter, name, timeline }) =>
    timeline ? [{ letter, name, ...timeline }] : [],
  );
  const [first] = timelines;
  return (
    <section aria-label={t`Compare`} className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <h2 className="text-lg font-bold">{t`Compare`}</h2>
      {segments.map((segment) => (
        <div key={segment.letter} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <b className="break-words">{titleOf(segment)}</b>
          <span className="text-slate">{formatSpan({ from: segment.first, to: segment.last })}</span>
          <FilterWords filters={segment.filters} />
        </div>
      ))}
      <div className="mt-4">
        <Compared segments={segments}>
          {first && timelines.length === segments.length && (
            <OverTimeFrame fields={<MeasureField areSegments drawn={drawn} />}>
              {(asTable) => (
                <AllOverTime
                  segments={timelines}
                  unit={first.unit}
                  {...{ timezone, currency, drawn, asTable }}
                />
              )}
            </OverTimeFrame>
          )}
        </Compared>
      </div>
    </section>
  );
}
