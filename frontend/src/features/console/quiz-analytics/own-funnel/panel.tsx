import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { oneOf, useUrlState } from "@/lib/url-state";
import { ownFunnelQuery } from "../api";
import { CsvButton } from "../components/csv-button";
import { SectionHead } from "../components/panel";
import { Shown } from "../components/shown";
import { filterTitles } from "../rules/filter-words";
import { filterNames, type PanelProps, type View } from "../rules/view";
import { Breakdowns } from "./breakdowns";
import { funnelCells } from "./cells";
import { StepRow } from "./step-row";
import { useStepNames } from "./step-select";
import {
  between,
  breakdowns,
  firstSteps,
  maxSteps,
  moved,
  nextStep,
  type OwnFunnel,
  stepsFrom,
} from "./steps";

const readers = { steps: stepsFrom, stepOrder: oneOf(["any"]), stepsBy: oneOf(breakdowns) };

/** A funnel of the steps that the analyst picks. They are kept in the URL, and so in saved views. */
export function OwnFunnelPanel({ view }: PanelProps) {
  const { t } = useLingui();
  const [{ steps }, choose] = useUrlState(readers);
  return (
    <section aria-label={t`Own funnel`} className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <SectionHead
        title={t`Own funnel`}
        description={t`Choose the steps: see how many visits reached each of them, and where the others were lost. Save it with Saved views.`}
      >
        {steps ? (
          <Button
            access="read"
            look="quiet"
            className="min-h-11 px-4 text-sm"
            onClick={() => choose({ steps: undefined, stepOrder: undefined, stepsBy: undefined })}
          >
            <X aria-hidden size={16} /> <Trans>Close funnel</Trans>
          </Button>
        ) : (
          <Button
            access="read"
            look="quiet"
            className="min-h-11 px-4 text-sm"
            onClick={() => choose({ steps: firstSteps.join(between) })}
          >
            <Plus aria-hidden size={16} /> <Trans>Build a funnel</Trans>
          </Button>
        )}
      </SectionHead>
      {steps && <Funnel view={view} steps={steps.split(between)} />}
    </section>
  );
}

function Funnel({ view, steps }: { view: View; steps: string[] }) {
  const { t } = useLingui();
  const [{ stepOrder, stepsBy }, choose] = useUrlState(readers);
  const query = useQuery(ownFunnelQuery(view, { steps, inOrder: stepOrder !== "any", by: stepsBy }));
  const nameOf = useStepNames(view);
  const change = (next: readonly string[]) =>
    choose({ steps: next.join(between) }, { replace: true, flushSync: true });
  const free = steps.length < maxSteps ? nextStep(steps) : undefined;
  // Figures of other steps must not stand beside these.
  const isCurrent = query.data?.steps.map(({ step }) => step).join(between) === steps.join(between);
  const shown = isCurrent ? query.data : undefined;
  const small = controlClass("min-h-11 w-auto py-0 text-sm");
  return (
    <div className={clsx("mt-4 transition-opacity", query.isPlaceholderData && isCurrent && "opacity-60")}>
      <div className="flex flex-wrap gap-2">
        <select
          aria-label={t`Order of the steps`}
          className={small}
          value={stepOrder ?? ""}
          onChange={({ target }) => choose({ stepOrder: target.value || undefined }, { flushSync: true })}
        >
          <option value="">{t`In this order`}</option>
          <option value="any">{t`In any order`}</option>
        </select>
        <select
          aria-label={t`Break down by`}
          className={small}
          value={stepsBy ?? ""}
          onChange={({ target }) => choose({ stepsBy: target.value || undefined }, { flushSync: true })}
        >
          <option value="">{t`No breakdown`}</option>
          {breakdowns.map((name) => (
            <option key={name} value={name}>
              {t(filterTitles[name])}
            </option>
          ))}
        </select>
        <CsvButton
          label={t`Own funnel`}
          file="funnel"
          disabled={!shown}
          cells={() => (shown ? funnelCells(shown, stepsBy, nameOf) : [])}
        />
      </div>
      <ol aria-label={t`Steps of the funnel`} className="mt-3 divide-y divide-line border-y border-line">
        {steps.map((step, place) => (
          <StepRow
            key={step}
            view={view}
            step={step}
            place={place}
            steps={steps}
            figures={shown?.steps[place]}
            first={shown?.steps[0]?.visits ?? 0}
            nameOf={nameOf}
            inOrder={stepOrder !== "any"}
            onChange={(next) => change(steps.with(place, next))}
            onMove={(to) => change(moved(steps, place, to))}
            onRemove={() => change(steps.filter((one) => one !== step))}
          />
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          access="read"
          look="quiet"
          className="min-h-11 px-4 text-sm"
          disabled={free === undefined}
          onClick={() => free && change([...steps, free])}
        >
          <Plus aria-hidden size={16} /> <Trans>Add step</Trans>
        </Button>
        <p className="text-sm text-slate">
          <Trans>
            Steps count within one visit, each when it was first reached. Visitors who declined tracking
            aren't included.
          </Trans>
        </p>
      </div>
      {!shown && <Shown query={query}>{() => null}</Shown>}
      {shown && <Unapplied funnel={shown} />}
      {shown && stepsBy && <Breakdowns funnel={shown} by={stepsBy} nameOf={nameOf} />}
    </div>
  );
}

function Unapplied({ funnel: { unapplied } }: { funnel: OwnFunnel }) {
  const { t } = useLingui();
  if (unapplied.length === 0) return null;
  const ignored = unapplied
    .map((one) => {
      const known = filterNames.find((name) => one === name || (one === "answers" && name === "answer"));
      return known ? t(filterTitles[known]) : one;
    })
    .join(", ");
  return (
    <p role="note" className="mt-3 rounded-xl bg-stone px-3 py-2 text-sm text-slate">
      <Trans>
        Not applied here because it exists only for quiz sessions: {ignored}. All other filters apply.
      </Trans>
    </p>
  );
}
