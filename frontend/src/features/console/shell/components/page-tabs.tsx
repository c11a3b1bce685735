import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import type { Role } from "@/features/console/shared/roles";
import { tabsFor } from "../rules";

/** The pages that stand under one entry of the navigation, above each of them. */
export function PageTabs({ role }: { role: Role }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page decides which tab is the current one
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  const tabs = tabsFor(role, pathname);
  if (!tabs) return null;
  return (
    <nav
      ref={nav}
      aria-label={t(tabs.entry.label)}
      className="-mx-4 -mt-2 mb-5 flex gap-1 overflow-x-auto px-4 pb-1 sm:mx-0 sm:-mt-3 sm:flex-wrap sm:px-0 print:hidden"
    >
      {tabs.pages.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === pathname ? "page" : undefined}
          className="inline-flex min-h-11 shrink-0 items-center rounded-full px-3.5 text-sm font-semibold text-slate hover:bg-stone sm:min-h-9 aria-[current=page]:bg-ink aria-[current=page]:text-snow"
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
