import type { ComponentType } from "react";
import { createBrowserRouter, type LoaderFunctionArgs, redirect } from "react-router";
import { documentKinds, paths } from "@/config/paths";
import { quizAddress } from "@/features/site/shared/tracking/redirect";
import { knowPageCode } from "@/lib/page-code";
import { siteConfig } from "@/lib/site-config";
import { isLegacy, landingTarget } from "./legacy-paths";
import { PageError } from "./page-error";
import { SiteFrame } from "./site-frame";

/** The home page's rule also holds for who reaches it from within: paid visitors go to the quiz first. */
function toQuizFirst({ request }: LoaderFunctionArgs) {
  const target = quizAddress(request.url);
  return target ? redirect(target) : null;
}

/** Sends an old address home with its query string; any other is not known. */
function fromUnknown({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  return isLegacy(pathname) ? redirect(`/${search}`) : null;
}

/** The old landing page: home with query and hash, unless the hash speaks of a click id. */
function fromOldLanding({ request }: LoaderFunctionArgs) {
  const { search } = new URL(request.url);
  const target = landingTarget(search, window.location.hash);
  return target === null ? null : redirect(target);
}

const shared = {
  errorElement: <PageError />,
  // Pages draw their own waiting state; before the first one's code is there, nothing flickers.
  hydrateFallbackElement: <div className="min-h-dvh" />,
};

const homePage = () => import("@/features/site/home/page");
const thankYouPage = () => import("@/features/site/thank-you/page");
knowPageCode(paths.home, homePage);
knowPageCode(paths.thankYou, thankYouPage);

interface Page {
  Component: ComponentType;
}

/** A page that stands on a text of the company, as the server has it: without that text there is no such page. */
function pageOf(name: keyof typeof documentKinds, load: () => Promise<Page>) {
  const exists = () => siteConfig().documents.includes(documentKinds[name]);
  return { path: paths[name], lazy: () => (exists() ? load() : import("@/features/site/not-found/page")) };
}

// The first page has a name of its own like all that follow, or it would open where another visit's first page was left.
if (!window.history.state?.key) {
  const key = Math.random().toString(36).slice(2);
  window.history.replaceState({ ...window.history.state, key }, "");
}

export const router = createBrowserRouter([
  {
    ...shared,
    element: <SiteFrame />,
    children: [
      { path: paths.home, loader: toQuizFirst, lazy: homePage },
      {
        path: paths.oldLanding,
        loader: fromOldLanding,
        lazy: homePage,
      },
      { path: paths.thankYou, lazy: thankYouPage },
    ],
  },
  {
    ...shared,
    lazy: () => import("./data-frame"),
    children: [
      { path: paths.booking, lazy: () => import("@/features/site/booking/page") },
      { path: paths.quiz, lazy: () => import("@/features/site/quiz/page") },
      pageOf("terms", () => import("@/features/site/documents/page")),
      pageOf("privacy", () => import("@/features/site/documents/page")),
      pageOf("guide", () => import("@/features/site/guide/page")),
      { path: paths.affiliate.register, lazy: () => import("@/features/partners/register/page") },
      { path: paths.affiliate.login, lazy: () => import("@/features/partners/sign-in/page") },
      { path: paths.affiliate.dashboard, lazy: () => import("@/features/partners/dashboard/page") },
      {
        path: paths.affiliate.forgotPassword,
        lazy: () => import("@/features/partners/sign-in/forgot-password-page"),
      },
      {
        path: paths.affiliate.resetPassword,
        lazy: () => import("@/features/partners/sign-in/reset-password-page"),
      },
      { path: paths.admin.signIn, lazy: () => import("@/features/console/sign-in/page") },
      {
        path: paths.admin.forgotPassword,
        lazy: () => import("@/features/console/sign-in/forgot-password-page"),
      },
      {
        path: paths.admin.resetPassword,
        lazy: () => import("@/features/console/sign-in/reset-password-page"),
      },
      {
        path: paths.admin.acceptInvitation,
        lazy: () => import("@/features/console/sign-in/accept-invitation-page"),
      },
      {
        path: paths.admin.home,
        lazy: () => import("@/features/console/shell/page"),
        children: [
          { index: true, lazy: () => import("@/features/console/shell/home-page") },
          { path: paths.admin.bookings, lazy: () => import("@/features/console/bookings/page") },
          {
            path: paths.admin.booking,
            lazy: () => import("@/features/console/bookings/booking-page"),
          },
          { path: paths.admin.affiliates, lazy: () => import("@/features/console/affiliates/page") },
          { path: paths.admin.payouts, lazy: () => import("@/features/console/affiliates/payouts-page") },
          { path: paths.admin.promoCodes, lazy: () => import("@/features/console/promo-codes/page") },
          { path: paths.admin.affiliate, lazy: () => import("@/features/console/affiliates/affiliate-page") },
          {
            path: paths.admin.affiliateStatement,
            lazy: () => import("@/features/console/affiliates/statement-page"),
          },
          { path: paths.admin.quizAnalytics, lazy: () => import("@/features/console/quiz-analytics/page") },
          { path: paths.admin.quizTest, lazy: () => import("@/features/console/quiz-test/page") },
          { path: paths.admin.conversions, lazy: () => import("@/features/console/conversions/page") },
          { path: paths.admin.visits, lazy: () => import("@/features/console/visits/page") },
          { path: paths.admin.customers, lazy: () => import("@/features/console/customers/page") },
          { path: paths.admin.users, lazy: () => import("@/features/console/users/page") },
          { path: paths.admin.auditLog, lazy: () => import("@/features/console/audit-log/page") },
          { path: paths.admin.account, lazy: () => import("@/features/console/account/page") },
        ],
      },
      { path: "*", loader: fromUnknown, lazy: () => import("@/features/site/not-found/page") },
    ],
  },
]);

/** Resolves when the code of the page at this address is there, or is known not to come. */
export function whenReady(): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    else {
      const stop = router.subscribe((state) => {
        if (!state.initialized) return;
        stop();
        resolve();
      });
    }
  });
}
