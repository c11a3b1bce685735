import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatMoment } from "@/lib/format";
import { type Experiment, experimentsKey, stopExperiment } from "./api";
import { ArmsTable } from "./arms-table";
import { nameOf } from "./rules";
import { Verdict } from "./verdict";

/** One experiment, whether it runs or has ended. */
export function ExperimentCard({ experiment }: { experiment: Experiment }) {
  const isRunning = experiment.outcome === "running";
  const began = formatMoment(experiment.startedAt);
  const winner = experiment.winner && nameOf(experiment.subject, experiment.winner);
  const who = experiment.startedBy;
  const until = formatMoment(experiment.endedAt ?? experiment.endsAt);
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-panel p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 font-bold wrap-anywhere">
            {experiment.name}
            <Outcome experiment={experiment} />
          </h3>
          <p className="mt-1 text-sm text-slate">
            {who ? (
              <Trans>
                started {began} by {who}
              </Trans>
            ) : (
              <Trans>started {began}</Trans>
            )}
            {" · "}
            {isRunning ? <Trans>runs until {until} at most</Trans> : <Trans>ended {until}</Trans>}
            {isRunning && experiment.promoteWinner && (
              <>
                {" · "}
                <Trans>visitors see the better version from then on</Trans>
              </>
            )}
            {experiment.outcome === "decided" && experiment.promoteWinner && (
              <>
                {" · "}
                <Trans>visitors have seen {winner} since</Trans>
              </>
            )}
          </p>
        </div>
        {isRunning && <StopButton experiment={experiment} />}
      </div>
      <Verdict experiment={experiment} />
      <ArmsTable experiment={experiment} />
    </li>
  );
}

function Outcome({ experiment }: { experiment: Experiment }) {
  switch (experiment.outcome) {
    case "running":
      return (
        <Badge look="good">
          <Trans>Running</Trans>
        </Badge>
      );
    case "decided":
      return (
        <Badge look="good">
          <Trans>Decided</Trans>
        </Badge>
      );
    case "stopped":
      return (
        <Badge>
          <Trans>Stopped</Trans>
        </Badge>
      );
    case "expired":
      return (
        <Badge>
          <Trans>Time over</Trans>
        </Badge>
      );
  }
}

function StopButton({ experiment }: { experiment: Experiment }) {
  const { t } = useLingui();
  const [isAsked, setAsked] = useState(false);
  const change = useChange({
    refresh: experimentsKey(experiment.subject).slice(0, 1),
    failed: t`Couldn't stop the experiment`,
  });
  const first = nameOf(experiment.subject, experiment.arms[0]?.version ?? "");
  return (
    <>
      <Button look="risky" onClick={() => setAsked(true)}>
        <Trans>Stop</Trans>
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t`Stop this experiment?`}
          description={
            <Trans>It ends without a decision and cannot go on. Visitors who begin see {first} again.</Trans>
          }
          confirm={t`Stop`}
          onConfirm={() =>
            change(
              () => stopExperiment(experiment.id),
              () => ({ title: t`The experiment is stopped` }),
            )
          }
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
