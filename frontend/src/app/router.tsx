import type { ComponentType } from "react";
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  useParams,
} from "react-router";
import { documentKinds, ownPageKind, paths } from "@/config/paths";
import { quizAddress } from "@/features/site/shared/tracking/redirect";
import { type Catalogue, loadCatalogues } from "@/lib/i18n";
import { routeOf } from "@/lib/languages";
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
  return isLegacy(routeOf(pathname)) ? redirect(`/${search}`) : null;
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

interface Page {
  Component: ComponentType;
}

/** A page's code, and beside it the texts of its wing; the shared ones are always among them. */
function inWing(wing: Catalogue, load: () => Promise<Page>): () => Promise<Page> {
  return async () => {
    const [page] = await Promise.all([load(), loadCatalogues("site", wing)]);
    return page;
  };
}

const homePage = inWing("site", () => import("@/features/site/home/page"));
const thankYouPage = inWing("after", () => import("@/features/site/thank-you/page"));
const notFoundPage = inWing("site", () => import("@/features/site/not-found/page"));
knowPageCode(paths.home, homePage);
knowPageCode(paths.thankYou, thankYouPage);

/** A page that stands on a text of the company, as the server has it: without that text there is no such page. */
function pageOf(name: keyof typeof documentKinds, load: () => Promise<Page>) {
  const exists = () => siteConfig().documents.includes(documentKinds[name]);
  return { path: paths[name], lazy: () => (exists() ? inWing("site", load)() : notFoundPage()) };
}

/** A page of single cars or places of the company; at any other code stands the page for unknown addresses. */
function pageOfEach(
  path: string,
  isKnown: (code: string) => boolean,
  load: () => Promise<Page>,
  wing: Catalogue = "choosing",
) {
  const lazy = async () => {
    const [page, missing] = await Promise.all([inWing(wing, load)(), notFoundPage()]);
    function Component() {
      const [code = ""] = Object.values(useParams());
      return isKnown(code) ? <page.Component /> : <missing.Component />;
    }
    return { Component };
  };
  return { path, lazy };
}

const isCar = (code: string) => siteConfig().cars.some(({ slug, inFleet }) => inFleet && slug === code);
const isOwnPage = (slug: string) => siteConfig().documents.includes(ownPageKind(slug));
const isPlace = (code: string) => siteConfig().locations.some((place) => place.code === code);

// The first page has a name of its own like all that follow, or it would open where another visit's first page was left.
function nameFirstPage() {
  if (window.history.state?.key) return;
  const key = Math.random().toString(36).slice(2);
  window.history.replaceState({ ...window.history.state, key }, "");
}

const routes = (): RouteObject[] => [
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
      pageOfEach(paths.car, isCar, () => import("@/features/site/car/page")),
      pageOfEach(paths.place, isPlace, () => import("@/features/site/place/page")),
    ],
  },
  {
    ...shared,
    lazy: () => import("./data-frame"),
    children: [
      { path: paths.booking, lazy: inWing("booking", () => import("@/features/site/booking/page")) },
      { path: paths.quiz, lazy: inWing("quiz", () => import("@/features/site/quiz/page")) },
      { path: paths.myBooking, lazy: inWing("after", () => import("@/features/site/my-booking/page")) },
      { path: paths.payment, lazy: inWing("site", () => import("@/features/site/payment/page")) },
      pageOf("terms", () => import("@/features/site/documents/page")),
      pageOf("privacy", () => import("@/features/site/documents/page")),
      pageOf("guide", () => import("@/features/site/guide/page")),
      pageOfEach(paths.ownPage, isOwnPage, () => import("@/features/site/guide/page"), "site"),
      {
        path: paths.affiliate.register,
        lazy: inWing("partners", () => import("@/features/partners/register/page")),
      },
      {
        path: paths.affiliate.login,
        lazy: inWing("partners", () => import("@/features/partners/sign-in/page")),
      },
      {
        path: paths.affiliate.dashboard,
        lazy: inWing("partners", () => import("@/features/partners/dashboard/page")),
      },
      {
        path: paths.affiliate.forgotPassword,
        lazy: inWing("partners", () => import("@/features/partners/sign-in/forgot-password-page")),
      },
      {
        path: paths.affiliate.resetPassword,
        lazy: inWing("partners", () => import("@/features/partners/sign-in/reset-password-page")),
      },
      {
        path: paths.admin.signIn,
        lazy: inWing("console", () => import("@/features/console/sign-in/page")),
      },
      {
        path: paths.admin.forgotPassword,
        lazy: inWing("console", () => import("@/features/console/sign-in/forgot-password-page")),
      },
      {
        path: paths.admin.resetPassword,
        lazy: inWing("console", () => import("@/features/console/sign-in/reset-password-page")),
      },
      {
        path: paths.admin.acceptInvitation,
        lazy: inWing("console", () => import("@/features/console/sign-in/accept-invitation-page")),
      },
      {
        path: paths.admin.sharedFigures,
        lazy: inWing("console", () => import("@/features/console/quiz-analytics/shared-figures/page")),
      },
      {
        path: paths.admin.yard,
        lazy: inWing("console", () => import("@/features/console/yard/frame")),
        children: [
          { index: true, lazy: inWing("console", () => import("@/features/console/yard/page")) },
          {
            path: paths.admin.yardForm,
            lazy: inWing("console", () => import("@/features/console/yard/form-page")),
          },
        ],
      },
      {
        path: paths.admin.home,
        lazy: inWing("console", () => import("@/features/console/shell/page")),
        children: [
          { index: true, lazy: inWing("console", () => import("@/features/console/shell/home-page")) },
          {
            path: paths.admin.today,
            lazy: inWing("console", () => import("@/features/console/today/page")),
          },
          {
            path: paths.admin.bookings,
            lazy: inWing("console", () => import("@/features/console/bookings/page")),
          },
          {
            path: paths.admin.newBooking,
            lazy: inWing("console", () => import("@/features/console/bookings/desk/new-booking-page")),
          },
          {
            path: paths.admin.changeBooking,
            lazy: inWing("console", () => import("@/features/console/bookings/desk/change-booking-page")),
          },
          {
            path: paths.admin.booking,
            lazy: inWing("console", () => import("@/features/console/bookings/booking-page")),
          },
          {
            path: paths.admin.handOverTerms,
            lazy: inWing("console", () => import("@/features/console/hand-over-terms/page")),
          },
          {
            path: paths.admin.calendar,
            lazy: inWing("console", () => import("@/features/console/calendar/page")),
          },
          {
            path: paths.admin.vehicles,
            lazy: inWing("console", () => import("@/features/console/vehicles/page")),
          },
          {
            path: paths.admin.vehicle,
            lazy: inWing("console", () => import("@/features/console/vehicles/vehicle-page")),
          },
          {
            path: paths.admin.media,
            lazy: inWing("console", () => import("@/features/console/media/page")),
          },
          {
            path: paths.admin.invoices,
            lazy: inWing("console", () => import("@/features/console/invoices/page")),
          },
          {
            path: paths.admin.tills,
            lazy: inWing("console", () => import("@/features/console/tills/page")),
          },
          {
            path: paths.admin.moneySettings,
            lazy: inWing("console", () => import("@/features/console/money-settings/page")),
          },
          {
            path: paths.admin.fleetSettings,
            lazy: inWing("console", () => import("@/features/console/fleet-settings/page")),
          },
          {
            path: paths.admin.affiliates,
            lazy: inWing("console", () => import("@/features/console/affiliates/page")),
          },
          {
            path: paths.admin.payouts,
            lazy: inWing("console", () => import("@/features/console/affiliates/payouts-page")),
          },
          {
            path: paths.admin.promoCodes,
            lazy: inWing("console", () => import("@/features/console/promo-codes/page")),
          },
          {
            path: paths.admin.affiliate,
            lazy: inWing("console", () => import("@/features/console/affiliates/affiliate-page")),
          },
          {
            path: paths.admin.affiliateStatement,
            lazy: inWing("console", () => import("@/features/console/affiliates/statement-page")),
          },
          {
            path: paths.admin.reports,
            lazy: inWing("console", () => import("@/features/console/reports/page")),
          },
          {
            path: paths.admin.quizAnalytics,
            lazy: inWing("console", () => import("@/features/console/quiz-analytics/page")),
          },
          {
            path: paths.admin.quizEditor,
            lazy: inWing("console", () => import("@/features/console/quiz-editor/page")),
          },
          {
            path: paths.admin.quizTest,
            lazy: inWing("console", () => import("@/features/console/quiz-test/page")),
          },
          {
            path: paths.admin.conversions,
            lazy: inWing("console", () => import("@/features/console/conversions/page")),
          },
          {
            path: paths.admin.visits,
            lazy: inWing("console", () => import("@/features/console/visits/page")),
          },
          {
            path: paths.admin.catalog,
            lazy: inWing("console", () => import("@/features/console/catalog/page")),
          },
          {
            path: paths.admin.catalogCar,
            lazy: inWing("console", () => import("@/features/console/catalog/car-page")),
          },
          {
            path: paths.admin.catalogSeasons,
            lazy: inWing("console", () => import("@/features/console/prices/page")),
          },
          {
            path: paths.admin.catalogSeason,
            lazy: inWing("console", () => import("@/features/console/prices/season-page")),
          },
          {
            path: paths.admin.catalogPlaces,
            lazy: inWing("console", () => import("@/features/console/places/page")),
          },
          {
            path: paths.admin.catalogPlace,
            lazy: inWing("console", () => import("@/features/console/places/place-page")),
          },
          {
            path: paths.admin.catalogDelivery,
            lazy: inWing("console", () => import("@/features/console/places/delivery-page")),
          },
          {
            path: paths.admin.catalogInsurance,
            lazy: inWing("console", () => import("@/features/console/extras/insurance-page")),
          },
          {
            path: paths.admin.catalogServices,
            lazy: inWing("console", () => import("@/features/console/extras/services-page")),
          },
          {
            path: paths.admin.catalogHistory,
            lazy: inWing("console", () => import("@/features/console/catalog/history-page")),
          },
          {
            path: paths.admin.catalogFiles,
            lazy: inWing("console", () => import("@/features/console/catalog/files-page")),
          },
          {
            path: paths.admin.currencies,
            lazy: inWing("console", () => import("@/features/console/currencies/page")),
          },
          {
            path: paths.admin.languages,
            lazy: inWing("console", () => import("@/features/console/languages/page")),
          },
          {
            path: paths.admin.customers,
            lazy: inWing("console", () => import("@/features/console/customers/page")),
          },
          {
            path: paths.admin.customersByAddress,
            lazy: inWing("console", () => import("@/features/console/customers/by-address-page")),
          },
          {
            path: paths.admin.customer,
            lazy: inWing("console", () => import("@/features/console/customers/customer-page")),
          },
          {
            path: paths.admin.content,
            lazy: inWing("console", () => import("@/features/console/content/page")),
          },
          {
            path: paths.admin.text,
            lazy: inWing("console", () => import("@/features/console/content/text-page")),
          },
          {
            path: paths.admin.setup,
            lazy: inWing("console", () => import("@/features/console/setup/page")),
          },
          {
            path: paths.admin.settings,
            lazy: inWing("console", () => import("@/features/console/settings/page")),
          },
          {
            path: paths.admin.domains,
            lazy: inWing("console", () => import("@/features/console/domains/page")),
          },
          {
            path: paths.admin.messages,
            lazy: inWing("console", () => import("@/features/console/messages/page")),
          },
          {
            path: paths.admin.brand,
            lazy: inWing("console", () => import("@/features/console/brand/page")),
          },
          {
            path: paths.admin.users,
            lazy: inWing("console", () => import("@/features/console/users/page")),
          },
          {
            path: paths.admin.auditLog,
            lazy: inWing("console", () => import("@/features/console/audit-log/page")),
          },
          {
            path: paths.admin.account,
            lazy: inWing("console", () => import("@/features/console/account/page")),
          },
        ],
      },
      { path: "*", loader: fromUnknown, lazy: notFoundPage },
    ],
  },
];

export type Router = ReturnType<typeof createBrowserRouter>;

/** The router of the page's language: all addresses stand below its prefix. Its first page begins to load. */
export function createRouter(): Router {
  nameFirstPage();
  return createBrowserRouter(routes(), { basename: `${siteConfig().tenant.pathPrefix}/` });
}

/** Resolves when the code of the page at this address is there, or is known not to come. */
export function whenReady(router: Router): Promise<void> {
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
