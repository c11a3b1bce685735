import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useLocation } from "react-router";
import { EmptyState } from "@/components/ui/empty-state";
import { daysOf, formatSpan } from "@/features/console/shared/period/period";
import { useIsWide } from "@/features/console/shared/screen";
import { useMe } from "@/features/console/shared/session";
import { todayIn } from "@/lib/dates";
import { useUrlState } from "@/lib/url-state";
import { AlertRulesButton } from "./alert-rules/alert-rules-button";
import { Alerts } from "./alerts/alerts";
import { answersQuery, overviewQuery } from "./api";
import { DownloadMenu } from "./components/download-menu";
import { FilterBar } from "./components/filter-bar";
import { JumpList } from "./components/jump-list";
import { LiveBadge } from "./components/live-badge";
import { SectionFrame } from "./components/section-frame";
import { FiguresProblem } from "./components/shown";
import { ViewContext } from "./components/view-context";
import { Findings } from "./findings/findings";
import { ReportsButton } from "./mail/reports-button";
import { Overview } from "./overview/overview";
import { EventsButton } from "./own-events/events-button";
import { CountingNote } from "./polling/counting-note";
import type { Bar } from "./rules/bars";
import type { PanelProps } from "./rules/view";
import { viewFrom, viewReaders } from "./rules/view";
import { RunningExperiment } from "./running-experiment/running-experiment";
import { SavedViews } from "./saved-views/saved-views";
import { sections } from "./sections";
import { SessionsDialog } from "./sessions/sessions-dialog";
import { useCollapsed } from "./use-collapsed";
import { useFreshness } from "./use-freshness";

export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const { hash } = useLocation();
  const [url, choose] = useUrlState(viewReaders);
  const [open, unfold] = useCollapsed();
  const isCollapsible = !useIsWide();
  const today = todayIn(tenant.timezone);
  const view = viewFrom(url, today);
  const overview = useQuery(overviewQuery(view));
  const noSessions = overview.data?.analytics.totalSessions === 0;
  // Answers in a period may belong to sessions that started before it.
  const answers = useQuery({ ...answersQuery(view), enabled: noSessions });
  const isEmpty = noSessions && answers.data?.answerDistribution.length === 0;
  const isFiltered = Object.keys(view.filters).length > 0;
  const shown = sections.filter(({ needsSessions }) => !(isEmpty && needsSessions));

  const jump = (id: string) => {
    if (id !== "overview") unfold(id, true);
    // Once it is expanded.
    requestAnimationFrame(() => {
      const section = document.getElementById(id);
      section?.scrollIntoView();
      section?.focus({ preventScroll: true });
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the link says that was followed
  useEffect(() => {
    const id = hash.slice(1);
    if (sections.some((section) => section.id === id)) jump(id);
  }, [hash]);

  return (
    <SessionsOf view={view} onChoose={choose}>
      <div className="mx-auto flex max-w-[100rem] flex-col gap-4 [--table-top:45px]">
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className="min-w-0 grow">
            <h1 className="text-2xl font-bold">
              <Trans>Quiz analytics</Trans>
            </h1>
            <p className="mt-0.5 text-sm text-slate">{formatSpan(daysOf(view))}</p>
          </div>
          <div className="flex flex-wrap gap-2 lg:order-last">
            <SavedViews />
            <ReportsButton view={view} />
            <AlertRulesButton view={view} />
            <EventsButton />
            <DownloadMenu view={view} />
          </div>
          <LiveBadge {...useFreshness()} timezone={tenant.timezone} />
        </header>
        <FilterBar view={view} today={today} onChoose={choose} />
        <CountingNote />
        {overview.isError && !overview.data && (
          <FiguresProblem
            error={overview.error}
            note={t`We'll try again every 5 seconds.`}
            onRetry={() => void overview.refetch()}
          />
        )}
        <Alerts today={today} onChoose={choose} />
        <RunningExperiment today={today} />
        {!isEmpty && <Findings view={view} onChoose={choose} />}
        <JumpList
          entries={[
            { id: "overview", title: t`Overview` },
            ...shown.map(({ id, title }) => ({ id, title: t(title) })),
          ]}
          onJump={jump}
        />
        <div
          className={clsx(
            "flex flex-col gap-4 transition-opacity",
            overview.isPlaceholderData && "opacity-60",
          )}
          aria-busy={overview.isPlaceholderData}
        >
          <div
            id="overview"
            tabIndex={-1}
            className="flex scroll-mt-28 flex-col gap-4 outline-none md:scroll-mt-16"
          >
            <Overview view={view} today={today} />
          </div>
          {isEmpty && (
            <EmptyState title={isFiltered ? t`No quiz responses match` : t`No quiz responses yet`}>
              {isFiltered
                ? t`No session in this period matches the filters. Clear them or choose other days.`
                : t`Visitors who arrive by a paid advertisement are sent through the quiz first. Their answers appear here within seconds.`}
            </EmptyState>
          )}
          {shown.map(({ id, title, Panel }) => (
            <SectionFrame
              key={id}
              id={id}
              title={t(title)}
              isCollapsible={isCollapsible}
              isOpen={open.includes(id)}
              onToggle={(isOpen) => unfold(id, isOpen)}
            >
              <Panel view={view} onChoose={choose} />
            </SectionFrame>
          ))}
        </div>
      </div>
    </SessionsOf>
  );
}

/** Lets the figures inside open the sessions of their bars. */
function SessionsOf({ view, onChoose, children }: PanelProps & { children: ReactNode }) {
  const [bar, setBar] = useState<Bar | null>(null);
  const name = JSON.stringify(view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view with the same content is the same
  const context = useMemo(() => ({ view, look: setBar, choose: onChoose }), [name, onChoose]);
  return (
    <ViewContext value={context}>
      {children}
      {bar && <SessionsDialog view={view} bar={bar} onClose={() => setBar(null)} />}
    </ViewContext>
  );
}
