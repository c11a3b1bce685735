import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, LogOut } from "lucide-react";
import { useEffect } from "react";
import { Link, Navigate, Outlet, useLocation, useNavigate } from "react-router";
import { UnsavedWorkDialog } from "@/components/forms/unsaved-work";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { prepareToasts } from "@/components/ui/toaster";
import { paths } from "@/config/paths";
import { useLanguageOf } from "@/features/console/shared/language";
import { useConsoleTitle } from "@/features/console/shared/titles";
import { api } from "@/lib/api";
import { ApiError, sentenceOf } from "@/lib/errors";
import { loadServerMessages } from "@/lib/server-messages";
import { whoAmI } from "./api";
import { QueueBar, UnstoredNotice } from "./components/queue-bar";
import { clearAll, tidy } from "./store/database";
import { keepPageOffline } from "./store/offline";
import { readOutbox } from "./store/outbox";

/** The frame of the yard: for a thumb, in sunlight, with or without a network. */
export function Component() {
  const { pathname } = useLocation();
  const me = useQuery({ queryKey: ["yard", "me"], queryFn: whoAmI, networkMode: "always", retry: false });
  const isInLanguage = useLanguageOf(me.data?.value);
  useConsoleTitle();
  useEffect(() => {
    void tidy();
    // Without it the page needs a network to start, and works all the same.
    const code = [import("./page"), import("./form-page"), loadServerMessages(), prepareToasts()];
    keepPageOffline(code).catch(() => undefined);
  }, []);

  if (me.error instanceof ApiError && me.error.status === 401) {
    return <Navigate to={`${paths.admin.signIn}?from=${encodeURIComponent(pathname)}`} replace />;
  }
  if (me.isError) {
    return (
      <main role="alert" className="grid min-h-dvh place-content-center justify-items-center gap-4 px-4">
        <p>{sentenceOf(me.error)}</p>
        <Button look="quiet" onClick={() => me.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </main>
    );
  }
  if (!me.data || !isInLanguage) return <div className="min-h-dvh bg-snow" />;
  const { admin, tenant } = me.data.value;
  return (
    <div className="flex min-h-dvh flex-col bg-snow text-ink">
      <header className="sticky top-0 z-20 border-b border-line bg-panel">
        <div className="mx-auto flex h-14 w-full max-w-2xl items-center gap-2 px-2">
          <BackOut isDriver={!admin.rights.some((right) => right !== "yard")} />
          <p className="min-w-0 grow truncate text-center font-bold">{tenant.name}</p>
          <span aria-hidden className="size-11" />
        </div>
        <QueueBar />
        <UnstoredNotice />
      </header>
      <main id="content" className="mx-auto w-full max-w-2xl grow px-4 pt-4 pb-32">
        <Outlet />
      </main>
      <UnsavedWorkDialog />
    </div>
  );
}

/** From a form to the day, from the day to the console; a driver has only the day, and signs out. */
function BackOut({ isDriver }: { isDriver: boolean }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const isDay = pathname === paths.admin.yard;
  const className = "grid size-11 shrink-0 place-items-center rounded-xl hover:bg-stone";
  if (isDay && isDriver) return <SignOut className={className} />;
  return (
    <Link
      to={isDay ? paths.admin.home : paths.admin.yard}
      aria-label={isDay ? t`Back to the console` : t`Back to today`}
      className={className}
    >
      <ArrowLeft aria-hidden size={22} />
    </Link>
  );
}

function SignOut({ className }: { className: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  async function signOut() {
    const { records } = await readOutbox();
    if (records.length > 0) {
      toast({
        kind: "destructive",
        title: t`Some records aren't sent yet`,
        description: t`Wait until this phone is online, then sign out.`,
      });
      return;
    }
    try {
      await api.POST("/api/admin/logout");
    } catch (error) {
      toast({ kind: "destructive", title: t`Couldn't sign out`, description: sentenceOf(error) });
      return;
    }
    await clearAll();
    client.clear();
    navigate(paths.admin.signIn);
  }
  return (
    <button type="button" aria-label={t`Sign out`} className={className} onClick={signOut}>
      <LogOut aria-hidden size={20} />
    </button>
  );
}
