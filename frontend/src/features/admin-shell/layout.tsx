import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BarChart3, ListChecks, LogOut, Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { Navigate, NavLink, Outlet, useLocation, useNavigate } from "react-router";
import { paths } from "@/config/paths";
import { ApiError, api } from "@/lib/api";
import { meQuery } from "./session";
import { applyTheme, chooseTheme, currentTheme, leaveAdmin } from "./theme";

const links = [
  { to: paths.admin.quizAnalytics, label: "Quiz analytics", icon: BarChart3 },
  { to: paths.admin.quizTest, label: "Quiz test", icon: ListChecks },
];

/** The frame of all admin pages: who and where you are, and the way out. */
export function Component() {
  const me = useQuery(meQuery);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [theme, setTheme] = useState(currentTheme);
  useEffect(() => {
    applyTheme(theme);
    return leaveAdmin;
  }, [theme]);

  async function signOut() {
    await api.POST("/api/admin/logout");
    client.clear();
    navigate(paths.admin.signIn);
  }

  if (me.error instanceof ApiError && me.error.status === 401) {
    return <Navigate to={`${paths.admin.signIn}?from=${encodeURIComponent(pathname + search)}`} replace />;
  }
  if (me.isError) {
    return (
      <main role="alert" className="grid min-h-dvh place-content-center gap-3 px-4 text-center">
        <p>The server cannot be reached just now.</p>
        <button type="button" className="min-h-11 font-semibold underline" onClick={() => me.refetch()}>
          Try again
        </button>
      </main>
    );
  }
  const other = theme === "dark" ? "light" : "dark";
  return (
    <div className="min-h-dvh bg-snow md:grid md:grid-cols-[15rem_1fr]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-white focus:p-3"
      >
        Skip to content
      </a>
      <aside className="flex flex-wrap items-center gap-2 border-b border-line bg-panel px-4 py-2 md:sticky md:top-0 md:h-dvh md:flex-col md:items-stretch md:border-r md:border-b-0 md:py-5">
        <p className="grow py-2 font-bold md:grow-0">{me.data?.tenant.name ?? " "}</p>
        <nav aria-label="Admin" className="order-last flex w-full gap-1 md:order-none md:grow md:flex-col">
          {links.map(({ to, label, icon: Icon }) => (
            <NavLink
              key={to}
              to={to}
              className="flex min-h-11 items-center gap-2.5 rounded-xl px-3 text-sm font-medium text-slate hover:bg-stone aria-[current=page]:bg-stone aria-[current=page]:text-ink"
            >
              <Icon aria-hidden size={18} />
              {label}
            </NavLink>
          ))}
        </nav>
        <p className="hidden truncate px-3 text-xs text-muted md:block" title={me.data?.admin.email}>
          {me.data?.admin.email}
        </p>
        <div className="flex gap-1">
          <button
            type="button"
            aria-label={`Use the ${other} colours`}
            onClick={() => {
              chooseTheme(other);
              setTheme(other);
            }}
            className="grid size-11 place-items-center rounded-xl hover:bg-stone"
          >
            {theme === "dark" ? <Sun aria-hidden size={18} /> : <Moon aria-hidden size={18} />}
          </button>
          <button
            type="button"
            aria-label="Sign out"
            onClick={signOut}
            className="grid size-11 place-items-center rounded-xl hover:bg-stone"
          >
            <LogOut aria-hidden size={18} />
          </button>
        </div>
      </aside>
      <main id="content" className="min-w-0 p-4 sm:p-8">
        {me.data && <Outlet context={me.data} />}
      </main>
    </div>
  );
}
