import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/config/paths";
import { textUpTo, useUrlState } from "@/lib/url-state";
import "./guide-text.css";
import { helpPath, topics } from "@/features/console/shared/help-topics";
import { GuideText, loadTopic } from "./guide";

/** The guide for owners and their teams: its list, or one of its pages. */
export function Component() {
  const [{ topic }] = useUrlState({ topic: textUpTo(80) });
  return topic ? <HelpPage name={topic} /> : <Topics />;
}

function Topics() {
  const { t, i18n } = useLingui();
  return (
    <>
      <PageHeader title={t`Help`} description={i18n.locale === "en" ? "" : t`The guide is in English.`} />
      <ul lang="en" className="mt-6 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {topics.map(({ name, title, about }) => (
          <li key={name}>
            <Link
              to={helpPath(name)}
              className="block h-full rounded-card border border-line bg-panel p-4 hover:border-pine"
            >
              <span className="block font-semibold text-pine">{title}</span>
              <span className="block text-sm text-slate">{about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function HelpPage({ name }: { name: string }) {
  const { t } = useLingui();
  const { hash } = useLocation();
  const query = useQuery({ queryKey: ["help", name], queryFn: () => loadTopic(name), staleTime: Infinity });
  const text = useRef<HTMLElement>(null);
  const markdown = query.data;
  useEffect(() => {
    if (!markdown || !hash) return;
    const part = text.current?.querySelector<HTMLElement>(
      `#${CSS.escape(decodeURIComponent(hash.slice(1)))}`,
    );
    part?.scrollIntoView();
    part?.focus();
  }, [markdown, hash]);

  return (
    <>
      <BackLink to={paths.admin.help}>{t`Help`}</BackLink>
      <QueryBoundary
        query={query}
        skeleton={<Skeleton className="h-96" />}
        empty={() =>
          query.data === null && (
            <EmptyState title={t`There is no such help page`}>
              <Trans>Choose a topic from the list.</Trans>
            </EmptyState>
          )
        }
      >
        {(markdown) => (
          <article ref={text} lang="en" className="guide-text mt-4 max-w-3xl">
            <GuideText topic={name} markdown={markdown ?? ""} />
          </article>
        )}
      </QueryBoundary>
    </>
  );
}
