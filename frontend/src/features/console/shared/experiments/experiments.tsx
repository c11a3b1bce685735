import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { experimentsQuery, type Subject, type Version } from "./api";
import { ExperimentCard } from "./experiment-card";
import { StartDialog } from "./start-dialog";

interface Props {
  subject: Subject;
  versions: Version[];
  className: string;
}

/** Versions tried side by side: the experiment that runs, and those before. */
export function Experiments({ subject, versions, className }: Props) {
  const { t } = useLingui();
  const query = useQuery(experimentsQuery(subject));
  const [isStarting, setStarting] = useState(false);
  const mayStart = query.data !== undefined && !query.data.running && versions.length > 1;
  return (
    <section aria-label={t`Experiments`} className={className}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-lg font-bold">
            <Trans>Experiments</Trans>
          </h2>
          <p className="mt-1 max-w-2xl text-sm text-slate">
            {subject === "bookingForm" ? (
              <Trans>
                Show visitors either order of the booking form, by chance, until it is clear which leads to
                more bookings. You may look as often as you like: the rule that decides allows for it.
              </Trans>
            ) : versions.length > 1 ? (
              <Trans>
                Ask visitors two or more versions, by chance, until it is clear which leads to more bookings.
                You may look as often as you like: the rule that decides allows for it.
              </Trans>
            ) : (
              <Trans>
                An experiment asks visitors two or more versions by chance. Publish a second version and keep
                it aside, then start one here.
              </Trans>
            )}
          </p>
        </div>
        {mayStart && (
          <Button onClick={() => setStarting(true)}>
            <FlaskConical aria-hidden size={18} />
            <Trans>Start an experiment</Trans>
          </Button>
        )}
      </div>
      <div className="mt-4">
        <QueryBoundary query={query}>
          {({ running, past }) => (
            <ul className="grid gap-3">
              {(running ? [running, ...past] : past).map((experiment) => (
                <ExperimentCard key={experiment.id} experiment={experiment} />
              ))}
            </ul>
          )}
        </QueryBoundary>
      </div>
      {isStarting && <StartDialog subject={subject} versions={versions} onClose={() => setStarting(false)} />}
    </section>
  );
}
