import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { Link } from "react-router";
import { paths } from "@/config/paths";
import { useMay, useMe } from "@/features/console/shared/session";
import { api, bodyOf } from "@/lib/api";
import { todayIn } from "@/lib/dates";

const link = "inline-flex min-h-11 items-center underline underline-offset-4";

/** The experiment that runs, with the figures of each of its versions a press away; nothing where none does. */
export function RunningExperiment({ today }: { today: string }) {
  const { t } = useLingui();
  const { timezone } = useMe().tenant;
  const { data } = useQuery({
    queryKey: ["/api/admin/quiz", "experiments"],
    queryFn: () => bodyOf(api.GET("/api/admin/experiments", { params: { query: { subject: "quiz" } } })),
    staleTime: 60_000,
    enabled: useMay()("quiz"),
  });
  const running = data?.running;
  const [first, ...others] = running?.arms ?? [];
  if (!running || !first) return null;
  const from = todayIn(timezone, new Date(running.startedAt));
  const { name } = running;
  return (
    <section
      aria-label={t`Experiment`}
      className="flex flex-wrap items-center gap-x-4 rounded-card border border-line bg-panel px-4 py-1 text-sm"
    >
      <p className="flex min-h-11 min-w-0 items-center gap-2 wrap-anywhere">
        <FlaskConical aria-hidden size={18} className="shrink-0 text-pine" />
        <span>
          <Trans>
            The experiment <strong>{name}</strong> is running:
          </Trans>
        </span>
      </p>
      {[first, ...others].map(({ version }) => (
        <Link key={version} className={link} to={armSearch(version, from, today)}>
          {version}
        </Link>
      ))}
      {others.map(({ version }) => (
        <Link key={version} className={link} to={`${armSearch(first.version, from, today, version)}#compare`}>
          <Trans>
            {{ first: first.version }} beside {version}
          </Trans>
        </Link>
      ))}
      <Link className={link} to={paths.admin.quizEditor}>
        <Trans>Results</Trans>
      </Link>
    </section>
  );
}

/** Where this page shows one version of an experiment, or two beside each other. Days are local, both included. */
export function armSearch(version: string, from: string, to: string, beside?: string): string {
  const query = new URLSearchParams({ from, to, quizVersion: version });
  if (beside) for (const [name, value] of [...query]) query.set(`b.${name}`, value);
  if (beside) query.set("b.quizVersion", beside);
  return `?${query}`;
}
