import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Navigate, Outlet, useLocation } from "react-router";
import { BrandMark } from "@/components/console/page-header";
import { UnsavedWorkDialog } from "@/components/forms/unsaved-work";
import { SkipLink } from "@/components/layout/skip-link";
import { Button } from "@/components/ui/button";
import { usePreparedToasts } from "@/components/ui/toaster";
import { paths } from "@/config/paths";
import { useLanguageOf } from "@/features/console/shared/language";
import { hasRight } from "@/features/console/shared/roles";
import { chooseTheme, useTheme } from "@/features/console/shared/screen";
import { meQuery, useMe, useSignedOutNotice } from "@/features/console/shared/session";
import { useConsoleTitle } from "@/features/console/shared/titles";
import { ApiError } from "@/lib/errors";
import { ClosingBanner, SuspendedBanner } from "./components/closing-banner";
import { NavLinks } from "./components/nav-links";
import { NotForYou } from "./components/not-for-you";
import { PageTabs } from "./components/page-tabs";
import { PhoneBar } from "./components/phone-bar";
import { SearchButton } from "./components/search-button";
import { SearchDialog } from "./components/search-dialog";
import { SupportBanner } from "./components/support-banner";
import { SupportLimits } from "./components/support-limits";
import { UserMenu } from "./components/user-menu";
import { homeFor, isFor, openersOf } from "./rules";
import { useNotifications } from "./use-notifications";
import { useSearch } from "./use-search";

/** The frame of all admin pages: who and where you are, and the way out. */
export function Component() {
  const me = useQuery(meQuery);
  const { pathname, search } = useLocation();
  const theme = useTheme();
  useSignedOutNotice();
  useConsoleTitle();
  const isInLanguage = useLanguageOf(me.data);
  const rights = me.data?.admin.rights ?? [];
  const openers = me.data ? openersOf(me.data.admin) : [];
  const canSearch = hasRight(rights, "bookings");
  const finder = useSearch(canSearch);
  useNotifications(hasRight(rights, "bookings"));
  usePreparedToasts();

  if (me.error instanceof ApiError && me.error.body?.error === "SupportAccessEnded") {
    return <Navigate to={paths.admin.support} replace />;
  }
  if (me.error instanceof ApiError && me.error.status === 401) {
    return <Navigate to={`${paths.admin.signIn}?from=${encodeURIComponent(pathname + search)}`} replace />;
  }
  if (me.isError) {
    return (
      <main role="alert" className="grid min-h-dvh place-content-center justify-items-center gap-4 px-4">
        <p>
          <Trans>Couldn't reach the server. Check your connection and try again.</Trans>
        </p>
        <Button look="quiet" onClick={() => me.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </main>
    );
  }
  if (!me.data || !isInLanguage) return <div className="min-h-dvh bg-snow" />;

  const menu = (compact: boolean) => (
    <UserMenu admin={me.data.admin} theme={theme} compact={compact} onTheme={chooseTheme} />
  );
  return (
    <div className="min-h-dvh bg-snow md:grid md:grid-cols-[15rem_minmax(0,1fr)] print:block">
      <SkipLink />
      <PhoneBar
        me={me.data}
        menu={
          <>
            {canSearch && <SearchButton isCompact onOpen={finder.open} />}
            {menu(true)}
          </>
        }
      />
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-panel md:flex print:hidden">
        <div className="flex items-center gap-3 px-5 pt-6 pb-5">
          <BrandMark size={28} />
          <p className="min-w-0 font-bold leading-tight">{me.data.tenant.name}</p>
        </div>
        {canSearch && <SearchButton onOpen={finder.open} />}
        <div className="grow overflow-y-auto px-3 pb-4">
          <NavLinks rights={openers} />
        </div>
        <div className="grid border-t border-line p-2">{menu(false)}</div>
      </aside>
      <main id="content" className="min-w-0 p-4 sm:p-8 print:p-0">
        {me.data.admin.support && <SupportBanner me={me.data} support={me.data.admin.support} />}
        {isFor(openers, pathname) ? (
          <>
            {me.data.tenant.deletesAt && (
              <ClosingBanner deletesAt={me.data.tenant.deletesAt} isOwner={hasRight(rights, "company")} />
            )}
            {me.data.tenant.suspensionReason !== null && (
              <SuspendedBanner reason={me.data.tenant.suspensionReason} />
            )}
            <PageTabs rights={openers} />
            <SupportLimits support={me.data.admin.support}>
              <Outlet context={me.data} />
            </SupportLimits>
          </>
        ) : (
          <NotForYou admin={me.data.admin} />
        )}
      </main>
      <UnsavedWorkDialog />
      {finder.isOpen && <SearchDialog rights={openers} onClose={finder.close} />}
    </div>
  );
}

/** `/admin` itself: on to the first page that one may open. */
export function HomePage() {
  return <Navigate to={homeFor(useMe().admin.rights)} replace />;
}
