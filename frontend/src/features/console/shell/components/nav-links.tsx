import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "@/config/paths";
import { reviewCountQuery, todayCountQuery } from "../api";
import { isFor, isUnder, navigationFor, type Openers } from "../rules";

interface Props {
  rights: Openers;
  onNavigate?: () => void;
}

/** The pages of the console by group, those that the rights open only. */
export function NavLinks({ rights, onNavigate }: Props) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const today = useQuery({ ...todayCountQuery, enabled: isFor(rights, paths.admin.today) });
  const reviews = useQuery({ ...reviewCountQuery, enabled: isFor(rights, paths.admin.reviews) });
  const dueToday = today.data?.dueToday ?? 0;
  const toModerate = reviews.data?.toModerate ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page decides which entry is the current one
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest" });
  }, [pathname]);
  return (
    <nav ref={nav} aria-label={t`Admin`} className="flex flex-col gap-5">
      {navigationFor(rights).map((group) => (
        <div key={group.label.id}>
          <p aria-hidden className="px-3 pb-1 text-xs font-semibold tracking-wide text-muted">
            {t(group.label)}
          </p>
          <ul aria-label={t(group.label)}>
            {group.entries.map((entry) => (
              <li key={entry.to}>
                <Link
                  to={entry.to}
                  aria-current={isUnder(entry, pathname) ? "page" : undefined}
                  {...(onNavigate ? { onClick: onNavigate } : {})}
                  className="flex min-h-11 items-center gap-3 rounded-xl px-3 text-sm font-medium text-slate hover:bg-stone md:min-h-10 aria-[current=page]:bg-stone aria-[current=page]:font-semibold aria-[current=page]:text-ink"
                >
                  <entry.icon aria-hidden size={18} className="shrink-0" />
                  {t(entry.label)}
                  {entry.to === paths.admin.today && (
                    <Count count={dueToday} title={t`To do today: ${dueToday}`} />
                  )}
                  {entry.to === paths.admin.reviews && (
                    <Count count={toModerate} title={t`Reviews to moderate: ${toModerate}`} />
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

const mostShown = 99;

/** How many wait for a decision. */
function Count({ count, title }: { count: number; title: string }) {
  if (count === 0) return null;
  return (
    <span
      title={title}
      className="tabular ml-auto rounded-full bg-pine px-2 py-0.5 text-xs font-bold text-on-pine"
    >
      {count > mostShown ? `${mostShown}+` : count}
    </span>
  );
}
