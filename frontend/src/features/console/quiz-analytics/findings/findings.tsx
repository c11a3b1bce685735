import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { TrendingDown, TrendingUp } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Skeleton } from "@/components/console/skeleton";
import { buttonClass } from "@/components/ui/button";
import { helpPath } from "@/features/console/shared/help-topics";
import { formatDaySpan, formatNumber } from "@/lib/format";
import { findingsQuery } from "../api";
import { useViewContext } from "../components/view-context";
import type { Choose, View } from "../rules/view";
import { barOf, type Finding, filtersOf, keyOf, useWords } from "./words";

const shownAtFirst = 4;

/** What deserves attention, the most bookings first. */
export function Findings({ view, onChoose }: { view: View; onChoose: Choose }) {
  const { t } = useLingui();
  const [all, setAll] = useState(false);
  const { data, isPlaceholderData } = useQuery(findingsQuery(view));
  const found = data?.findings ?? [];
  const shown = all ? found : found.slice(0, shownAtFirst);
  const before = data?.beforeFrom && data.beforeTo ? formatDaySpan(data.beforeFrom, data.beforeTo) : "";
  return (
    <section aria-label={t`Findings`} className="rounded-card border border-line bg-panel">
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 pt-2 sm:px-5">
        <h2 className="text-lg font-bold">
          <Trans>Findings</Trans>
        </h2>
        <Link
          className="inline-flex min-h-11 items-center text-sm text-slate underline underline-offset-4"
          to={helpPath("quiz-analytics", "findings")}
        >
          <Trans>How findings are computed</Trans>
        </Link>
      </div>
      {!data && <Skeleton className="m-4 h-24" />}
      {data && found.length === 0 && (
        <p className="px-4 pb-4 text-sm text-slate sm:px-5">
          {data.counting ? t`Calculating…` : t`Nothing in this period differs by more than chance.`}
        </p>
      )}
      <ol
        className={clsx("divide-y divide-line transition-opacity", isPlaceholderData && "opacity-60")}
        aria-busy={isPlaceholderData}
      >
        {shown.map((finding) => (
          <Item key={keyOf(finding)} finding={finding} before={before} onChoose={onChoose} />
        ))}
      </ol>
      {found.length > shown.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="min-h-11 w-full border-t border-line px-4 text-left text-sm font-semibold text-pine hover:underline sm:px-5"
        >
          <Plural value={{ count: found.length }} one="Show all # findings" other="Show all # findings" />
        </button>
      )}
    </section>
  );
}

interface ItemProps {
  finding: Finding;
  before: string;
  onChoose: Choose;
}

function Item({ finding, before, onChoose }: ItemProps) {
  const { t } = useLingui();
  const context = useViewContext();
  const { title, detail } = useWords(finding, before);
  const filters = filtersOf(finding);
  const isGood = finding.bookings > 0 || (finding.kind === "change" && finding.rate > finding.otherRate);
  const Icon = isGood ? TrendingUp : TrendingDown;
  const action = buttonClass("plain", "min-h-11 shrink-0 px-0 text-sm sm:px-3");
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 px-4 py-3 sm:px-5 lg:grid-cols-[auto_minmax(0,1fr)_9rem_auto]">
      <Icon aria-hidden size={20} className={clsx("mt-0.5", isGood ? "text-pine" : "text-danger")} />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="text-sm text-slate wrap-anywhere">{detail}</p>
      </div>
      <p className="tabular col-start-2 mt-1 text-sm lg:col-start-auto lg:mt-0 lg:text-right">
        <Bookings finding={finding} />
      </p>
      <div className="col-start-2 flex flex-wrap gap-x-4 sm:-ml-3 lg:col-start-auto lg:-my-1.5 lg:ml-0 lg:w-52 lg:justify-end lg:gap-x-0">
        {filters && (
          <button type="button" className={action} onClick={() => onChoose(filters)}>
            <Trans context="button at a finding">Filter</Trans>
          </button>
        )}
        <button type="button" className={action} onClick={() => context?.look(barOf(finding, title))}>
          {t`Show sessions`}
        </button>
      </div>
    </li>
  );
}

/** How many bookings it is about, with their interval. */
function Bookings({ finding }: { finding: Finding }) {
  const { t } = useLingui();
  const { bookings } = finding;
  if (bookings === 0) return null;
  const digits = Math.abs(bookings) < 10 ? 1 : 0;
  const number = `${bookings < 0 ? "−" : "+"}${formatNumber(Math.abs(bookings), digits)}`;
  const edge = (value: number) => `${value < 0 ? "−" : ""}${formatNumber(Math.abs(value), digits)}`;
  return (
    <>
      <span className="font-semibold">
        {t({ message: `${number} bookings`, comment: "Estimated, such as −20 or +3.5 bookings" })}
      </span>
      {finding.kind !== "spend" && (
        <span className="text-xs text-muted max-lg:ml-2 lg:block">
          {t({
            message: `${{ low: edge(finding.low) }} to ${{ high: edge(finding.high) }}`,
            comment: "An interval",
          })}
        </span>
      )}
    </>
  );
}
