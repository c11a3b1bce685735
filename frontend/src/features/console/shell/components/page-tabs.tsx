import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { type Openers, tabsFor } from "../rules";

const row = "-mx-4 flex gap-1 overflow-x-auto px-4 pb-1 sm:mx-0 sm:flex-wrap sm:px-0";
const tab = "inline-flex min-h-11 shrink-0 items-center px-3.5 text-sm font-semibold text-slate sm:min-h-9";
const pill = `${tab} rounded-full hover:bg-stone aria-[current]:bg-ink aria-[current]:text-snow`;
const underlined = `${tab} border-b-2 border-transparent hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink`;

/** The pages that stand under one entry of the navigation, above each of them. */
export function PageTabs({ rights }: { rights: Openers }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page decides which tab is the current one
  useEffect(() => {
    for (const current of nav.current?.querySelectorAll("[aria-current]") ?? [])
      current.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [pathname]);
  const tabs = tabsFor(rights, pathname);
  if (!tabs) return null;
  const { entry, groups, pages } = tabs;
  const group = pages[0]?.group?.id;
  return (
    <nav ref={nav} aria-label={t(entry.label)} className="-mt-2 mb-5 grid gap-1 sm:-mt-3 print:hidden">
      {groups.length > 1 && (
        <div className={row}>
          {groups.map(({ to, label }) => (
            <Link
              key={label.id}
              to={to}
              aria-current={label.id === group ? "true" : undefined}
              className={pill}
            >
              {t(label)}
            </Link>
          ))}
        </div>
      )}
      {(groups.length < 2 || pages.length > 1) && (
        <div className={row}>
          {pages.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              aria-current={to === pathname ? "page" : undefined}
              className={groups.length > 1 ? underlined : pill}
            >
              {t(label)}
            </Link>
          ))}
        </div>
      )}
    </nav>
  );
}
