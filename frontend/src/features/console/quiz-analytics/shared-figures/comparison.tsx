import { useLingui } from "@lingui/react/macro";
import type { components } from "@/api/schema.gen";
import { formatSpan } from "@/features/console/shared/period/period";
import { BothOverTime, OverTimeFrame } from "../compare/both-over-time";
import { Compared } from "../compare/compared";

import { MeasureField, useMeasure } from "../timeline/drawn";
import { FilterWords } from "./filter-words";

type View = components["schemas"]["SharedViewResponse"];

/** The view's sessions, A, beside those of its second segment, B. */
export function SharedComparison({ view, b }: { view: View; b: NonNullable<View["compared"]> }) {
  const { t } = useLingui();
  const drawn = useMeasure();
  const { timezone, currency } = view;
  const { timeline, timelineA } = b;
  return (
    <section aria-label={t`Compare`} className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <h2 className="text-lg font-bold">{t`Compare`}</h2>
      {(
        [
          ["A", view],
          ["B", b],
        ] as const
      ).map(([name, { first, last, filters }]) => (
        <div key={name} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <b>{name}</b>
          <span className="text-slate">{formatSpan({ from: first, to: last })}</span>
          <FilterWords filters={filters} />
        </div>
      ))}
      <div className="mt-4">
        <Compared a={view} b={b}>
          {timeline && timelineA && (
            <OverTimeFrame fields={<MeasureField areSegments drawn={drawn} />}>
              {(asTable) => (
                <BothOverTime
                  a={timelineA.buckets}
                  b={timeline.buckets}
                  unit={timeline.unit}
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
