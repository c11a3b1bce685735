import { Trans } from "@lingui/react/macro";
import type { Comparison, Experiment } from "./api";
import { findingOf, nameOf, signed } from "./rules";

/** What the counts say, a sentence for each version beside the first. */
export function Verdict({ experiment }: { experiment: Experiment }) {
  const { comparisons, arms } = experiment;
  const first = nameOf(experiment.subject, arms[0]?.version ?? "");
  if (experiment.isDrawBroken)
    return (
      <p role="alert" className="rounded-xl border border-danger p-3 text-sm font-medium text-danger">
        <Trans>
          Visitors are not spread as the shares say. Something but chance decides who sees which version: do
          not trust this comparison.
        </Trans>
      </p>
    );
  if (!comparisons)
    return (
      <p className="text-sm text-slate">
        <Trans>Couldn't load the figures. The experiment is still running.</Trans>
      </p>
    );
  return (
    <ul className="flex flex-col gap-1.5">
      {comparisons.map((comparison) => (
        <li key={comparison.version}>
          <Sentence
            comparison={comparison}
            version={nameOf(experiment.subject, comparison.version)}
            first={first}
            isOver={experiment.outcome !== "running"}
          />
        </li>
      ))}
    </ul>
  );
}

interface SentenceProps {
  comparison: Comparison;
  version: string;
  first: string;
  isOver: boolean;
}

function Sentence({ comparison, version, first, isOver }: SentenceProps) {
  const finding = findingOf(comparison);
  const low = signed(comparison.low);
  const high = comparison.high == null ? null : signed(comparison.high);
  const span =
    high === null ? (
      <Trans>the truth is at least {low}</Trans>
    ) : (
      <Trans>
        the truth lies between {low} and {high}
      </Trans>
    );
  const lift = comparison.lift == null ? null : signed(comparison.lift);
  if (finding === "better" || finding === "worse")
    return (
      <>
        <strong>
          {finding === "better" ? (
            <Trans>
              Decided: {version} converts better than {first}
            </Trans>
          ) : (
            <Trans>
              Decided: {version} converts worse than {first}
            </Trans>
          )}
        </strong>
        {lift !== null && ` (${lift})`}; {span}.
      </>
    );
  if (finding === "none")
    return isOver ? (
      <Trans>
        There were too few bookings to compare {version} with {first}.
      </Trans>
    ) : (
      <Trans>
        There are too few bookings yet to compare {version} with {first}.
      </Trans>
    );
  return (
    <>
      {isOver ? (
        <Trans>
          {version} beside {first}: {lift}; no difference was proved
        </Trans>
      ) : (
        <Trans>
          {version} beside {first}: {lift}; too early to tell
        </Trans>
      )}
      {" – "}
      {span}.
    </>
  );
}
