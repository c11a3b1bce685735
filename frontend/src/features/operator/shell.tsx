import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useEffect } from "react";
import { Navigate, NavLink, Outlet } from "react-router";
import { Problem } from "@/components/console/problem";
import { UnsavedWorkDialog } from "@/components/forms/unsaved-work";
import { SkipLink } from "@/components/layout/skip-link";
import { Button } from "@/components/ui/button";
import { usePreparedToasts } from "@/components/ui/toaster";
import { ApiError } from "@/lib/errors";
import { queryClient } from "@/lib/query-client";
import { call, meQuery } from "./api";

const pages = [
  { to: "/", name: "Companies" },
  { to: "/sign-ups", name: "Sign-ups" },
  { to: "/plans", name: "Plans" },
  { to: "/announcements", name: "Announcements" },
  { to: "/checks", name: "Checks" },
  { to: "/jobs", name: "Background jobs" },
  { to: "/audit-log", name: "Audit log" },
];

/** The frame of all pages: where you are, who you are, and the way out. */
export function Shell() {
  const me = useQuery(meQuery);
  usePreparedToasts();
  const isSignedOut = me.error instanceof ApiError && me.error.status === 401;
  if (isSignedOut || (me.data && me.data.operator.stage !== "signed_in")) {
    return <Navigate to="/sign-in" replace />;
  }
  if (me.isError) {
    return (
      <main className="mx-auto max-w-xl p-6">
        <Problem error={me.error} onRetry={() => void me.refetch()} />
      </main>
    );
  }
  if (!me.data) return <div className="min-h-dvh bg-snow" />;

  async function signOut() {
    await call("/sign-out", {});
    queryClient.clear();
    window.location.assign("/sign-in");
  }

  return (
    <div className="min-h-dvh bg-snow text-ink">
      <SkipLink />
      <header className="border-b border-line bg-panel">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2 sm:px-6">
          <p className="font-bold">Operator console</p>
          <nav
            aria-label="Pages"
            className="order-last flex w-full gap-1 overflow-x-auto sm:order-none sm:w-auto"
          >
            {pages.map(({ to, name }) => (
              <NavLink
                key={to}
                to={to}
                end={to === "/"}
                className={({ isActive }) =>
                  clsx(
                    "flex min-h-11 items-center rounded-xl px-3 text-sm font-medium whitespace-nowrap hover:bg-stone",
                    isActive && "bg-stone font-semibold",
                  )
                }
              >
                {name}
              </NavLink>
            ))}
          </nav>
          <div className="ml-auto flex min-w-0 items-center gap-3">
            <span className="hidden truncate text-sm text-slate sm:block">{me.data.operator.email}</span>
            <Button look="plain" className="min-h-11 text-sm" onClick={() => void signOut()}>
              Sign out
            </Button>
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-7xl px-4 py-6 outline-none sm:px-6">
        <Outlet />
      </main>
      <UnsavedWorkDialog />
    </div>
  );
}

/** Names the page in the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Operator console`;
  }, [title]);
}
