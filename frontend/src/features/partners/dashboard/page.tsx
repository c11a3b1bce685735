import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useEffect } from "react";
import { Navigate, useNavigate } from "react-router";
import { UnsavedWorkDialog } from "@/components/forms/unsaved-work";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { usePreparedToasts } from "@/components/ui/toaster";
import { paths } from "@/config/paths";
import {
  affiliateToken,
  dashboardQuery,
  forgetAffiliateToken,
  logOut,
  shareLink,
} from "@/features/partners/shared/api";
import { CopyField } from "@/features/partners/shared/copy-field";
import { ApiError } from "@/lib/errors";
import { BookingsTable } from "./components/bookings-table";
import { ExportButton } from "./components/export-button";
import { PayoutEmailLine } from "./components/payout-email";
import { Totals } from "./components/totals";

export function Component() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  usePreparedToasts();
  const signedIn = affiliateToken() !== null;
  const query = useQuery({ ...dashboardQuery, enabled: signedIn });
  const refused = query.error instanceof ApiError && query.error.status === 401;
  const failed = query.isError && !refused;

  useEffect(() => {
    if (refused) forgetAffiliateToken();
  }, [refused]);
  // Each failed attempt shows a toast, also the second: the count changes, the error may look the same.
  const { errorUpdateCount } = query;
  useEffect(() => {
    if (failed && errorUpdateCount > 0) {
      toast({ kind: "destructive", title: t`Error`, description: t`Failed to load dashboard data` });
    }
  }, [failed, errorUpdateCount, t]);

  if (!signedIn || refused) return <Navigate to={paths.affiliate.login} replace />;

  function leave() {
    // The server forgets the session when it can be reached; this browser forgets it in any case.
    logOut().catch((error: unknown) => console.warn("session not ended on the server", error));
    forgetAffiliateToken();
    client.removeQueries(dashboardQuery);
    toast({ title: t`Logged Out`, description: t`See you soon.` });
    navigate(paths.affiliate.login);
  }

  const { promoCode = "", referrerName } = query.data ?? {};
  return (
    <>
      <SiteHeader />
      <main id="content" className="mx-auto max-w-6xl px-4 py-8 sm:px-6 sm:py-12">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div>
            <h1 className="text-3xl font-extrabold">
              <Trans>Affiliate dashboard</Trans>
            </h1>
            {query.data && (
              <p className="mt-1 text-lg text-slate">
                <Trans>Welcome, {referrerName}</Trans>
              </p>
            )}
          </div>
          <div className="flex gap-2">
            {query.data && <ExportButton count={query.data.bookingsCount} />}
            <Button look="quiet" onClick={leave}>
              <LogOut aria-hidden size={18} />
              <Trans>Log out</Trans>
            </Button>
          </div>
        </div>
        {query.data ? (
          <>
            {query.data.status !== "active" && (
              <p role="status" className="mt-6 rounded-card bg-sky p-4 font-medium">
                <Trans>
                  Your account is paused, so your code cannot be used now. What you earned stays yours.
                </Trans>
              </p>
            )}
            <div className="mt-6 grid gap-4 rounded-3xl bg-panel p-5 shadow-card sm:grid-cols-2 sm:p-8">
              <CopyField
                large
                label={t`Your promo code`}
                value={promoCode}
                copied={t`${promoCode} copied.`}
              />
              <CopyField
                label={t`Your link fills it in`}
                value={shareLink(promoCode)}
                copied={t`Link copied.`}
              />
            </div>
            <PayoutEmailLine address={query.data.payoutEmail} />
            <UnsavedWorkDialog />
            <Totals
              totals={query.data.totals}
              currency={query.data.currency}
              payableOn={query.data.payableOn}
            />
            <BookingsTable
              bookings={query.data.bookings}
              count={query.data.bookingsCount}
              currency={query.data.currency}
              payableOn={query.data.payableOn}
            />
          </>
        ) : failed && !query.isFetching ? (
          <div role="alert" className="grid justify-items-center gap-4 py-20 text-center">
            <p className="text-lg font-semibold">
              <Trans>Failed to load dashboard data</Trans>
            </p>
            <Button onClick={() => query.refetch()}>
              <Trans>Retry</Trans>
            </Button>
          </div>
        ) : (
          <div role="status" aria-label={t`Loading your dashboard`} className="mt-6 flex flex-col gap-4">
            <div className="h-32 animate-pulse rounded-3xl bg-stone" />
            <div className="h-64 animate-pulse rounded-3xl bg-stone" />
          </div>
        )}
      </main>
      <SiteFooter />
    </>
  );
}
