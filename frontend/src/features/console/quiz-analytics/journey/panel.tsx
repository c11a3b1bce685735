import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ViewSwitch } from "@/components/console/view-switch";
import { EmptyState } from "@/components/ui/empty-state";
import { oneOf, useUrlState } from "@/lib/url-state";
import { journeyQuery } from "../api";
import { BreakdownField, Broken } from "../breakdown/breakdown";
import type { BrokenStep } from "../breakdown/judged";
import { useBreakdown } from "../breakdown/use-breakdown";
import { SectionHead } from "../components/panel";
import { PanelFiles } from "../components/panel-files";
import { Shown } from "../components/shown";
import { useAsTable } from "../components/use-view-choices";
import { filterTitles } from "../rules/filter-words";
import { filterNames, type PanelProps } from "../rules/view";
import { JourneyChart } from "./chart";
import { Landings } from "./landings";
import { Outcome } from "./outcome";
import { type Journey, type SplitName, type Step, splitNames, stepNames } from "./rules";
import { StepTable } from "./step-table";
import { TimeToBook } from "./time-to-book";

const readers = { visits: oneOf(["withQuiz", "withoutQuiz"]) };

export function JourneyPanel({ view, onChoose }: PanelProps) {
  return (
    <Shown query={useQuery(journeyQuery(view))} height="h-[32rem]">
      {(journey) => <TheJourney view={view} journey={journey} onChoose={onChoose} />}
    </Shown>
  );
}

/** From the first page of a visit to its booking. Nothing moves on a poll. */
function TheJourney({ view, journey, onChoose }: { journey: Journey } & PanelProps) {
  const { t } = useLingui();
  const [{ visits: name = "all" }, choose] = useUrlState(readers);
  const [asTable, setAsTable] = useAsTable("journey");
  const split = journey[name];
  const by = useBreakdown("journey", view);
  const { dimension } = by;
  const stepsOf = (steps: readonly Step[]): BrokenStep[] =>
    steps.map(({ step, questionId, questionText, visits, dropped }) => {
      const known = stepNames[step];
      return {
        id: questionId ?? step,
        name: questionText ?? (known ? t(known) : step),
        reached: visits,
        ended: dropped,
      };
    });
  const ignored = journey.unapplied
    .map((one) => {
      const known = filterNames.find(
        (filter) => one === filter || (one === "answers" && filter === "answer"),
      );
      return known ? t(filterTitles[known]) : one;
    })
    .join(", ");
  return (
    <section
      aria-label={t`From landing to booking`}
      className="rounded-card border border-line bg-panel p-4 sm:p-5"
    >
      <SectionHead
        title={t`From landing to booking`}
        description={
          <Trans>
            Every visit to the site, with or without the quiz. The{" "}
            <span className="font-semibold text-accent-ink">end</span> of a bar is visits that went no further
            and didn't book. Visitors who declined tracking aren't included.
          </Trans>
        }
      >
        <div className="flex flex-wrap gap-2">
          <BreakdownField {...by} />
          {!dimension && <ViewSwitch asTable={asTable} onChange={setAsTable} />}
          <PanelFiles table="journey" label={t`From landing to booking`} />
        </div>
      </SectionHead>
      {journey.unapplied.length > 0 && (
        <p role="note" className="mt-3 rounded-xl bg-stone px-3 py-2 text-sm text-slate">
          <Trans>
            Not applied here because it exists only for quiz sessions: {ignored}. All other filters apply.
          </Trans>
        </p>
      )}
      {journey.all.visits === 0 ? (
        <div className="mt-4">
          <EmptyState title={t`No visits in these days`}>
            <Trans>A visit is counted from its first page on. Clear the filters, or choose other days.</Trans>
          </EmptyState>
        </div>
      ) : (
        <>
          <fieldset className="mt-4 flex flex-wrap gap-2">
            <legend className="sr-only">
              <Trans>Visits</Trans>
            </legend>
            {(Object.keys(splitNames) as SplitName[]).map((one) => (
              <Outcome
                key={one}
                name={t(splitNames[one])}
                split={journey[one]}
                isChosen={one === name}
                onChoose={() => choose({ visits: one === "all" ? undefined : one })}
              />
            ))}
          </fieldset>
          {dimension ? (
            <Broken
              {...{ view, dimension, onChoose }}
              all={stepsOf(split.steps)}
              figure="journey"
              stepsOf={(one) => stepsOf(one[name].steps)}
            />
          ) : asTable ? (
            <StepTable steps={split.steps} />
          ) : (
            <JourneyChart steps={split.steps} />
          )}
          <div className="mt-6 grid gap-6 xl:grid-cols-[22rem_minmax(0,1fr)]">
            <TimeToBook time={split.time} />
            <Landings campaigns={journey.campaigns} leftOut={journey.campaignsLeftOut} />
          </div>
        </>
      )}
    </section>
  );
}
